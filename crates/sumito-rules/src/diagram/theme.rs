//! The colors of the SVG.

use core::fmt;
use core::str::FromStr;

use super::Highlight;
use crate::notation::{ParseError, Subject, quoted};
use crate::party::Seat;

/// The look of an SVG diagram.
///
/// A page can change single colors of any theme by CSS custom properties such as `--sumito-plate`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Theme {
    /// Warm wood.
    #[default]
    Classic = 0,
    /// Pale and quiet, for light pages.
    Light = 1,
    /// Slate, for dark pages.
    Dark = 2,
    /// Flat colors that stand out strongly, for weak eyes and bad screens.
    HighContrast = 3,
    /// Black lines on white, for paper.
    Print = 4,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 5] = [Theme::Classic, Theme::Light, Theme::Dark, Theme::HighContrast, Theme::Print];

    /// The name by which it is chosen: `classic`, `light`, `dark`, `high-contrast` or `print`.
    pub const fn name(self) -> &'static str {
        ["classic", "light", "dark", "high-contrast", "print"][self as usize]
    }

    /// A color for the page around the board, where one must be chosen: red, green, blue.
    pub const fn page(self) -> [u8; 3] {
        match self {
            Theme::Classic => [0xf6, 0xf1, 0xe7],
            Theme::Light | Theme::HighContrast | Theme::Print => [0xff, 0xff, 0xff],
            Theme::Dark => [0x16, 0x1a, 0x1f],
        }
    }

    /// The colors of pictures that go with the theme's boards, such as charts.
    pub const fn ink(self) -> Ink {
        let palette = self.palette();
        let [black, white] = [palette.marbles[0].body, palette.marbles[1].body];
        let (paper, text) = match self {
            Theme::Classic => ("#f6f1e7", "#3a200e"),
            Theme::Light | Theme::HighContrast | Theme::Print => ("#fff", "#1d232a"),
            Theme::Dark => ("#161a1f", "#dde4ea"),
        };
        let danger = palette.highlights[Highlight::Threat as usize];
        Ink { paper, text, line: palette.plate[1], black, white, danger }
    }

    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Theme::Classic => &CLASSIC,
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Print => &PRINT,
        }
    }
}

/// Flat colors of a [`Theme`], as SVG and CSS write them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ink {
    /// What everything stands on; as [`Theme::page`].
    pub paper: &'static str,
    /// Words.
    pub text: &'static str,
    /// Thin lines on the paper and on both colors.
    pub line: &'static str,
    /// Black's marbles.
    pub black: &'static str,
    /// White's marbles.
    pub white: &'static str,
    /// What is bad.
    pub danger: &'static str,
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Theme, ParseError> {
        let theme = Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(text));
        theme.ok_or_else(|| Subject::Name.error(0, "classic, light, dark, high-contrast or print", quoted(text)))
    }
}

/// Every color of a theme. Pairs run from the top, where the light falls, to the bottom.
pub(super) struct Palette {
    /// The frame round the gutter.
    pub(super) rim: [&'static str; 2],
    pub(super) gutter: [&'static str; 2],
    /// The board proper.
    pub(super) plate: [&'static str; 2],
    pub(super) hollow: [&'static str; 2],
    pub(super) hollow_radius: u8,
    /// The outlines of the board.
    pub(super) line: &'static str,
    pub(super) label: &'static str,
    marbles: [Glass; 6],
    highlights: [&'static str; 5],
    pub(super) arrow: &'static str,
    /// Drawn round highlights and arrows, so that they stand out from marbles and board alike.
    pub(super) casing: &'static str,
    /// Flat themes have neither shades nor shine.
    pub(super) flat: bool,
    /// Whether the board shows the grain of wood.
    pub(super) grain: bool,
}

/// The colors of a marble, from where the light falls to where it does not, and that of its mark.
#[derive(Copy, Clone)]
pub(super) struct Glass {
    pub(super) light: &'static str,
    pub(super) body: &'static str,
    pub(super) dark: &'static str,
    pub(super) edge: &'static str,
    pub(super) mark: &'static str,
}

impl Palette {
    pub(super) fn marble(&self, color: Seat) -> Glass {
        self.marbles[color as usize]
    }

    pub(super) fn highlight(&self, kind: Highlight) -> &'static str {
        self.highlights[kind as usize]
    }
}

const fn glass(light: &'static str, body: &'static str, dark: &'static str, edge: &'static str, mark: &'static str) -> Glass {
    Glass { light, body, dark, edge, mark }
}

const fn paint(body: &'static str, edge: &'static str, mark: &'static str) -> Glass {
    glass(body, body, body, edge, mark)
}

/// In the order of the seats: Black, White, and four hues that also differ in lightness.
const GLOSSY: [Glass; 6] = [
    glass("#7d828a", "#2b2d31", "#08080a", "#000", "#fff"),
    glass("#fff", "#f4f1ea", "#b3aca0", "#8d8578", "#000"),
    glass("#8fc0f5", "#2366b4", "#0b2a5c", "#071d42", "#fff"),
    glass("#ff9b7d", "#cf3a22", "#6d1206", "#4d0c04", "#fff"),
    glass("#a8ecc4", "#2f9e6c", "#0d4a30", "#083522", "#fff"),
    glass("#fff6b8", "#f2c21b", "#a06f00", "#7a5400", "#3a2800"),
];

static CLASSIC: Palette = Palette {
    rim: ["#8a5a33", "#5b3519"],
    gutter: ["#3f2411", "#5f3a1e"],
    plate: ["#d9a868", "#b67f43"],
    hollow: ["#7a4c22", "#bd894c"],
    hollow_radius: 22,
    line: "#3a200e",
    label: "#5f3a17",
    marbles: GLOSSY,
    highlights: ["#ffd84d", "#4fd0ff", "#7bea7b", "#ff5a45", "#fff"],
    arrow: "#4fd0ff",
    casing: "#1d1006",
    flat: false,
    grain: true,
};

static LIGHT: Palette = Palette {
    rim: ["#f2f4f6", "#ccd4dc"],
    gutter: ["#9aa8b5", "#b9c5d0"],
    plate: ["#dfe6ed", "#c2ceda"],
    hollow: ["#93a3b3", "#c4d0db"],
    hollow_radius: 22,
    line: "#7f8d9b",
    label: "#4d5b69",
    marbles: GLOSSY,
    highlights: ["#ffb300", "#0a84d6", "#1f9d55", "#d93025", "#7a3fc2"],
    arrow: "#0a84d6",
    casing: "#fff",
    flat: false,
    grain: false,
};

static DARK: Palette = Palette {
    rim: ["#3b444e", "#20262d"],
    gutter: ["#1e252c", "#38424c"],
    plate: ["#65727f", "#47525d"],
    hollow: ["#2a323a", "#56626e"],
    hollow_radius: 22,
    line: "#0b0e11",
    label: "#b9c4ce",
    marbles: GLOSSY,
    highlights: ["#ffd84d", "#56c8ff", "#7bea9b", "#ff6a55", "#fff"],
    arrow: "#56c8ff",
    casing: "#0b0e11",
    flat: false,
    grain: false,
};

static HIGH_CONTRAST: Palette = Palette {
    rim: ["#000", "#000"],
    gutter: ["#5b6670", "#5b6670"],
    plate: ["#7d8891", "#7d8891"],
    hollow: ["#4a535b", "#4a535b"],
    hollow_radius: 12,
    line: "#000",
    label: "#000",
    marbles: [
        paint("#000", "#fff", "#fff"),
        paint("#fff", "#000", "#000"),
        paint("#0033a0", "#fff", "#fff"),
        paint("#a30000", "#fff", "#fff"),
        paint("#00e08a", "#000", "#000"),
        paint("#ffe600", "#000", "#000"),
    ],
    highlights: ["#ffe600", "#00e5ff", "#5dff5d", "#ff4d4d", "#fff"],
    arrow: "#00e5ff",
    casing: "#000",
    flat: true,
    grain: false,
};

static PRINT: Palette = Palette {
    rim: ["#fff", "#fff"],
    gutter: ["#e4e4e4", "#e4e4e4"],
    plate: ["#fff", "#fff"],
    hollow: ["#d6d6d6", "#d6d6d6"],
    hollow_radius: 9,
    line: "#333",
    label: "#333",
    marbles: [
        paint("#1a1a1a", "#000", "#fff"),
        paint("#fff", "#000", "#000"),
        paint("#7d7d7d", "#000", "#fff"),
        paint("#555", "#000", "#fff"),
        paint("#bbb", "#000", "#000"),
        paint("#e6e6e6", "#000", "#000"),
    ],
    highlights: ["#000", "#000", "#000", "#000", "#000"],
    arrow: "#444",
    casing: "#fff",
    flat: true,
    grain: false,
};
