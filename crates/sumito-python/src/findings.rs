//! What the rule books have a word for on a board.

use pyo3::prelude::*;
use sumito_rules::books::Term;
use sumito_rules::shapes::{self, Sense};
use sumito_rules::{Cells, Color, Move, Position};

use crate::moves::PyMove;
use crate::words;

/// Something on a board that the rule books have a word for: a group, a block, a pac, a sumito, a threat... `str` describes it.
#[pyclass(name = "Finding", module = "sumito", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    kind: &'static str,
    key: &'static str,
    color: Option<Color>,
    cells: Cells,
    played: Option<Move>,
    text: String,
}

#[pymethods]
impl Finding {
    /// What it is.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// Which one of its kind.
    #[getter]
    fn key(&self) -> &'static str {
        self.key
    }

    /// The side that it belongs to, if it belongs to one.
    #[getter]
    fn color(&self) -> Option<&'static str> {
        self.color.map(words::color_name)
    }

    /// Where it is.
    #[getter]
    fn cells(&self) -> Vec<String> {
        words::cell_names(self.cells)
    }

    /// The push that it is about, if there is one.
    #[getter(r#move)]
    fn played(&self) -> Option<PyMove> {
        self.played.map(PyMove)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}: {}>", self.kind, self.text)
    }
}

/// All findings, in the order of [`shapes::Survey`].
pub(crate) fn survey(position: &Position) -> Vec<Finding> {
    let survey = shapes::survey(position);
    let mut found = Vec::new();
    let mut add = |kind, key, color, cells, played, text| found.push(Finding { kind, key, color, cells, played, text });
    for group in &survey.groups {
        add("group", group.kind.term().key(), Some(group.color), group.cells, None, group.to_string());
    }
    for trinomial in &survey.trinomials {
        let key = trinomial.form.term().key();
        add("trinomial", key, Some(trinomial.color), trinomial.cells, None, trinomial.to_string());
    }
    for block in &survey.blocks {
        add("block", Term::Block.key(), Some(block.color), block.cells, None, block.to_string());
    }
    for pac in &survey.pacs {
        add("pac", pac.key(), None, pac.rows.black | pac.rows.white, None, pac.to_string());
    }
    for sumito in &survey.sumitos {
        let cells = sumito.push.cells() | sumito.pushed;
        add("sumito", sumito.key, Some(sumito.color), cells, Some(sumito.push), sumito.to_string());
    }
    for blocked in &survey.blocked_sumitos {
        let cells = blocked.push.cells() | blocked.pushed;
        add("blocked-sumito", blocked.reason.key(), Some(blocked.color), cells, Some(blocked.push), blocked.to_string());
    }
    for threat in &survey.threats {
        let key = if threat.is_det() { "det" } else { "threat" };
        let by = threat.by.first().map(|sumito| sumito.push);
        add("threat", key, Some(threat.owner), threat.marble.into(), by, threat.to_string());
    }
    for sense in Sense::ALL {
        for color in Color::ALL {
            let marbles = survey.marbles(sense, color);
            if !marbles.is_empty() {
                let text = format!("{color} {} on {marbles}", sense.term());
                add(sense.term().key(), sense.key(), Some(color), marbles, None, text);
            }
        }
    }
    found
}
