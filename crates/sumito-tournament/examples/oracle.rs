//! Compares Dutch pairings with bbpPairings in random tournaments: `oracle PROGRAM SEED ROUNDS [FILE [LEAST MOST]]`.
//!
//! The tournaments go on with the other program's pairings. Prints the differences and a summary; writes the tournaments to the file. Most have few
//! players, unless a least and a most number of them is given.

#[path = "../tests/cases/mod.rs"]
mod cases;

use std::fs;
use std::process::Command;

use cases::{Case, Round};
use sumito_tournament::event::Forbidden;
use sumito_tournament::{Bye, Event, Number, Pairing, Player, Score, Side, dutch, trf};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, program, seed, rounds, file @ ..] = args.as_slice() else {
        eprintln!("usage: oracle PROGRAM SEED ROUNDS [FILE [LEAST MOST]]");
        return;
    };
    let number = |text: &String| text.parse::<usize>().expect("a number of players");
    let sizes = if let [_, least, most] = file { Some((number(least), number(most))) } else { None };
    let (mut random, wanted) = (Random(seed.parse().expect("a seed")), rounds.parse().expect("a number of rounds"));
    let folder = std::env::temp_dir().join(format!("sumito-oracle-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let input = folder.join("event.trf");
    let (mut compared, mut players, mut impossible, mut different, mut text) = (0, 0, 0, 0, String::new());
    while compared < wanted {
        let mut event = new_event(&mut random, sizes);
        let mut case = Case { event: event.clone(), rounds: Vec::new() };
        let (mut absent, rates) = (vec![false; event.players.len()], Rates::new(&mut random));
        for n in 0..event.rounds.unwrap_or_default() {
            let mut round = Round { byes: byes(&mut random, &rates, &mut absent, n), pairings: None };
            if event.players.len() < round.byes.len() + 2 {
                break;
            }
            round.enter_byes(&mut event, n);
            let trf = trf::write(&event);
            fs::write(&input, &trf).expect("the file can be written");
            let output = Command::new(program).arg("--dutch").arg(&input).arg("-p").output().expect("the program runs");
            let answer = match output.status.code() {
                Some(0) => Some(pairings(&String::from_utf8_lossy(&output.stdout))),
                Some(1) => None,
                _ => panic!("{}\n{trf}", String::from_utf8_lossy(&output.stderr)),
            };
            compared += 1;
            players += event.players.len() - round.byes.len();
            impossible += usize::from(answer.is_none());
            let read = trf::read(&trf).unwrap_or_else(|error| panic!("{error}\n{trf}"));
            let ours = dutch::pair(&read).ok().filter(|ours| !ours.is_relaxed());
            if ours.as_ref().map(dutch::Round::pairings) != answer.as_deref() {
                different += 1;
                let name = std::env::temp_dir().join(format!("different-{seed}-{different}.trf"));
                println!("different: {} players, round {}, {}", event.players.len(), n + 1, name.display());
                fs::write(name, &trf).expect("the file can be written");
            }
            let Some(answer) = answer else {
                case.rounds.push(round);
                break;
            };
            round.pairings = Some(answer.into_iter().map(|pairing| (pairing, result(&mut random, &rates, pairing))).collect());
            round.enter_results(&mut event);
            case.rounds.push(round);
        }
        if !case.rounds.is_empty() {
            text += &cases::write(&case);
        }
    }
    let _ = fs::remove_dir_all(folder);
    println!(
        "{compared} rounds, {:.1} players on average, {impossible} impossible, {different} different",
        players as f64 / compared as f64
    );
    if let [file, ..] = file {
        fs::write(file, text).expect("the file can be written");
    }
}

/// How often things happen in an event, in percent.
struct Rates {
    draw: usize,
    forfeit: usize,
    bye: usize,
    withdrawal: usize,
    /// The chance of the lower number to win: high numbers make scores spread.
    upset: usize,
}

impl Rates {
    fn new(random: &mut Random) -> Rates {
        let often = random.chance(20);
        Rates {
            draw: random.below(60),
            forfeit: if often { random.below(30) } else { random.below(4) },
            bye: if often { random.below(20) } else { random.below(4) },
            withdrawal: if random.chance(30) { random.below(10) } else { 0 },
            upset: random.below(50),
        }
    }
}

fn new_event(random: &mut Random, sizes: Option<(usize, usize)>) -> Event {
    let size = match random.below(200) {
        _ if let Some((least, most)) = sizes => least + random.below(most - least + 1),
        0 => 100 + random.below(101),
        1..=6 => 30 + random.below(70),
        7..=40 => 12 + random.below(20),
        _ => 2 + random.below(12),
    };
    let rounds = 1 + random.below((size + 1).min(13));
    let mut event = Event { rounds: Some(rounds), ..Event::default() };
    event.first_side = Some(if random.chance(50) { Side::First } else { Side::Second });
    event.players =
        (1..=size as Number).map(|number| Player { number, name: format!("P{number}"), ..Player::default() }).collect();
    if random.chance(25) {
        for _ in 0..=random.below(3) {
            let mut players: Vec<Number> = (0..2 + random.below(2)).map(|_| 1 + random.below(size) as Number).collect();
            players.sort_unstable();
            players.dedup();
            if players.len() > 1 {
                event.forbidden.push(Forbidden { players, rounds: None });
            }
        }
    }
    if random.chance(15) && rounds >= 2 {
        let first = 1 + random.below(rounds.min(4));
        let scores: Vec<Score> = (0..first).map(|n| Score(if 2 * n < first { 10 } else { 5 })).collect();
        for player in event.players.iter_mut().take(1 + size / 2) {
            player.accelerations.clone_from(&scores);
        }
    }
    if random.chance(8) {
        (event.points.win, event.points.draw, event.points.pairing_bye) = (Score(30), Score(10), Score(30));
    }
    if random.chance(8) {
        event.points.pairing_bye = event.points.draw;
    }
    event
}

/// The byes of a round that are known before it is paired.
fn byes(random: &mut Random, rates: &Rates, absent: &mut [bool], round: usize) -> Vec<(Number, Bye)> {
    let mut byes = Vec::new();
    for (n, absent) in absent.iter_mut().enumerate() {
        if round == 0 {
            // Late entries, too.
            *absent = random.chance(rates.bye);
        } else if *absent {
            *absent = !random.chance(15);
        } else {
            *absent = random.chance(rates.withdrawal);
        }
        let number = n as Number + 1;
        if *absent {
            byes.push((number, Bye::Zero));
        } else if random.chance(rates.bye) {
            byes.push((number, [Bye::Half, Bye::Half, Bye::Zero, Bye::Full][random.below(4)]));
        }
    }
    byes
}

fn result(random: &mut Random, rates: &Rates, pairing: Pairing) -> char {
    let Some(second) = pairing.second else { return '0' };
    if random.chance(rates.forfeit) {
        return if random.chance(50) { 'f' } else { 's' };
    }
    if random.chance(rates.draw) {
        return '=';
    }
    if (pairing.first < second) == random.chance(rates.upset) { '-' } else { '+' }
}

/// The other program's answer: the number of pairs, then a line for each.
fn pairings(text: &str) -> Vec<Pairing> {
    let pairing = |line: &str| {
        let (first, second) = line.trim().split_once(' ').expect("two players");
        let second: Number = second.parse().expect("a number");
        Pairing { first: first.parse().expect("a number"), second: (second > 0).then_some(second) }
    };
    text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(pairing).collect()
}
