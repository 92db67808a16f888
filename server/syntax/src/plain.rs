//! Parses plain text: paragraphs, headings typed by hand, identifiers and citations by number.

use crate::front_matter::FrontMatter;
use crate::lines::Lines;
use crate::list_marker::Marker;
use crate::markdown::is_underline;
use crate::{Block, Heading, identifiers, named_sources, numbered, references, suppressions};
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice, Span};

/// The maximum length of a heading, in bytes.
const MAX_HEADING_BYTES: usize = 80;

/// The length of the beginning of a line that is examined to see whether it begins an item, in
/// bytes.
const MAX_LINE_PREFIX_BYTES: usize = 64;

/// The plain-text parser.
#[derive(Debug)]
pub(crate) struct Plain;

impl BlockReader for Plain {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, first: bool) -> Cut {
        cut(Lines::of_rope(rest), first)
    }

    fn read(&self, text: &str, first: bool) -> Block {
        let mut block = Block { suppressions: suppressions::in_lines(text), ..Block::default() };
        if first && let Some(front_matter) = front_matter(text) {
            block.bibliographies.clone_from(&front_matter.bibliographies);
            block.front_matter = Some(Box::new(front_matter));
            block.opaque.push(Span::new(0, text.len()));
            return block;
        }
        block.headings.extend(heading(text));
        block.citations = identifiers::find(text, &[]);
        let known: Vec<Span> = block.citations.iter().map(|citation| citation.group).collect();
        block.citations.extend(numbered::find(text, &crate::spans::join(known)));
        let named = named_sources::find(text, &[], &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = references::item_number(text);
        block
    }
}

/// Cuts a block: it ends at a blank line, before and after a heading of a list of references, and
/// before the next item of the same list.
fn cut(mut lines: Lines<'_>, first: bool) -> Cut {
    let Some(opening) = lines.next() else { return Cut { len: 0, seen: 0 } };
    let mut end = opening.end();
    let mut seen = 0;
    if first && opening.trimmed() == "---" {
        let closing = lines.clone().find(|line| matches!(line.trimmed(), "---" | "..."));
        match closing {
            Some(line) => return Cut { len: line.end(), seen: line.end() },
            None => seen = usize::MAX,
        }
    }
    let mut ends = references::is_heading_line(opening.trimmed());
    let list = Marker::of(prefix(&opening.text));
    if let Some(second) = lines.clone().next()
        && opening.text.len() <= MAX_HEADING_BYTES
        && is_underline(second.trimmed())
    {
        lines.next();
        end = second.end();
        ends = true;
    } else if opening.text.len() <= MAX_HEADING_BYTES {
        seen = seen.max(lines.clone().next().map_or(usize::MAX, |line| line.end()));
    }
    let mut blank = opening.is_blank();
    loop {
        let ahead = lines.clone();
        let Some(line) = lines.next() else {
            seen = usize::MAX;
            break;
        };
        if line.is_blank() {
            blank = true;
            end = line.end();
            continue;
        }
        let heads = line.text.len() <= MAX_HEADING_BYTES && references::is_heading_line(line.trimmed());
        let next_item = list.is_some() && Marker::of(prefix(&line.text)) == list;
        if blank || ends || heads || next_item {
            let looked = if heads {
                line.end()
            } else {
                line.seen_for_blank().max(line.start + MAX_LINE_PREFIX_BYTES)
            };
            // The length of a short line was examined to rule out a heading.
            seen = seen.max(looked).max(line.start + MAX_HEADING_BYTES + 1);
            lines = ahead;
            break;
        }
        end = line.end();
    }
    drop(lines);
    Cut { len: end, seen: seen.max(end) }
}

fn prefix(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_LINE_PREFIX_BYTES)).unwrap_or_default()
}

fn front_matter(text: &str) -> Option<FrontMatter> {
    let inner = text.strip_prefix("---")?;
    let start = text.len() - inner.trim_start_matches([' ', '\t']).trim_start_matches(['\r', '\n']).len();
    let end = text.trim_end().rfind("\n---").or_else(|| text.trim_end().rfind("\n..."))?;
    Some(FrontMatter::read(text.get(start..=end)?, start))
}

/// Returns the heading that a block is: an underlined line, a line in capitals, the title of a list
/// of references.
fn heading(text: &str) -> Option<Heading> {
    let visible = text.trim();
    let start = text.len() - text.trim_start().len();
    let mut lines = visible.lines();
    let line = lines.next()?.trim_end();
    if line.is_empty() || line.len() > MAX_HEADING_BYTES {
        return None;
    }
    let underlined = lines.next().is_some_and(|next| is_underline(next.trim_end()));
    let alone = lines.next().is_none() && (underlined || line.len() == visible.len());
    if !alone {
        return None;
    }
    let (marks, name) = (line.bytes().take_while(|byte| *byte == b'#').count(), line.trim_start_matches('#'));
    let marked = (1..=6).contains(&marks) && name.starts_with(' ');
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = letters >= 3
        && !line.ends_with('.')
        && line.split_whitespace().count() <= 8
        && line.chars().all(|c| !c.is_lowercase())
        && line.starts_with(char::is_alphabetic);
    if !(underlined || marked || capitals || references::is_heading_line(line)) {
        return None;
    }
    let level = if marked { u8::try_from(marks).unwrap_or(1) } else { 1 };
    let text = name.trim().trim_matches(['*', '_']).trim_end_matches(':').trim().to_owned();
    Some(Heading { level, text, span: Span::new(start, start + line.len()) })
}
