//! The engine's signature, kept in `bench.txt`: whoever changes what the search does has to say so.

use sumito_engine::bench;

#[test]
fn the_signature_is_the_one_that_is_written_down() {
    let expected: u64 = include_str!("../bench.txt").trim().parse().expect("bench.txt is a number");
    let found = bench::run(bench::DEPTH).nodes;
    assert_eq!(
        found, expected,
        "\nthe search visits {found} positions in the bench, and crates/sumito-engine/bench.txt says {expected}.\n\
         If the search was meant to change: echo {found} > crates/sumito-engine/bench.txt, and end the commit's message with the \
         line 'Bench: {found}'.\nIf it was not: the change has an effect that was not intended.\n"
    );
}
