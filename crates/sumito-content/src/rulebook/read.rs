//! Reads the files of `learn/`; `rulebook.rs` describes their format.

use sumito_rules::books::{Edition, Figure, Term};
use sumito_rules::party;
use sumito_rules::shapes::Sense;

use super::{Block, Mark, PartyFigure, Section, Span, SpanKind, Text};

/// The sections of a file. An error names the line.
pub(super) fn sections(source: &'static str) -> Result<Vec<Section>, String> {
    let mut sections: Vec<Section> = Vec::new();
    for (line, number) in source.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        read_line(line, &mut sections).map_err(|wrong| format!("line {number}: {wrong}"))?;
    }
    Ok(sections)
}

fn read_line(line: &'static str, sections: &mut Vec<Section>) -> Result<(), String> {
    if let Some(head) = line.strip_prefix("# ") {
        let (key, title) = head.split_once(" | ").ok_or("expected '# KEY | TITLE'")?;
        sections.push(Section { key, title, blocks: Vec::new() });
        return Ok(());
    }
    let blocks = &mut sections.last_mut().ok_or("expected a section, '# KEY | TITLE', before anything else")?.blocks;
    if let Some(label) = line.strip_prefix("- ") {
        let Some(Block::Figure { trials, .. } | Block::Party { trials, .. }) = blocks.last_mut() else {
            return Err("a move to try belongs below a figure".into());
        };
        trials.push(text(label)?);
    } else {
        blocks.push(block(line)?);
    }
    Ok(())
}

fn block(line: &'static str) -> Result<Block, String> {
    if let Some((numbers, rest)) =
        line.strip_prefix('[').filter(|rest| !rest.starts_with('[')).and_then(|rest| rest.split_once("] "))
    {
        return Ok(Block::Words { marks: numbers.split_whitespace().map(mark).collect::<Result<_, _>>()?, text: text(rest)? });
    }
    if let Some((kind @ ("figure" | "layout" | "party"), rest)) = line.split_once(' ') {
        let (key, caption) = rest.split_once(" | ").ok_or_else(|| format!("expected '{kind} KEY | CAPTION'"))?;
        let caption = text(caption)?;
        let unknown = || format!("there is no {kind} '{key}'");
        return Ok(match kind {
            "party" => Block::Party { figure: PartyFigure::find(key).ok_or_else(unknown)?, caption, trials: Vec::new() },
            "figure" => Block::Figure { figure: Figure::find(key).ok_or_else(unknown)?, caption, trials: Vec::new() },
            _ => Block::Layout { layout: party::Layout::find(key).ok_or_else(unknown)?, caption },
        });
    }
    let (who, what) = line.split_once(": ").ok_or("expected a block; see rulebook.rs")?;
    if who == "also" {
        return Ok(Block::Also(what.split(", ").collect()));
    }
    let words = text(what)?;
    if who == "Sumito" {
        return Ok(Block::Ours(words));
    }
    if let Some(key) = who.strip_prefix("sense ") {
        let sense =
            Sense::ALL.into_iter().find(|sense| sense.key() == key).ok_or_else(|| format!("there is no sense '{key}'"))?;
        return Ok(Block::Meaning { sense, text: words });
    }
    let named = |name: &str| Edition::ALL.into_iter().find(|edition| edition.name() == name);
    let edition = |name: &str| named(name).ok_or_else(|| format!("there is no edition '{name}'"));
    Ok(Block::Said { editions: who.split_whitespace().map(edition).collect::<Result<_, _>>()?, text: words })
}

fn mark(text: &str) -> Result<Mark, String> {
    let wrong = || format!("expected a number such as R1, C2 or G3, found '{text}'");
    let (kind, number) = text.split_at_checked(1).ok_or_else(wrong)?;
    let number = number.parse().map_err(|_| wrong())?;
    match kind {
        "R" => Ok(Mark::Requirement(number)),
        "C" => Ok(Mark::Conflict(number)),
        "G" => Ok(Mark::Gap(number)),
        _ => Err(wrong()),
    }
}

/// Parses the markup within a text.
fn text(source: &'static str) -> Result<Text, String> {
    let mut spans = Vec::new();
    for (part, strong) in source.split('*').zip([false, true].into_iter().cycle()) {
        for (part, is_code) in part.split('`').zip([false, true].into_iter().cycle()) {
            let mut push = |words: &'static str, kind| spans.extend((!words.is_empty()).then_some(Span { words, strong, kind }));
            if is_code {
                push(part, SpanKind::Code);
                continue;
            }
            let mut pieces = part.split("[[");
            push(pieces.next().unwrap_or_default(), SpanKind::Plain);
            for piece in pieces {
                let (inside, after) = piece.split_once("]]").ok_or("a '[[' is not closed")?;
                let (words, name) = inside.split_once('|').unwrap_or((inside, inside));
                let term = Term::find(name).ok_or_else(|| format!("the glossary has no '{name}'"))?;
                push(words, SpanKind::Term(term));
                push(after, SpanKind::Plain);
            }
        }
    }
    Ok(spans)
}
