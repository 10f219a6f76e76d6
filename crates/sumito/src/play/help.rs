//! The help screens.

use ratatui::style::{Modifier, Style};

use super::page::Page;

impl Page<'_> {
    pub(super) fn help(&mut self, text: &str) {
        for (n, line) in text.lines().enumerate() {
            let style = if n == 0 { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            self.text(self.area.x, self.area.y.saturating_add(n as u16), line, style);
        }
    }
}

/// For games without a server.
pub(super) const HERE: &str = "\
How to play, in the terminal                                 (any key goes back)

  arrow keys     move the cursor over the board
  space          choose the marble under the cursor, up to three in a line
  w e            move the chosen marbles:   up left     up right
  a d                                       left        right
  z x  (or y)                               down left   down right
                 without chosen marbles the same keys move the cursor
  mouse          click your marbles, then a cell next to them; right: let go
  enter, : or m  type a move: a1b2, c3c5d4, or in another notation
  esc            let the marbles go
  h              hint: the engine's move
  u              take back your last move
  r  =           resign; agree to a draw (two players)
  s              save the game as a record
  n              new game
  f              turn the board around
  q, Ctrl-C      quit; Ctrl-C asks no questions

Replay: left and right, page up and down, home and end; p plays on from there.
Marks: [ ] cursor  ( ) chosen  - - last move  ? ? hint  ! ! why a move fails
Push with more marbles than are in front of yours. Six ejected marbles win.";

/// For games on a server.
pub(super) const ON_A_SERVER: &str = "\
Playing on a server                                          (any key goes back)

  arrow keys     move the cursor over the board; after the game, go through it
  space          choose the marble under the cursor, up to three in a line
  w e            move the chosen marbles:   up left     up right
  a d                                       left        right
  z x  (or y)                               down left   down right
  mouse          click your marbles, then a cell next to them; right: let go
  enter, : or m  type a move: a1b2, c3c5d4, or in another notation
  j              take the open seat of a game
  =              offer a draw, or accept one
  u              ask to take your last move back, or let your opponent do so
  n              after the game: offer a rematch, or accept one
  -              decline what your opponent offers
  r              resign; before the second move: abort the game
  c              claim the game when your opponent has left it
  t              talk to your opponent
  h              hint: the engine's move, where the game allows it
  s  f           save the game as a record; turn the board around
  q, Ctrl-C      leave; Ctrl-C asks no questions

Your moves are safe: if the connection is lost, they are sent again.
Marks: [ ] cursor  ( ) chosen  - - last move  ? ? hint  ! ! why a move fails";

/// For the lobby of a server.
pub(super) const IN_THE_LOBBY: &str = "\
The lobby of a server                                        (any key goes back)

  up, down       choose a line; page up and down, home and end as well
  enter, mouse   open it: go on with your game, accept a challenge, take an
                 open seat, or watch a game
  d              decline a challenge, with a reason if you like
  s              seek an opponent: type a clock, such as 300+3, 600, 3d or none.
                 Your seat is open to everybody while you wait
  i              invite a friend: the same, but only by the link of the game
  c              challenge a player: type the name, and a clock if you like
  e              play the server's engine: type a level from 1 to 10
  q, Ctrl-C      quit

The lists are renewed all the time. You can play as a guest; for challenges and
rated games, make an account in the browser, and a token for --token-file.";
