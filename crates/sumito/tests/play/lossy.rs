//! A connection to a server that loses a reply.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

/// Passes everything on, except the reply to the first request that contains a word: that connection breaks instead.
pub(crate) struct Proxy {
    pub(crate) address: String,
    lost: Arc<AtomicUsize>,
    seen: Arc<AtomicUsize>,
}

impl Proxy {
    pub(crate) fn start(server: &str, word: &'static str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (lost, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let proxy = Proxy { address, lost: Arc::clone(&lost), seen: Arc::clone(&seen) };
        let server = server.to_owned();
        thread::spawn(move || {
            for client in listener.incoming() {
                let (Ok(client), Ok(upstream)) = (client, TcpStream::connect(&server)) else { continue };
                let (lost, seen) = (Arc::clone(&lost), Arc::clone(&seen));
                thread::spawn(move || carry(client, upstream, word, &lost, &seen));
            }
        });
        proxy
    }

    /// How many replies were lost, and how many requests with the word there were.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.lost.load(SeqCst), self.seen.load(SeqCst))
    }
}

/// Carries requests to the server, and replies back.
fn carry(mut client: TcpStream, mut server: TcpStream, word: &str, lost: &AtomicUsize, seen: &AtomicUsize) {
    let (mut replies, mut back) = (server.try_clone().unwrap(), client.try_clone().unwrap());
    let passing = thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = replies.read(&mut bytes) {
            if back.write_all(&bytes[..count]).is_err() {
                return;
            }
        }
        let _ = back.shutdown(Shutdown::Both);
    });
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = client.read(&mut bytes) {
        if String::from_utf8_lossy(&bytes[..count]).contains(word) {
            seen.fetch_add(1, SeqCst);
            if lost.compare_exchange(0, 1, SeqCst, SeqCst).is_ok() {
                // The client hears nothing any more; the server still gets the request, and its reply goes nowhere.
                let _ = client.shutdown(Shutdown::Both);
                let _ = server.write_all(&bytes[..count]);
                let _ = server.read(&mut bytes);
                return;
            }
        }
        if server.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
    let _ = server.shutdown(Shutdown::Both);
    let _ = passing.join();
}
