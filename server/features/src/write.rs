//! Pages put into a draft: hypotheses, a report, one of its sections; with their citations, entries and provenance.

use referee_citations::edits::{NoInsertion, entries_for};
use referee_findings::FileEdit;
use referee_literature::Record;
use referee_research::page::{Block, Citing, Page, write};
use referee_research::{Evidence, clock};
use referee_syntax::{Document, Format};
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use std::collections::BTreeMap;

/// With what a provenance comment begins.
pub const PROVENANCE: &str = "referee:written";

/// The question that a draft is about: its title, else its first heading.
#[must_use]
pub fn question_of(document: &Document) -> Option<String> {
    let title = document.front_matter().and_then(|matter| matter.title).map(|title| title.name);
    let title = title.or_else(|| document.headings().first().map(|heading| heading.text.clone()));
    title.map(|title| title.trim_matches(['"', '\'', ' ']).to_owned()).filter(|title| !title.is_empty())
}

/// The edits that put a page behind the block under the cursor: its text with citations in the syntax of the draft,
/// the entries that its bibliography lacks, and a comment that says where the text came from.
///
/// # Errors
///
/// Says in a sentence why that cannot be done.
pub fn insert(
    snapshot: &Snapshot,
    file: &FileId,
    at: Span,
    page: &Page,
    evidence: &[Evidence],
    made_by: &str,
) -> Result<Vec<FileEdit>, String> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else {
        return Err("This can only be written into a draft.".to_owned());
    };
    let handles = page.cited();
    let works: Vec<&Record> = handles
        .iter()
        .filter_map(|handle| evidence.iter().find(|one| one.handle == *handle))
        .map(|one| &one.record)
        .collect();
    if works.len() != handles.len() {
        return Err("Something is cited that is not in the evidence; nothing was written.".to_owned());
    }
    let mut page = page.clone();
    let mut edits = Vec::new();
    let keyed = snapshot.with_surroundings(file, |around| {
        let works: Vec<_> = works.iter().map(|record| &record.work).collect();
        entries_for(around, &works)
    });
    let plain = document.format() == Format::PlainText;
    let citing = match keyed {
        Ok((keys, added)) if !plain => {
            edits.extend(added);
            Citing::Keys(handles.iter().cloned().zip(keys).collect())
        }
        Ok(_) | Err(NoInsertion::NoBibliography(_) | NoInsertion::Unwritable) => {
            numbered(&mut page, &document, &handles, &works)
        }
        Err(why) => return Err(why.to_string()),
    };
    let place = end_of_block(&document, at.start as usize);
    let text = write(&page, document.format(), &citing, below(&document, place));
    let mut comment = Page::default();
    comment.blocks.push(Block::Comment(format!(
        "{PROVENANCE} {} by={} evidence={} hash={:016x}",
        clock::iso(clock::today()),
        made_by.replace(' ', "-"),
        if handles.is_empty() { "none".to_owned() } else { handles.join(",") },
        hash(&text)
    )));
    let comment = write(&comment, document.format(), &citing, 0);
    let before = if place == 0 { "" } else { "\n\n" };
    let behind = document.text().get_byte_slice(place..).map(|rest| rest.to_string()).unwrap_or_default();
    let close = if behind.starts_with("\n\n") || behind.trim().is_empty() { "" } else { "\n" };
    edits.push(FileEdit {
        file: file.clone(),
        span: Span::at(place),
        text: format!("{before}{}{}{close}", comment.trim_start_matches('\n'), text.trim_end()),
    });
    edits.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    Ok(edits)
}

/// Numbers behind those of the draft's own list, and a list of what is cited at the end of the page.
fn numbered(page: &mut Page, document: &Document, handles: &[String], works: &[&Record]) -> Citing {
    let highest = document.list_items().filter_map(|listed| listed.item.number).max().unwrap_or(0);
    let numbers: BTreeMap<String, u32> = handles.iter().cloned().zip(highest.saturating_add(1)..).collect();
    let listed = page.blocks.iter().any(|block| matches!(block, Block::Numbered(..)));
    if !listed && !handles.is_empty() {
        page.words("Sources:");
        for (handle, record) in handles.iter().zip(works) {
            let number = numbers.get(handle).copied().unwrap_or_default();
            page.blocks.push(Block::Numbered(number, referee_bibliography::render::vancouver(&record.work)));
        }
    }
    Citing::Numbers(numbers)
}

/// The end of what is written of the block under the cursor; in metadata the end of that.
fn end_of_block(document: &Document, offset: usize) -> usize {
    let text = document.text();
    let Some(index) = document.blocks().index_at(offset.min(text.len_bytes())) else {
        return text.len_bytes();
    };
    let Some(block) = document.blocks().as_slice().get(index) else { return text.len_bytes() };
    let mut end = block.span().range().end.min(text.len_bytes());
    let start = block.start as usize;
    while end > start && text.get_byte(end - 1).is_some_and(|byte| byte.is_ascii_whitespace()) {
        end -= 1;
    }
    end
}

/// How many levels a page stands under the highest: below the heading that the place is under.
fn below(document: &Document, place: usize) -> u8 {
    let above = document.headings().into_iter().rfind(|heading| (heading.span.start as usize) < place);
    // LaTeX has parts and chapters above its sections, and a page begins with a section.
    let over = if document.format() == Format::Latex { 2 } else { 0 };
    above.map_or(0, |heading| heading.level.saturating_sub(over).min(4))
}

/// FNV-1a of what was written: a text that has another one was edited by hand.
fn hash(text: &str) -> u64 {
    text.trim()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The edits that take every provenance comment out of a draft.
#[must_use]
pub fn strip_provenance(snapshot: &Snapshot, file: &FileId) -> Vec<FileEdit> {
    let Some(text) = snapshot.text(file) else { return Vec::new() };
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.to_string();
        let trimmed = line.trim();
        let opened = ["<!--", "%", "//"].iter().find_map(|mark| trimmed.strip_prefix(mark));
        if opened.is_some_and(|rest| rest.trim_start().starts_with(PROVENANCE)) {
            let start = text.line_to_byte(number);
            out.push(FileEdit {
                file: file.clone(),
                span: Span::new(start, start + line.len()),
                text: String::new(),
            });
        }
    }
    out
}
