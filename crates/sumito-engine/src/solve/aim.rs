//! The attacker's aim, and when it is reached.

use sumito_rules::{ByColor, Color, Moves, Position};

use super::Goal;

/// The attacker's aim, seen from the position where the question was asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    attacker: Color,
    game: bool,
    /// The marbles lost at the start.
    lost: ByColor<u8>,
    /// Marbles lost and on the board: no move changes their sum, so the losses follow from the marbles.
    all: ByColor<u8>,
    marbles_to_win: u8,
}

impl Aim {
    pub(super) fn new(position: &Position, goal: Goal) -> Aim {
        let lost = ByColor::new(Color::Black, Color::White).map(|color| position.lost(color));
        let count = |color| position.marbles(color).len() as u8 + lost[color];
        Aim {
            attacker: if goal.defends() { !position.turn() } else { position.turn() },
            game: matches!(goal, Goal::WinGame | Goal::SaveGame),
            lost,
            all: ByColor::new(Color::Black, Color::White).map(count),
            marbles_to_win: position.marbles_to_win(),
        }
    }

    /// Whether it is reached, right after a move of the attacker.
    #[inline]
    pub(super) fn is_reached(self, position: &Position) -> bool {
        debug_assert_eq!(position.turn(), !self.attacker);
        if position.lost(!self.attacker) >= self.marbles_to_win || !position.has_moves() {
            return true;
        }
        if self.game {
            return false;
        }
        let ahead = self.ahead(position);
        if ahead <= 0 || !position.can_eject() {
            return ahead > 0;
        }
        ahead > 1 && position.lost(self.attacker) + 1 < self.marbles_to_win
    }

    /// Whether the attacker, to move, may still reach it in this many moves: it needs an ejection for each marble that it lacks,
    /// unless the defender runs out of moves.
    #[inline]
    pub(super) fn is_within(self, position: &Position, moves: u8) -> bool {
        let to_win = i32::from(self.marbles_to_win) - i32::from(position.lost(!self.attacker));
        let needed = if self.game { to_win } else { to_win.min(1 - self.ahead(position)) };
        needed <= i32::from(moves) || self.can_shut_in(position, moves)
    }

    /// The attacker's moves that may reach the aim at once.
    #[inline]
    pub(super) fn last_moves(self, position: &Position) -> Moves {
        if (!self.game && self.ahead(position) > 0) || self.can_shut_in(position, 1) {
            position.legal_moves()
        } else {
            position.ejections()
        }
    }

    /// Whether the defender may be left without a move after this many moves of the attacker. Then no cell beside its marbles is free.
    /// A move of the attacker takes at most five such cells: the three it steps to, or around a marble it pushes away. A move of the
    /// defender gives up at most six: those around the line it leaves.
    #[inline]
    fn can_shut_in(self, position: &Position, moves: u8) -> bool {
        let free = position.marbles(!self.attacker).neighbors() & position.empty();
        free.len() + 6 <= 11 * usize::from(moves)
    }

    /// By how many marbles the attacker's lead has grown since the start.
    #[inline]
    fn ahead(self, position: &Position) -> i32 {
        let lost = |color| i32::from(position.lost(color)) - i32::from(self.lost[color]);
        lost(!self.attacker) - lost(self.attacker)
    }
}
