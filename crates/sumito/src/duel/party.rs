//! `sumito duel --party`: one player against others, from every seat of the layouts for three to six.

use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use sumito_engine::party::duel::{Played, Player, play};
use sumito_rules::party::{Layout, Seat, Team};

use crate::error::Error;
use crate::interrupt::stop_on_interrupt;

/// What is played.
pub(super) struct Match<'a> {
    /// A layout, or `all` that are offered.
    pub(super) layout: &'a str,
    pub(super) first: &'a str,
    pub(super) others: &'a str,
    /// Games from each seat, or with each team.
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) concurrency: Option<u16>,
}

/// The results with one team.
#[derive(Copy, Clone, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    plies: usize,
    slowest: Duration,
}

impl Tally {
    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, played: &Played, layout: &Layout, team: Team) {
        match played.outcome.winner() {
            Some(winner) if winner == team => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
        self.plies += played.plies;
        let slowest = layout.seating.members(team).map(|seat| played.slowest[seat]).max();
        self.slowest = self.slowest.max(slowest.unwrap_or_default());
    }
}

/// Plays with each team in turn: a line for each, as soon as its games are finished.
pub(super) fn run(wanted: &Match<'_>, out: &mut impl Write) -> Result<(), Error> {
    let layouts: Vec<&Layout> = match Layout::find(wanted.layout) {
        Some(layout) => vec![layout],
        None if wanted.layout == "all" => Layout::all().iter().filter(|layout| layout.is_offered()).collect(),
        None => {
            let name = wanted.layout;
            return Err(Error::Usage(format!("no layout for three to six is called '{name}'; see 'sumito layouts --party'")));
        }
    };
    let player = |text| Player::parse(text).map_err(Error::Usage);
    let (first, others) = (player(wanted.first)?, player(wanted.others)?);
    let teams: Vec<(&Layout, Team)> =
        layouts.iter().flat_map(|&layout| layout.seating.teams().map(move |team| (layout, team))).collect();
    let games = wanted.games as usize;
    let stop = stop_on_interrupt()?;
    writeln!(out, "{} against {}", wanted.first, wanted.others)?;
    writeln!(out, "{:<14}  {:<6} {:>5} {:>5} {:>5} {:>6}  slowest", "layout", "seats", "won", "drawn", "lost", "plies")?;
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = wanted.concurrency.map_or_else(cores, usize::from);
    let next = AtomicUsize::new(0);
    let mut tallies = vec![Tally::default(); teams.len()];
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.min(teams.len() * games) {
            let (sender, next, teams, stop) = (sender.clone(), &next, &teams, &stop);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let job = next.fetch_add(1, Relaxed);
                    let Some(&(layout, team)) = teams.get(job / games) else { break };
                    let seat = layout.seating.members(team).next().expect("a team has players");
                    let players = Player::seated(layout.seating, seat, first, others);
                    let seed = wanted.seed.wrapping_mul(1_000_003).wrapping_add((job % games) as u64);
                    if sender.send((job / games, play(layout, &players, seed))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut printed = 0;
        for (row, played) in receiver {
            let (layout, team) = teams[row];
            tallies[row].add(&played, layout, team);
            while tallies.get(printed).is_some_and(|tally| tally.games() == wanted.games) {
                write_row(teams[printed], &tallies[printed], out)?;
                printed += 1;
            }
        }
        let unfinished = teams.iter().zip(&tallies).skip(printed).filter(|(_, tally)| tally.games() > 0);
        unfinished.into_iter().try_for_each(|(&team, tally)| write_row(team, tally, out))?;
        if printed < teams.len() {
            writeln!(out, "interrupted")?;
        }
        Ok(())
    })
}

fn write_row((layout, team): (&Layout, Team), tally: &Tally, out: &mut impl Write) -> Result<(), Error> {
    let seats: String = layout.seating.members(team).map(Seat::letter).collect();
    let Tally { won, drawn, lost, plies, slowest } = tally;
    let plies = plies / tally.games().max(1) as usize;
    let milliseconds = slowest.as_millis();
    writeln!(out, "{:<14}  {seats:<6} {won:>5} {drawn:>5} {lost:>5} {plies:>6}  {milliseconds} ms", layout.id)?;
    Ok(out.flush()?)
}
