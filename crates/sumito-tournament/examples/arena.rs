//! Simulates arenas of 2 to 3,000 players for an hour and prints how long players wait and whom they meet.

use std::time::Instant;

use sumito_tournament::Side;
use sumito_tournament::arena::{self, Free};

const SECONDS: u64 = 3_600;

fn main() {
    println!(
        "| players | game | longest wait while another is free | average wait | games | last opponent again | while another was free | color difference at most | longest pairing |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for players in [2, 3, 5, 30, 300, 3_000] {
        for game in [120, 600] {
            simulate(players, game);
        }
    }
}

fn simulate(count: u32, game_seconds: u64) {
    let new = |id: u32| Free {
        id,
        rank: id,
        rating: 2_000 - id as i32 / 3,
        since: u64::from(id % 60),
        last_opponent: None,
        balance: 0,
        last_side: None,
    };
    let mut players: Vec<Free> = (0..count).map(new).collect();
    let mut points = vec![0; count as usize];
    // When each player is free again, and those who are free.
    let mut until: Vec<u64> = players.iter().map(|player| player.since).collect();
    let (mut free, mut seed): (Vec<u32>, u64) = (Vec::new(), u64::from(count));
    let (mut longest, mut waited, mut games, mut again, mut avoidable, mut slowest) = (0, 0, 0, 0, 0, 0.0_f64);
    // When somebody could have been paired: since two are free.
    let mut company = 0;
    for now in 0..SECONDS {
        let had_company = free.len() > 1;
        for id in 0..count {
            if until[id as usize] == now {
                players[id as usize].since = now;
                free.push(id);
            }
        }
        if !had_company && free.len() > 1 {
            company = now;
        }
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by_key(|&id| (std::cmp::Reverse(points[id as usize]), id));
        for (rank, &id) in order.iter().enumerate() {
            players[id as usize].rank = rank as u32;
        }
        let waiting: Vec<Free> = free.iter().map(|&id| players[id as usize]).collect();
        if waiting.len() > 1 {
            let waits = waiting.iter().map(|player| now - player.since.max(company));
            longest = longest.max(waits.max().unwrap_or(0));
        }
        if !arena::is_due(&waiting, count as usize - free.len(), now, game_seconds) {
            continue;
        }
        let start = Instant::now();
        let pairs = arena::pair(&waiting, |_, _| false);
        slowest = slowest.max(start.elapsed().as_secs_f64());
        for &(first, second) in &pairs {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let luck = seed >> 33;
            let end = now + game_seconds / 2 + luck % game_seconds;
            for (id, opponent, side) in [(first, second, Side::First), (second, first, Side::Second)] {
                let player = &mut players[id as usize];
                again += usize::from(player.last_opponent == Some(opponent));
                avoidable += usize::from(player.last_opponent == Some(opponent) && waiting.len() > 2);
                waited += now - player.since;
                player.last_opponent = Some(opponent);
                player.balance += if side == Side::First { 1 } else { -1 };
                player.last_side = Some(side);
                until[id as usize] = end;
            }
            points[if luck / 7 % 2 == 0 { first } else { second } as usize] += 2;
            games += 1;
        }
        free.retain(|id| !pairs.iter().any(|(first, second)| first == id || second == id));
        company = now;
    }
    let balance = players.iter().map(|player| player.balance.abs()).max().unwrap_or(0);
    let average = waited as f64 / (2 * games).max(1) as f64;
    println!(
        "| {count} | {game_seconds} s | {longest} s | {average:.1} s | {games} | {again} | {avoidable} | {balance} | {:.0} ms |",
        slowest * 1_000.0
    );
}
