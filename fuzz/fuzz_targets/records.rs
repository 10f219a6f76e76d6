//! Any file gives games and errors, and never an end too early; a game that was read writes and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::notation::MoveNotation;
use sumito_rules::record;

fuzz_target!(|file: &str| {
    for record in record::party::read(file.lines()).flatten() {
        let record::party::AnyRecord::Party(record) = record else { continue };
        let written = record.format();
        let read: Vec<_> = record::party::read(written.lines()).collect();
        assert_eq!(read, [Ok(record::party::AnyRecord::Party(record))], "{written}");
    }
    for record in record::read(file.lines()).flatten() {
        let mut position = *record.start();
        for m in record.moves() {
            position.play(m).expect("what was read replays");
        }
        for notation in MoveNotation::ALL {
            let written = record.format(record::Format::Apgn(notation));
            let read: Vec<_> = record::read(written.lines()).collect();
            assert_eq!(read, [Ok(record.clone())], "{written}");
        }
        if let Some(code) = record.to_code() {
            let read: Vec<_> = record::read([&code]).collect();
            let [Ok(read)] = &read[..] else { panic!("{read:?}\n{code}") };
            assert!(read.moves().eq(record.moves()), "{code}");
        }
        // The other two formats keep the game, if not all that is said about it.
        for format in [record::Format::PlayStrategy, record::Format::Plain(MoveNotation::AbaPro)] {
            let written = record.format(format);
            let read: Vec<_> = record::read(written.lines()).collect();
            let [Ok(read)] = &read[..] else { panic!("{read:?}\n{written}") };
            assert!(read.moves().eq(record.moves()), "{written}");
        }
    }
});
