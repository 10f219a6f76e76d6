//! Whatever lines come in, the engine answers each `go` by one `bestmove` and ends with the input, with and without a thread that
//! thinks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_engine::protocol::{Bounds, Session, serve};

fuzz_target!(|text: &[u8]| {
    let bounds = Bounds::new(2, 1, Some(300));
    let lines: Vec<String> = text.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect();
    let first_word = |line: &String| line.split_whitespace().next().unwrap_or_default().to_owned();
    let quits = |line: &String| line.split_whitespace().eq(["quit"]);
    let asked = lines.iter().take_while(|line| !quits(line)).filter(|line| first_word(line) == "go").count();
    // Searches are small, but many of them take long.
    if asked > 20 {
        return;
    }

    let mut output = Vec::new();
    serve(bounds.clone(), text, &mut output).expect("reading and writing memory does not fail");
    let said = String::from_utf8(output).expect("it speaks UTF-8");
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), asked, "{said}");

    let mut session = Session::new(bounds);
    let mut answered = 0;
    for line in &lines {
        let over = session.handle(line, &mut |line| answered += usize::from(line.starts_with("bestmove ")));
        if over.is_break() {
            break;
        }
    }
    assert_eq!(answered, asked);
});
