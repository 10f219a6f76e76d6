//! The task of `sumito bench` alone, for `cargo xtask bench`.

fn main() {
    let result = sumito_engine::bench(sumito_engine::BENCH_DEPTH);
    println!(
        "search of fixed positions: {} nodes in {:.3} s, {:.0} a second",
        result.nodes,
        result.time.as_secs_f64(),
        result.speed()
    );
}
