//! Which edition states which requirement: the tables of docs/rules.md as data.

use sumito_rules::books::Edition;

use super::Mark;

/// How an edition states a requirement.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    InWords,
    /// Only by a figure or an example.
    Shown,
    Otherwise,
    Silent,
}

/// By requirement from R1, then by edition in the order of [`Edition::ALL`]: `+` in words, `o` shown or implied, `!` otherwise, `-` silent.
const STATED: [&str; 46] = [
    "ooo+oo+", "ooooo++", "+++++++", "+++!+!!", "+++++++", "o++oo++", "+oo++++", "ooo-o++", "-+++---",
    "+++++++", // R1 to R10
    "+++++++", "-+++o++", "++oo!++", "+oooo++", "+++++++", "+++++++", "+++++++", "++-++++", "+++++++",
    "++-++oo", // R11 to R20
    "+++++++", "++++o++", "+++++++", "++o++o+", "+++++++", "-----++", "oooo+oo", "+++++--", "+++++o+",
    "+++++o+", // R21 to R30
    "+++++o+", "oo-oo++", "+++++++", "++o++oo", "++-++++", "oo-oo++", "+++++++", "+++++--", "+++++++",
    "+--++--", // R31 to R40
    "+++++++", "++o++o+", "+++++++", "+++++++", "---+---", "+++++--", // R41 to R46
];

/// How an edition states a requirement. Those beyond R46 are terms and figures, which have their own tables.
pub(super) fn stated(requirement: u8, edition: Edition) -> Option<Stated> {
    let row = STATED.get(usize::from(requirement).checked_sub(1)?)?;
    Some(match row.as_bytes()[edition as usize] {
        b'+' => Stated::InWords,
        b'o' => Stated::Shown,
        b'!' => Stated::Otherwise,
        _ => Stated::Silent,
    })
}

/// How an edition states a paragraph, which may cover several requirements.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All of it in the same way.
    All(Stated),
    /// Partly in one way, partly in another, but nothing differently.
    Part,
}

/// How an edition states these marks; `None` if none of them is a requirement.
pub fn coverage(marks: &[Mark], edition: Edition) -> Option<Coverage> {
    let numbers = marks.iter().filter_map(|mark| if let Mark::Requirement(number) = mark { Some(*number) } else { None });
    let all: Vec<Stated> = numbers.filter_map(|number| stated(number, edition)).collect();
    let first = *all.first()?;
    Some(if all.contains(&Stated::Otherwise) {
        Coverage::All(Stated::Otherwise)
    } else if all.iter().all(|stated| *stated == first) {
        Coverage::All(first)
    } else {
        Coverage::Part
    })
}

impl Coverage {
    /// The key of the text that says so.
    pub const fn key(self) -> &'static str {
        match self {
            Coverage::All(Stated::InWords) => "rulebook-stated-words",
            Coverage::All(Stated::Shown) => "rulebook-stated-shown",
            Coverage::All(Stated::Otherwise) => "rulebook-stated-otherwise",
            Coverage::All(Stated::Silent) => "rulebook-stated-silent",
            Coverage::Part => "rulebook-stated-part",
        }
    }
}
