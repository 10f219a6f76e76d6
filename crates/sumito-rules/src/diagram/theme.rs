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
    /// Flat, high-contrast colors, for low vision and poor screens.
    HighContrast = 3,
    /// Black lines on white, for paper.
    Print = 4,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 5] = [Theme::Classic, Theme::Light, Theme::Dark, Theme::HighContrast, Theme::Print];

    /// Its name on the command line and in pages: `classic`, `light`, `dark`, `high-contrast` or `print`.
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
    /// The background; as [`Theme::page`].
    pub paper: &'static str,
    /// Text.
    pub text: &'static str,
    /// Thin lines on the paper and on both colors.
    pub line: &'static str,
    /// Black's marbles.
    pub black: &'static str,
    /// White's marbles.
    pub white: &'static str,
    /// Mistakes.
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
    /// The frame around the board, and the trays.
    pub(super) rim: [&'static str; 2],
    /// The board inside the frame.
    pub(super) plate: [&'static str; 2],
    pub(super) hollow: [&'static str; 2],
    pub(super) hollow_radius: f64,
    /// The outlines of the board.
    pub(super) line: &'static str,
    pub(super) label: &'static str,
    marbles: [Glass; 6],
    highlights: [&'static str; 5],
    pub(super) arrow: &'static str,
    /// The outline of highlights and arrows, so that they stand out from marbles and board.
    pub(super) casing: &'static str,
    /// Flat themes have neither shades nor shine.
    pub(super) flat: bool,
    /// The board's reflection on the shaded side of the marbles.
    pub(super) reflection: &'static str,
    /// Whether the board shows the grain of wood.
    pub(super) grain: bool,
}

/// The colors of a marble, from light to shade, and of its mark.
#[derive(Copy, Clone)]
pub(super) struct Glass {
    pub(super) light: &'static str,
    pub(super) body: &'static str,
    pub(super) shade: &'static str,
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

const fn glass([light, body, shade, dark]: [&'static str; 4], edge: &'static str, mark: &'static str) -> Glass {
    Glass { light, body, shade, dark, edge, mark }
}

const fn paint(body: &'static str, edge: &'static str, mark: &'static str) -> Glass {
    glass([body; 4], edge, mark)
}

/// In the order of the seats: Black, White, and four hues that also differ in lightness.
const GLOSSY: [Glass; 6] = [
    glass(["#646973", "#212328", "#0f1012", "#08080a"], "#000", "#fff"),
    glass(["#fdfaf4", "#f1ebe0", "#d0c4b2", "#b7a892"], "#8d8578", "#000"),
    glass(["#8fc0f5", "#2366b4", "#123f80", "#0b2a5c"], "#071d42", "#fff"),
    glass(["#ff9b7d", "#cf3a22", "#95210f", "#6d1206"], "#4d0c04", "#fff"),
    glass(["#a8ecc4", "#2f9e6c", "#17694a", "#0d4a30"], "#083522", "#fff"),
    glass(["#fff6b8", "#f2c21b", "#c79108", "#a06f00"], "#7a5400", "#3a2800"),
];

static CLASSIC: Palette = Palette {
    rim: ["#80502c", "#4a2a14"],
    plate: ["#e3b97f", "#c48d50"],
    hollow: ["#b07d49", "#cf9d63"],
    hollow_radius: 18.5,
    line: "#2e1706",
    label: "#f3d9b1",
    marbles: GLOSSY,
    highlights: ["#fff3c9", "#6fe0ff", "#7bea7b", "#ff5a3c", "#fff"],
    arrow: "#6fe0ff",
    casing: "#1d1006",
    flat: false,
    reflection: "#f0a85c",
    grain: true,
};

static LIGHT: Palette = Palette {
    rim: ["#f2f4f6", "#ccd4dc"],
    plate: ["#dfe6ed", "#c2ceda"],
    hollow: ["#93a3b3", "#c4d0db"],
    hollow_radius: 18.5,
    line: "#7f8d9b",
    label: "#3f4b57",
    marbles: GLOSSY,
    highlights: ["#ffb300", "#0a84d6", "#1f9d55", "#d93025", "#7a3fc2"],
    arrow: "#0a84d6",
    casing: "#fff",
    flat: false,
    reflection: "#9fb4c8",
    grain: false,
};

static DARK: Palette = Palette {
    rim: ["#3b444e", "#20262d"],
    plate: ["#65727f", "#47525d"],
    hollow: ["#2a323a", "#56626e"],
    hollow_radius: 18.5,
    line: "#0b0e11",
    label: "#b9c4ce",
    marbles: GLOSSY,
    highlights: ["#ffd84d", "#56c8ff", "#7bea9b", "#ff6a55", "#fff"],
    arrow: "#56c8ff",
    casing: "#0b0e11",
    flat: false,
    reflection: "#8fa3b6",
    grain: false,
};

static HIGH_CONTRAST: Palette = Palette {
    rim: ["#000", "#000"],
    plate: ["#87929b", "#87929b"],
    hollow: ["#3f474e", "#3f474e"],
    hollow_radius: 11.0,
    line: "#000",
    label: "#fff",
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
    reflection: "#fff",
    grain: false,
};

static PRINT: Palette = Palette {
    rim: ["#fff", "#fff"],
    plate: ["#fff", "#fff"],
    hollow: ["#d6d6d6", "#d6d6d6"],
    hollow_radius: 9.0,
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
    reflection: "#fff",
    grain: false,
};
