//! Text and boards set for a terminal of some width.

use sumito_content::rulebook::{self, Span};
use sumito_rules::Cell;
use sumito_rules::books::Figure;
use sumito_rules::diagram::{Diagram, TextStyle};

/// Marks around strong words. They take no room, and become escape codes or nothing.
const STRONG: [char; 2] = ['\u{e000}', '\u{e001}'];

pub(super) struct Paper {
    width: usize,
    color: bool,
    set: String,
}

impl Paper {
    pub(super) const fn new(width: usize, color: bool) -> Paper {
        Paper { width, color, set: String::new() }
    }

    /// The text of the whole page.
    pub(super) fn finish(self) -> String {
        let codes = if self.color { ["\x1b[1m", "\x1b[0m"] } else { ["", ""] };
        let set = STRONG.into_iter().zip(codes).fold(self.set, |set, (mark, code)| set.replace(mark, code));
        set.trim_end().to_owned() + "\n"
    }

    pub(super) fn title(&mut self, title: &str) {
        self.underlined(title, '=');
    }

    pub(super) fn heading(&mut self, title: &str) {
        if !self.set.is_empty() {
            self.gap();
        }
        self.underlined(title, '-');
    }

    fn underlined(&mut self, title: &str, line: char) {
        let line: String = title.chars().map(|_| line).collect();
        self.set.extend([&strong(title), "\n", line.as_str(), "\n\n"]);
    }

    /// A paragraph, and a free line.
    pub(super) fn text(&mut self, text: &[Span], indent: &str) {
        let words: String =
            text.iter().map(|span| if span.strong { strong(span.words) } else { span.words.to_owned() }).collect();
        self.words(&words, indent);
        self.gap();
    }

    /// Words broken into lines. The first begins with `indent`, and the others with as many blanks.
    pub(super) fn words(&mut self, words: &str, indent: &str) {
        let length = |text: &str| text.chars().filter(|sign| !STRONG.contains(sign)).count();
        let margin = " ".repeat(indent.chars().count());
        let mut line = indent.to_owned();
        let mut is_fresh = true;
        // A blank that does not break is no place to break.
        for word in words.split([' ', '\n']).filter(|word| !word.is_empty()) {
            if !is_fresh && length(&line) + 1 + length(word) > self.width {
                self.set.extend([line.trim_end(), "\n"]);
                line.clone_from(&margin);
                is_fresh = true;
            }
            if !is_fresh {
                line.push(' ');
            }
            line.push_str(word);
            is_fresh = false;
        }
        self.set.extend([line.trim_end(), "\n"]);
    }

    /// A free line, one at most.
    pub(super) fn gap(&mut self) {
        if !self.set.ends_with("\n\n") {
            self.set.push('\n');
        }
    }

    /// Boards side by side, as far as they have room, with arrows between them.
    pub(super) fn boards(&mut self, boards: &[String]) {
        const COLUMNS: usize = 26;
        self.gap();
        let fits = (self.width.saturating_sub(4) / COLUMNS).max(1);
        for row in boards.chunks(fits) {
            let height = row.iter().map(|board| board.lines().count()).max().unwrap_or_default();
            for n in 0..height {
                let mut line = "    ".to_owned();
                for (i, board) in row.iter().enumerate() {
                    let part = board.lines().nth(n).unwrap_or_default();
                    if i > 0 {
                        // Row e stands in the middle.
                        line.push_str(if n == 4 { " -> " } else { "    " });
                    }
                    line.push_str(part);
                    line.push_str(&" ".repeat((COLUMNS - 4).saturating_sub(visible(part))));
                }
                self.set.extend([line.trim_end(), "\n"]);
            }
            self.gap();
        }
    }
}

fn strong(words: &str) -> String {
    format!("{}{words}{}", STRONG[0], STRONG[1])
}

/// How many columns a line takes: escape codes take none.
fn visible(line: &str) -> usize {
    let mut pieces = line.split('\x1b');
    let first = pieces.next().unwrap_or_default().chars().count();
    first + pieces.map(|piece| piece.split_once('m').map_or(0, |(_, rest)| rest.chars().count())).sum::<usize>()
}

/// A figure, and what its first move to try makes of it if that is legal. Names of lines stand on their ends.
pub(super) fn boards(figure: &Figure, style: TextStyle) -> Vec<String> {
    let position = figure.position();
    let mut boards = vec![named(figure, &rulebook::of_figure(figure).text(style), style)];
    let legal = figure.trials.iter().find_map(|trial| position.attempt(trial.cells(), trial.direction).ok());
    if let Some(m) = legal {
        let after = position.after_unchecked(m);
        let marbles = Cell::all().filter_map(|cell| Some((cell, after.color_at(cell)?.into())));
        boards.push(named(figure, &Diagram::from_marbles(marbles).last_move(m).text(style), style));
    }
    boards
}

/// Puts the letters of a figure's lines on the free cells at their ends.
fn named(figure: &Figure, board: &str, style: TextStyle) -> String {
    let mut lines: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
    let ends = figure.lines.iter().filter_map(|(name, line)| Some((name.split_once('-')?, line)));
    // Painted boards have codes between their cells.
    for ((from, to), line) in ends.filter(|_| !style.color) {
        for (letter, cell) in [(from, line.from), (to, line.to)] {
            let (row, digit) = (usize::from(cell.row()), usize::from(cell.digit()));
            if let Some(sign) = lines.get_mut(8 - row).and_then(|line| line.get_mut(2 * digit + 4 - row)) {
                *sign = letter.chars().next().unwrap_or(*sign);
            }
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_to_the_width() {
        let mut paper = Paper::new(12, false);
        paper.heading("Två");
        paper.words("ett två tre fyra\u{a0}fem sex", "- ");
        assert_eq!(paper.finish(), "Två\n---\n\n- ett två\n  tre\n  fyra\u{a0}fem\n  sex\n");
        let mut paper = Paper::new(80, true);
        paper.text(&[Span { words: "Pac", strong: true, kind: rulebook::SpanKind::Plain }], "");
        assert_eq!(paper.finish(), "\x1b[1mPac\x1b[0m\n");
    }

    #[test]
    fn boards_stand_side_by_side_where_there_is_room() {
        let figure = Figure::find("pac-break").expect("a figure of the books");
        let drawn = boards(figure, TextStyle::PLAIN);
        assert!(drawn[0].contains("e a ● ● ● ○ ○ ○ · b"), "{}", drawn[0]);
        let height = |width| {
            let mut paper = Paper::new(width, false);
            paper.boards(&drawn);
            paper.finish().lines().count()
        };
        assert!(height(80) < height(40));
        assert_eq!(visible("\x1b[48;5;137ma\x1b[0m b"), 3);
    }
}
