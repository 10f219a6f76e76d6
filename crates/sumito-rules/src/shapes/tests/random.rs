//! Findings against the rules and against plain searches, over random games.

use alloc::vec::Vec;
use std::collections::HashSet;

use super::super::*;
use super::assert_symmetric;
use crate::cell::{Cell, Direction, Symmetry};
use crate::illegal::IllegalMove;
use crate::layout::Layout;

/// Calls `visit` with the positions of a few random games, always the same ones.
fn random_games(mut visit: impl FnMut(&Position)) {
    let mut seed = 2026_u64;
    for layout in Layout::all().iter().step_by(9) {
        let mut position = layout.position();
        for _ in 0..150 {
            if position.winner().is_some() {
                break;
            }
            // Pushes are preferred now and then, so that boards grow thin and games end.
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let random = (seed >> 33) as usize;
            let choice = if random.is_multiple_of(4) && !position.pushes().is_empty() {
                position.pushes()
            } else {
                position.legal_moves()
            };
            visit(&position);
            let Some(m) = choice.nth(random / 4 % choice.len().max(1)) else { break };
            position.play_unchecked(m);
        }
    }
}

#[test]
fn symmetries_and_colors_change_nothing_in_random_games() {
    let mut positions = 0_usize;
    random_games(|position| {
        positions += 1;
        if positions.is_multiple_of(10) {
            assert_symmetric(position, Symmetry::ALL[positions / 10 % 12]);
        }
    });
    assert!(positions > 1000);
}

#[test]
fn findings_agree_with_the_rules_in_random_games() {
    random_games(|position| {
        let found = survey(position);
        for color in Color::ALL {
            assert_rows_agree(&position.with_turn(color), &found);
            assert_threats_agree(&position.with_turn(color), &found);
            assert_groups_agree(position, &found, color);
            assert_senses_agree(&position.with_turn(color), &found);
        }
    });
}

/// Every in-line attempt of the side to move, judged by the rules, against the sumitos and pacs found.
fn assert_rows_agree(position: &Position, found: &Survey) {
    let color = position.turn();
    let (mut pushes, mut blocked, mut pacs) = (HashSet::new(), HashSet::new(), 0);
    for tail in position.ours() {
        for direction in Direction::ALL {
            for len in 1..=3 {
                let Some(m) = Move::inline(tail, direction, len) else { continue };
                if !m.cells().is_subset(position.ours()) {
                    continue;
                }
                // Whether the attempt uses all marbles that count.
                let behind = tail.neighbor(direction.opposite());
                let whole = len == 3 || behind.is_none_or(|cell| !position.ours().contains(cell));
                match position.attempt(m.cells(), direction) {
                    Ok(m) if !position.pushed(m).is_empty() => assert!(pushes.insert(m)),
                    Err(IllegalMove::NoSpaceBehind(cell)) => assert!(blocked.insert((m, Some(cell)))),
                    Err(IllegalMove::Pac(_) | IllegalMove::FourAgainstThree) if whole => pacs += 1,
                    _ => {}
                }
            }
        }
    }
    let own = found.sumitos.iter().filter(|sumito| sumito.color == color);
    for sumito in own.clone() {
        assert_eq!((sumito.pushed, sumito.ejected), (position.pushed(sumito.push), position.ejected(sumito.push)));
        assert_eq!(sumito.line().cells(), sumito.push.cells() | sumito.pushed);
        assert!(sumito.pushed.len() < sumito.push.len() as usize);
    }
    let own_blocked = found.blocked_sumitos.iter().filter(|blocked| blocked.color == color);
    assert_eq!(own.map(|sumito| sumito.push).collect::<HashSet<_>>(), pushes, "{position}");
    assert_eq!(own_blocked.map(|blocked| (blocked.push, blocked.taken())).collect::<HashSet<_>>(), blocked, "{position}");
    assert_eq!(found.pacs.len(), pacs, "{position}");
}

/// Every legal ejection of the side to move appears among the threats, and ways out are just those after which it is gone.
fn assert_threats_agree(position: &Position, found: &Survey) {
    let threats: Vec<&Threat> = found.threats.iter().filter(|threat| threat.owner != position.turn()).collect();
    let ejections = position.ejections();
    for m in &ejections {
        let threat = threats.iter().find(|threat| Some(threat.marble) == position.ejected(m));
        assert!(threat.is_some_and(|threat| threat.by.iter().any(|sumito| sumito.push == m)), "{m} on {position}");
    }
    assert_eq!(threats.iter().map(|threat| threat.by.len()).sum::<usize>(), ejections.len());
    for threat in threats {
        let before = position.with_turn(threat.owner);
        for m in &before.legal_moves() {
            let place =
                if m.cells().contains(threat.marble) { threat.marble.neighbor(m.direction()) } else { Some(threat.marble) };
            let after = before.after_unchecked(m);
            let still = sumitos(&after, position.turn()).iter().any(|sumito| sumito.ejected == place);
            assert_eq!(threat.escapes.contains(&m), !still, "{m} on {before}");
        }
    }
}

fn assert_groups_agree(position: &Position, found: &Survey, color: Color) {
    let marbles = position.marbles(color);
    let groups: Vec<&Group> = found.groups.iter().filter(|group| group.color == color).collect();
    assert_eq!(groups.iter().fold(Cells::EMPTY, |all, group| all | group.cells), marbles);
    for group in groups {
        assert_eq!(marbles.connected(group.cells.first().unwrap()), group.cells);
    }
    // Every choice of three marbles that hang together has a form, told by how many of the three pairs touch or line up.
    let cells: Vec<Cell> = marbles.sorted().collect();
    let mut forms = HashSet::new();
    for (i, &a) in cells.iter().enumerate() {
        for (j, &b) in cells.iter().enumerate().skip(i + 1) {
            for &c in &cells[j + 1..] {
                let mut distances = [a.distance(b), b.distance(c), a.distance(c)];
                distances.sort_unstable();
                let straight = [(a, b), (b, c), (a, c)].iter().all(|(x, y)| x.direction_to(*y).is_some());
                let form = match distances {
                    [1, 1, 1] => Form::Shield,
                    [1, 1, 2] if straight => Form::Lance,
                    [1, 1, 2] => Form::Arc,
                    _ => continue,
                };
                forms.insert((Cells::from_iter([a, b, c]), form));
            }
        }
    }
    let trinomials = found.trinomials.iter().filter(|trinomial| trinomial.color == color);
    assert_eq!(trinomials.map(|trinomial| (trinomial.cells, trinomial.form)).collect::<HashSet<_>>(), forms);
    for block in found.blocks.iter().filter(|block| block.color == color) {
        for cell in block.cells {
            let run =
                |direction| (1..3).take_while(|&n| cell.step(direction, n).is_some_and(|c| block.cells.contains(c))).count();
            let rows = Direction::ALL[..3].iter().filter(|direction| 1 + run(**direction) + run(direction.opposite()) >= 3);
            assert!(rows.count() >= 2, "{block} at {cell}");
        }
    }
}

fn assert_senses_agree(position: &Position, found: &Survey) {
    let marbles = |sense| found.marbles(sense, position.turn());
    assert!(marbles(Sense::CoveredByEnemies).is_subset(marbles(Sense::CoveredSurrounded)));
    assert!(marbles(Sense::CoveredSurrounded).is_subset(marbles(Sense::CoveredImmobile)));
    let movable: Cells = position.legal_moves().iter().filter(|m| m.len() == 1).map(Move::tail).collect();
    assert_eq!(marbles(Sense::CoveredImmobile), position.ours() - movable);
    let alone = found.groups.iter().filter(|group| group.kind == GroupKind::Monomial);
    let alone = alone.fold(Cells::EMPTY, |all, group| all | group.cells);
    assert!(marbles(Sense::DetAmidEnemies).is_subset(alone - Cells::RIM));
    assert!(marbles(Sense::DetNoEscape).is_subset(Cells::RIM));
    for sense in Sense::ALL {
        assert_eq!(marbles(sense), sense.marbles(position, position.turn()), "{sense:?}");
    }
}
