use super::*;

fn pair(free: &[Free]) -> Vec<(u32, u32)> {
    super::pair(free, |_, _| false)
}

fn free(id: u32, last_opponent: Option<u32>) -> Free {
    Free { id, rank: id, rating: 1500, since: 0, last_opponent, balance: 0, last_side: None }
}

#[test]
fn neighbors_meet_unless_they_just_did() {
    let players: Vec<Free> = (0..4).map(|id| free(id, None)).collect();
    assert!(pair(&players).iter().all(|&(first, second)| first / 2 == second / 2));
    let players = [free(0, Some(1)), free(1, Some(0)), free(2, Some(3)), free(3, Some(2))];
    assert!(pair(&players).iter().all(|&(first, second)| first / 2 != second / 2));
    // Two alone meet again.
    assert_eq!(pair(&players[..2]).len(), 1);
}

#[test]
fn the_latest_arrival_waits() {
    let players = [Free { since: 9, ..free(0, None) }, free(1, None), Free { since: 3, ..free(2, None) }];
    let pairs = pair(&players);
    assert_eq!(pairs.len(), 1);
    assert!(pairs.iter().all(|&(first, second)| first != 0 && second != 0));
    assert!(pair(&players[..1]).is_empty());
    // Another one waits if the same two would have to meet again.
    let players = [Free { since: 9, ..free(0, None) }, free(1, Some(2)), Free { since: 3, ..free(2, Some(1)) }];
    let [(first, second)] = pair(&players)[..] else { panic!("one pair") };
    assert_eq!((first.min(second), first.max(second)), (0, 1));
}

#[test]
fn those_who_must_not_meet_wait_if_there_is_nobody_else() {
    let players: Vec<Free> = (0..4).map(|id| free(id, None)).collect();
    let siblings = |one: u32, other: u32| one.min(other) == 0 && one.max(other) == 1;
    let pairs = super::pair(&players, siblings);
    assert_eq!(pairs.len(), 2);
    assert!(pairs.iter().all(|&(one, other)| !siblings(one, other)));
    assert!(super::pair(&players[..2], siblings).is_empty());
    // Even if it repeats a pairing.
    let players = [free(0, Some(2)), free(1, None), free(2, Some(0)), free(3, Some(0))];
    assert!(super::pair(&players, siblings).iter().all(|&(one, other)| !siblings(one, other)));
}

#[test]
fn colors_alternate() {
    let check = |one: (i32, Option<Side>), other: (i32, Option<Side>), first: u32| {
        let players = [(0, one), (1, other)].map(|(id, (balance, last_side))| Free { balance, last_side, ..free(id, None) });
        assert_eq!(pair(&players)[0].0, first, "{one:?} {other:?}");
    };
    check((1, None), (0, None), 1);
    check((-1, None), (0, None), 0);
    check((0, Some(Side::First)), (0, Some(Side::Second)), 1);
    check((0, Some(Side::Second)), (0, Some(Side::First)), 0);
    // Two with a strong wish for the same color do not meet while there is another way.
    let balances = [3, 3, -3, -3];
    let players: Vec<Free> = (0..4).map(|id| Free { balance: balances[id as usize], ..free(id, None) }).collect();
    assert!(pair(&players).iter().all(|&(first, second)| first >= 2 && second < 2));
}

#[test]
fn a_pairing_is_due_when_someone_has_waited_or_nobody_plays() {
    let players = [free(0, None), Free { since: 10, ..free(1, None) }];
    assert_eq!([0, 300, 10_000].map(patience), [15, 36, 50]);
    assert!(!is_due(&players, 2, 14, 0));
    assert!(is_due(&players, 2, 15, 0));
    assert!(is_due(&players, 0, 10, 0));
    assert!(!is_due(&players[..1], 0, 99, 0));
}
