//! Finds the title, the abstract, and the description of the work on the first page.

use super::blocks::{Block, BlockKind};
use crate::full_text::parts::{parts, without_number};
use crate::pdf::{PlacedLine, join_line_as};
use referee_bibliography::{Identifier, Identifiers, Work, find_identifiers};
use referee_text::fold;
use std::collections::{HashMap, HashSet};

/// The minimum number of letters of a first page that is not a cover.
const MIN_FIRST_PAGE_LETTERS: usize = 1_200;

/// The minimum number of words of a title.
const MIN_TITLE_WORDS: usize = 2;

/// The maximum length of a licence, in characters.
const MAX_LICENCE_CHARACTERS: usize = 120;

/// The description of the work on the first page.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) work: Work,
    pub(super) version: Option<String>,
    pub(super) licence: Option<String>,
}

impl Front {
    /// Reads the lines of the first page, and of the second if the first is a cover, without those
    /// of lists of references. `lines` include the running heads; `stamp` is that of a preprint server.
    pub(super) fn read(lines: &[PlacedLine], references: &[PlacedLine], stamp: &str) -> Self {
        let place = |line: &PlacedLine| (line.page, line.y.to_bits(), line.x.to_bits());
        let listed: HashSet<_> = references.iter().map(place).collect();
        let Some(first) = lines.first().map(|line| line.page) else { return Front::default() };
        let letters: usize = lines.iter().filter(|line| line.page == first).map(|line| line.text.len()).sum();
        let last = if letters < MIN_FIRST_PAGE_LETTERS { first.saturating_add(1) } else { first };
        let front: Vec<&PlacedLine> =
            lines.iter().filter(|line| line.page <= last && !listed.contains(&place(line))).collect();
        let mut text = String::new();
        for line in &front {
            // A DOI may continue in the next line.
            join_line_as(&mut text, &line.text, |_, _| None);
        }
        let folded = fold::title(&text);
        let mut identifiers: Identifiers = identifiers_in(stamp).into_iter().collect();
        identifiers.extend(own_identifiers(lines, &front, &text).iter().cloned());
        let arxiv = identifiers.iter().find_map(|identifier| match identifier {
            Identifier::Arxiv(_, version) => Some(*version),
            _ => None,
        });
        let version = match (arxiv, parts().version(&folded)) {
            (Some(Some(version)), _) => Some(format!("arXiv v{version}")),
            (_, Some(version)) => Some(version.to_owned()),
            (Some(None), None) => Some("preprint".to_owned()),
            (None, None) => None,
        };
        Front { work: Work { identifiers, ..Work::default() }, version, licence: licence(&text) }
    }
}

/// Returns the identifiers of the file: those in running heads, else the first of each kind on the
/// first page. A second DOI on that page is another work's.
fn own_identifiers(lines: &[PlacedLine], front: &[&PlacedLine], text: &str) -> Identifiers {
    let mut pages: HashMap<Identifier, HashSet<u32>> = HashMap::new();
    let top = lines.iter().map(|line| line.y).fold(f64::INFINITY, f64::min);
    let bottom = lines.iter().map(|line| line.y).fold(f64::NEG_INFINITY, f64::max);
    let margin = 0.12 * (bottom - top);
    for line in lines.iter().filter(|line| line.y < top + margin || line.y > bottom - margin) {
        for found in identifiers_in(&line.text) {
            pages.entry(found).or_default().insert(line.page);
        }
    }
    let mut repeated: Vec<(usize, Identifier)> = pages
        .into_iter()
        .filter(|(_, on)| on.len() >= 2)
        .map(|(identifier, on)| (on.len(), identifier))
        .collect();
    repeated.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.to_string().cmp(&other.to_string())));
    let mut out = Identifiers::default();
    let mut add = |identifier: Identifier| {
        let same_kind =
            |known: &Identifier| std::mem::discriminant(known) == std::mem::discriminant(&identifier);
        if !out.iter().any(same_kind) {
            out.insert(identifier);
        }
    };
    repeated.into_iter().for_each(|(_, identifier)| add(identifier));
    let in_margin = |line: &&&PlacedLine| line.y < top + margin || line.y > bottom - margin;
    for line in front.iter().filter(in_margin) {
        identifiers_in(&line.text).into_iter().for_each(&mut add);
    }
    identifiers_in(text).into_iter().for_each(&mut add);
    out
}

/// Returns the identifiers of works in a text; a registration of a trial is not that of a paper.
fn identifiers_in(text: &str) -> Vec<Identifier> {
    let found = find_identifiers(text).into_iter().filter_map(|found| found.result.ok());
    found.filter(|identifier| !matches!(identifier, Identifier::Trial(_) | Identifier::Isbn(_))).collect()
}

/// Returns the licence in a text: the address or the name of a Creative Commons licence.
fn licence(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let at = lower.find("creativecommons.org/").or_else(|| lower.find("creative commons"))?;
    let rest = lower.get(at..)?;
    let end = if rest.starts_with("creativecommons") {
        rest.find(|c: char| c.is_whitespace() || matches!(c, ')' | ',' | ';'))
    } else {
        rest.find(['.', ';', '('])
    };
    let licence: String =
        rest.get(..end.unwrap_or(rest.len()))?.chars().take(MAX_LICENCE_CHARACTERS).collect();
    Some(licence.trim_end_matches(['.', ' ']).to_owned())
}

/// Marks the title and the paragraphs of the abstract. `lines` include the running heads.
pub(super) fn mark(blocks: &mut Vec<Block>, lines: &[PlacedLine], body: f64) {
    let title = title(blocks, lines, body);
    if let Some(at) = title {
        complete_title(blocks, at);
    }
    release_names(blocks, title);
    let from = title.map_or(0, |at| at + 1);
    let first_page = blocks.iter().find_map(|block| block.lines.first()).map_or(0, |line| line.page);
    let mut seen: HashSet<String> = HashSet::new();
    let mut state = AbstractState::Before;
    let mut letters = 0;
    for block in blocks.iter_mut().skip(from) {
        let Some(first) = block.lines.first() else { continue };
        if first.page > first_page.saturating_add(3) {
            break;
        }
        let text = first.text.trim().trim_end_matches([':', '.']).to_owned();
        match (block.kind, state) {
            (BlockKind::Heading, AbstractState::Before) if parts().is_abstract(&text) => {
                state = AbstractState::Begun;
            }
            (BlockKind::Heading, AbstractState::Before) => {}
            // An abstract whose text follows its heading lacks other headings. The headings of a
            // structured one return in the paper.
            (BlockKind::Heading, AbstractState::Text) => break,
            (BlockKind::Heading, AbstractState::Begun | AbstractState::Structured) => {
                let is_numbered = without_number(&text).len() < text.len();
                let is_other = is_numbered || parts().ends_abstract(&text) || !parts().is_heading(&text);
                if is_other || !seen.insert(fold::title(&text)) || seen.len() > MAX_PARTS_OF_ABSTRACT {
                    break;
                }
                state = AbstractState::Structured;
            }
            (BlockKind::Paragraph, AbstractState::Before)
                if parts().without_abstract_label(&first.text).is_some() =>
            {
                block.kind = BlockKind::Abstract;
                state = AbstractState::Text;
            }
            (BlockKind::Paragraph, AbstractState::Before) => {}
            (BlockKind::Paragraph, _) => {
                letters += block.lines.iter().map(|line| line.text.len()).sum::<usize>();
                if letters > MAX_ABSTRACT_BYTES {
                    break;
                }
                block.kind = BlockKind::Abstract;
                if state == AbstractState::Begun {
                    state = AbstractState::Text;
                }
            }
            _ => {}
        }
    }
}

/// Makes large letters before the first section text: the name of the journal, the authors.
fn release_names(blocks: &mut [Block], title: Option<usize>) {
    let is_section = |block: &Block| {
        let text = block.lines.first().map_or("", |line| line.text.trim().trim_end_matches([':', '.']));
        block.kind == BlockKind::Heading
            && (parts().is_heading(text) || title.is_some() && without_number(text).len() < text.len())
            || block.lines.first().is_some_and(|line| parts().without_abstract_label(&line.text).is_some())
    };
    let Some(first) = blocks.iter().position(is_section) else { return };
    let page = blocks.iter().find_map(|block| block.lines.first()).map_or(0, |line| line.page);
    for block in blocks.iter_mut().take(first) {
        let is_front = block.lines.iter().all(|line| line.page <= page.saturating_add(2));
        if block.kind == BlockKind::Heading && is_front {
            block.kind = BlockKind::Note;
        }
    }
}

/// Makes a block the title, with the lines of its size below it: a short line of a title lies in the
/// left column.
fn complete_title(blocks: &mut Vec<Block>, at: usize) {
    let is_next = |title: &Block, next: &Block| {
        let (Some(last), Some(line)) = (title.lines.last(), next.lines.first()) else { return false };
        next.kind == BlockKind::Heading
            && last.page == line.page
            && (last.size - line.size).abs() < 0.04 * last.size
            && line.y > last.y
            && line.y - last.y < 1.9 * last.size
    };
    while let (Some(title), Some(next)) = (blocks.get(at), blocks.get(at + 1))
        && is_next(title, next)
    {
        let next = blocks.remove(at + 1);
        if let Some(title) = blocks.get_mut(at) {
            title.lines.extend(next.lines);
        }
    }
    if let Some(title) = blocks.get_mut(at) {
        title.kind = BlockKind::Title;
    }
}

/// Where a reader is, relative to the abstract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AbstractState {
    Before,
    /// Its heading was the last block.
    Begun,
    /// In a text without headings.
    Text,
    /// Between headings.
    Structured,
}

/// Moves the names at the top of the right column of the first page, next to those of the left
/// column, before the text.
pub(super) fn gather(blocks: &mut Vec<Block>, body: f64) {
    let Some(page) = blocks.iter().find_map(|block| block.lines.first()).map(|line| line.page) else {
        return;
    };
    let is_text = |block: &Block| {
        block.kind == BlockKind::Paragraph
            && block.lines.len() >= 3
            && block.lines.iter().all(|line| line.page == page && line.size < 1.06 * body)
            && block.lines.iter().map(|line| line.text.len()).sum::<usize>() > 150
    };
    let Some(text) = blocks.iter().position(is_text) else { return };
    // The heading of the text begins with it.
    let begin = (0..text).rev().take_while(|at| {
        blocks.get(*at).is_some_and(|block| {
            block.kind == BlockKind::Heading
                && block.lines.iter().all(|line| parts().is_heading(line.text.trim_end_matches([':', '.'])))
        })
    });
    let begin = begin.last().unwrap_or(text);
    let first = blocks.get(begin).and_then(|block| block.lines.first());
    let Some((top, column)) = first.map(|line| (line.y - 0.5 * line.size, line.column)) else { return };
    let mut at = begin;
    let mut to = begin;
    while at < blocks.len() {
        let is_beside = blocks.get(at).is_some_and(|block| {
            block.lines.iter().all(|line| line.page == page && line.column > column && line.y < top)
        });
        if is_beside {
            let mut block = blocks.remove(at);
            if block.kind == BlockKind::Heading && at > begin {
                block.kind = BlockKind::Paragraph;
            }
            blocks.insert(to, block);
            to += 1;
        }
        at += 1;
    }
}

/// The maximum length of an abstract, in bytes.
const MAX_ABSTRACT_BYTES: usize = 6_000;

/// The maximum number of headings within an abstract.
const MAX_PARTS_OF_ABSTRACT: usize = 8;

/// Returns the block of the title: the largest letters of the first two pages, before the abstract
/// or the first section.
fn title(blocks: &[Block], lines: &[PlacedLine], body: f64) -> Option<usize> {
    let first_page = blocks.iter().find_map(|block| block.lines.first())?.page;
    let heads: Vec<String> = lines
        .iter()
        .filter(|line| line.page <= first_page.saturating_add(1))
        .map(|line| fold::title(&line.text))
        .collect();
    let mut best: Option<(f64, usize)> = None;
    for (at, block) in blocks.iter().enumerate() {
        let Some(first) = block.lines.first() else { continue };
        if first.page > first_page.saturating_add(1) {
            break;
        }
        let heading = first.text.trim().trim_end_matches([':', '.']);
        if block.kind != BlockKind::Heading {
            continue;
        }
        if parts().is_heading(heading) {
            // The headings of a letter's sections come before no title.
            if best.is_some() {
                break;
            }
            continue;
        }
        let words: usize = block.lines.iter().map(|line| line.text.split_whitespace().count()).sum();
        let text: Vec<&str> = block.lines.iter().map(|line| line.text.as_str()).collect();
        if is_journal(&fold::title(&text.join(" ")), &heads) {
            continue;
        }
        let is_larger = best.is_none_or(|(size, _)| first.size > size + 0.3);
        if words >= MIN_TITLE_WORDS && first.size > 1.15 * body && is_larger {
            best = Some((first.size, at));
        }
    }
    best.map(|(_, at)| at)
}

/// Returns whether large letters are the name of the journal: another line has its volume or year
/// after it. Both are folded.
fn is_journal(name: &str, lines: &[String]) -> bool {
    lines.iter().any(|line| {
        line.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) || rest.starts_with("vol "))
    })
}
