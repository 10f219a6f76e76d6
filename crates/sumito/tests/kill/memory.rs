//! Hashing passwords takes memory, and the server does not keep more and more of it.

use std::fs;
use std::thread;

use crate::server::{Server, ask, folder};

/// The most memory after all sign-ins, in kB.
const MOST: usize = 120_000;

/// How many sign-ins: as many as `SUMITO_SIGN_INS` says.
fn sign_ins() -> usize {
    std::env::var("SUMITO_SIGN_INS").map_or(150, |text| text.parse().expect("SUMITO_SIGN_INS is a number"))
}

#[test]
fn many_sign_ins_leave_little_memory_in_use() {
    let server = Server::start(&folder("memory"));
    let credentials = r#"{"name":"ada","password":"marbles of glass"}"#;
    assert_eq!(ask(&server.address, "POST", "/api/account", "", credentials).unwrap().status, 200);
    let total = sign_ins();
    thread::scope(|scope| {
        for _ in 0..5 {
            scope.spawn(|| {
                for _ in 0..total / 5 {
                    assert_eq!(ask(&server.address, "POST", "/api/session", "", credentials).unwrap().status, 200);
                }
            });
        }
    });
    let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    let kilobytes: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    println!("{kilobytes} kB after {total} sign-ins");
    assert!(kilobytes < MOST, "{kilobytes} kB after {total} sign-ins");
}
