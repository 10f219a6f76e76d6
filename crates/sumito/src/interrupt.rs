//! Ctrl-C, for the verbs that work for a long time and end in good order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::error::Error;

/// A flag that the first Ctrl-C sets; the second ends the program.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Error::Other(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}
