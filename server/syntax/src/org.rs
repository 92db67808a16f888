//! Parses Org: headings by stars, `[cite:@key]` of org-cite, `cite:key` and `[[cite:&key]]` of
//! org-ref.
//!
//! Source: the manual of Org 9.7, "Citations", and the manual of org-ref 3.

use crate::lines::{Line, Lines};
use crate::list_marker::Marker;
use crate::{
    BibliographySetup, Block, Citation, FrontMatter, Heading, Mode, NamedSpan, Provenance, Target,
    identifiers, named_sources, numbered, references, spans, suppressions,
};
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice, Span};
use std::cell::RefCell;
use std::collections::HashMap;

/// The maximum length of a citation of several keys, in bytes.
const MAX_CITATION_BYTES: usize = 4_096;

/// The maximum length of the type of a link, in letters.
const MAX_LINK_NAME: usize = 16;

/// Links of org-ref that cite.
const CITE_LINKS: &[&str] = &[
    "cite",
    "citep",
    "citet",
    "citealp",
    "citealt",
    "citeauthor",
    "citeyear",
    "citeyearpar",
    "autocite",
    "parencite",
    "textcite",
    "footcite",
    "fullcite",
    "supercite",
    "nocite",
    "Citep",
    "Citet",
    "Autocite",
    "Parencite",
    "Textcite",
];

/// The parser of one Org text; another text needs another parser.
#[derive(Debug, Default)]
pub(crate) struct Org {
    /// The unclosed blocks, by name, each with the length of the remaining text when that was found
    /// out. None of this name is closed after that place either.
    unclosed: RefCell<HashMap<String, usize>>,
}

impl BlockReader for Org {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        cut(Lines::of_rope(rest), rest.len_bytes(), &self.unclosed)
    }

    fn read(&self, text: &str, _first: bool) -> Block {
        let mut block = Block { suppressions: suppressions::in_lines(text), ..Block::default() };
        if let Some(name) = block_name(text) {
            // Quotations and notes are prose in a frame; the other blocks are code.
            if !matches!(name.as_str(), "quote" | "verse" | "center" | "abstract" | "note") {
                block.opaque.push(Span::new(0, text.len()));
                return block;
            }
        }
        let mut mute = opaque_lines(text, &mut block);
        mute.extend(marked_code(text, &mute));
        mute.sort_unstable();
        let mute = spans::join(mute);
        block.opaque.clone_from(&mute);
        block.headings.extend(heading(text));
        let is_mute = |at: usize| spans::hold(&mute, at);
        block.citations = citations(text);
        block.citations.retain(|citation| !is_mute(citation.group.start as usize));
        bibliography_links(text, &mut block, &is_mute);
        let mut known: Vec<Span> = block.citations.iter().map(|citation| citation.group).collect();
        known.extend(mute.iter().copied());
        known.sort_unstable();
        let known = spans::join(known);
        block.citations.extend(identifiers::find(text, &known));
        block.citations.extend(numbered::find(text, &known));
        let named = named_sources::find(text, &mute, &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = references::item_number(text);
        block
    }
}

/// Returns the name of the block that a text is: `#+begin_src`.
fn block_name(text: &str) -> Option<String> {
    let line = text.lines().next()?.trim();
    let lower = line.to_ascii_lowercase();
    lower.strip_prefix("#+begin_").map(|name| name.split_whitespace().next().unwrap_or_default().to_owned())
}

/// Returns the number of stars if a line is a heading: stars at its start, and a blank.
fn stars(line: &str) -> Option<usize> {
    let stars = line.bytes().take_while(|byte| *byte == b'*').count();
    (stars > 0 && line.get(stars..).is_some_and(|rest| rest.starts_with([' ', '\t']))).then_some(stars)
}

/// Cuts a block: a heading is a block, a `#+begin_` extends to its end, and everything else to a
/// blank line or the next of these.
fn cut(mut lines: Lines<'_>, left: usize, unclosed: &RefCell<HashMap<String, usize>>) -> Cut {
    let Some(opening) = lines.next() else { return Cut { len: 0, seen: 0 } };
    let mut seen = opening.end();
    if let Some(name) = block_name(&opening.text) {
        let known = unclosed.borrow().get(&name).is_some_and(|from| left <= *from);
        let end = format!("#+end_{name}");
        let closes = |line: &Line<'_>| line.text.trim().eq_ignore_ascii_case(&end);
        match (!known).then(|| lines.clone().find(closes)).flatten() {
            Some(line) => return Cut { len: line.end(), seen: line.end() },
            None => {
                seen = usize::MAX;
                let mut unclosed = unclosed.borrow_mut();
                let from = unclosed.entry(name).or_default();
                *from = left.max(*from);
            }
        }
    }
    let is_heading = stars(&opening.text).is_some() || references::is_heading_line(opening.trimmed());
    let list = Marker::of(opening.text.trim_start());
    let mut end = opening.end();
    let mut blank = opening.is_blank();
    for line in lines {
        if line.is_blank() {
            blank = true;
            end = line.end();
            seen = seen.max(end);
            continue;
        }
        seen = seen.max(line.end());
        let begins = stars(&line.text).is_some()
            || block_name(&line.text).is_some()
            || references::is_heading_line(line.trimmed())
            || (list.is_some() && Marker::of(line.text.trim_start()) == list);
        if blank || is_heading || begins {
            return Cut { len: end, seen };
        }
        end = line.end();
    }
    Cut { len: end, seen: usize::MAX }
}

/// Returns the comments and keywords, and records what the keywords declare.
fn opaque_lines(text: &str, block: &mut Block) -> Vec<Span> {
    let mut out = Vec::new();
    for line in Lines::of_text(text) {
        let body = line.text.trim_start();
        let start = line.start + (line.text.len() - body.len());
        let comment = body.starts_with("# ") || body.trim_end() == "#";
        let property = body.starts_with(':') && body.trim_end().ends_with(':') && body.trim_end().len() > 2;
        let Some(keyword) = body.strip_prefix("#+") else {
            if comment {
                let end = start + body.trim_end().len();
                block.provenance.extend(Provenance::parse(&body[1..], Span::new(start, end)));
            }
            if comment || property {
                out.push(Span::new(line.start, line.end()));
            }
            continue;
        };
        let Some((name, value)) = keyword.split_once(':') else {
            out.push(Span::new(line.start, line.end()));
            continue;
        };
        let at = start + 2 + name.len() + 1;
        let trimmed = value.trim();
        let value_start = at + (value.len() - value.trim_start().len());
        match name.to_ascii_lowercase().as_str() {
            // Titles, captions and abstracts are prose.
            "title" | "subtitle" | "caption" | "description" => out.push(Span::new(line.start, value_start)),
            "bibliography" => {
                // `#+bibliography: refs.bib` of org-cite; `#+bibliography: refs plain option:…` of
                // ox-bibtex.
                let plain = trimmed.trim_matches('"');
                let name = if plain.contains(".bib") || plain.contains(".json") {
                    plain
                } else {
                    plain.split_whitespace().next().unwrap_or_default()
                };
                if !name.is_empty() {
                    let from = value_start + trimmed.find(name).unwrap_or(0);
                    block
                        .bibliographies
                        .push(NamedSpan { name: name.to_owned(), span: Span::new(from, from + name.len()) });
                }
                out.push(Span::new(line.start, line.end()));
            }
            "cite_export" => {
                let processor = trimmed.split_whitespace().next().unwrap_or_default();
                block.bibliography_setup.named = BibliographySetup::of_org_processor(processor);
                // `#+cite_export: csl style.csl`; the other processors do not use such styles.
                let rest = trimmed.strip_prefix("csl").filter(|rest| rest.starts_with([' ', '\t']));
                if let Some(name) = rest.and_then(|rest| rest.split_whitespace().next()) {
                    let name = name.trim_matches('"');
                    let from = value_start + trimmed.rfind(name).unwrap_or(0);
                    block.citation_style =
                        Some(NamedSpan { name: name.to_owned(), span: Span::new(from, from + name.len()) });
                }
                out.push(Span::new(line.start, line.end()));
            }
            "include" => {
                let name =
                    trimmed.strip_prefix('"').and_then(|rest| rest.split('"').next()).unwrap_or_default();
                if name.ends_with(".org") {
                    let from = value_start + 1;
                    block.includes.push(crate::Include {
                        name: name.to_owned(),
                        span: Span::new(from, from + name.len()),
                        is_import: false,
                    });
                }
                out.push(Span::new(line.start, line.end()));
            }
            "referee_kind" if trimmed.eq_ignore_ascii_case("clinical-note") => {
                block.front_matter = Some(Box::new(FrontMatter::read("referee: {kind: clinical-note}\n", 0)));
                out.push(Span::new(line.start, line.end()));
            }
            _ => out.push(Span::new(line.start, line.end())),
        }
    }
    out
}

/// Finds `=verbatim=`, `~code~` and `$formulas$` within one line.
fn marked_code(text: &str, known: &[Span]) -> Vec<Span> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let opens = matches!(byte, b'=' | b'~' | b'$')
            && !spans::hold(known, at)
            && at
                .checked_sub(1)
                .and_then(|before| bytes.get(before))
                .is_none_or(|before| before.is_ascii_whitespace() || b"-('\"{".contains(before))
            && bytes.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace());
        if opens {
            let line_end = memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default())
                .map_or(bytes.len(), |end| at + end);
            let inner = bytes.get(at + 1..line_end).unwrap_or_default();
            if let Some(close) = memchr::memchr(*byte, inner).filter(|close| *close > 0) {
                out.push(Span::new(at, at + close + 2));
                at += close + 2;
                continue;
            }
        }
        at += 1;
    }
    out
}

fn heading(text: &str) -> Option<Heading> {
    let line = text.lines().next()?.trim_end();
    let Some(level) = stars(line) else {
        return references::is_heading_line(line).then(|| Heading {
            level: 6,
            text: line.trim().trim_matches(['*', '_', ':', ' ']).to_owned(),
            span: Span::new(0, line.len()),
        });
    };
    let title = line.get(level..)?.trim();
    let title = ["TODO ", "DONE "].iter().find_map(|word| title.strip_prefix(word)).unwrap_or(title);
    // `:tags:` at the end.
    let title = match title.rfind(" :") {
        Some(at) if title.ends_with(':') => title.get(..at)?.trim_end(),
        _ => title,
    };
    let level = u8::try_from(level).unwrap_or(u8::MAX);
    Some(Heading { level, text: title.to_owned(), span: Span::new(0, line.len()) })
}

fn is_key(c: char) -> bool {
    c.is_alphanumeric() || "-.:?!`'/*@+|(){}<>&_^$#%~".contains(c)
}

/// Returns the citations of a text, in order.
fn citations(text: &str) -> Vec<Citation> {
    let mut out = Vec::new();
    let mut from = 0;
    for at in memchr::memmem::find_iter(text.as_bytes(), b"ite") {
        let Some(start) = at.checked_sub(1).filter(|start| *start >= from) else { continue };
        if !matches!(text.as_bytes().get(start), Some(b'c' | b'C')) {
            continue;
        }
        // The link type may begin earlier: `autocite:key`.
        let letters = text.as_bytes().get(from..start).unwrap_or_default();
        let before =
            letters.iter().rev().take(MAX_LINK_NAME).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let read = org_cite(text, start, &mut out).or_else(|| org_ref(text, start - before, &mut out));
        from = read.unwrap_or(from);
    }
    out
}

/// Reads `[cite/style:prefix @key suffix; @key]` whose `cite` is at `at`; returns its end.
fn org_cite(text: &str, at: usize, out: &mut Vec<Citation>) -> Option<usize> {
    let start = at.checked_sub(1).filter(|start| text.get(*start..at) == Some("["))?;
    let window = text.get(start..text.floor_char_boundary(start.saturating_add(MAX_CITATION_BYTES)))?;
    let close = window.find(']')?;
    let inner = window.get(1..close)?.strip_prefix("cite")?;
    let colon = inner.find(':')?;
    let style = inner.get(..colon)?;
    if !(style.is_empty() || style.starts_with('/')) {
        return None;
    }
    let mode = match style.trim_start_matches('/').split('/').next().unwrap_or_default() {
        "t" | "text" => Mode::Textual,
        "na" | "noauthor" => Mode::YearOnly,
        "n" | "nocite" => Mode::Hidden,
        _ => Mode::Parenthetical,
    };
    let group = Span::new(start, start + close + 1);
    let keys_at = start + 5 + colon + 1;
    let list = inner.get(colon + 1..)?;
    let mut found = false;
    for (mark, _) in list.match_indices('@') {
        let before = list.get(..mark).unwrap_or_default();
        if before.ends_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        let key = list.get(mark + 1..).unwrap_or_default();
        let len = key.find(|c: char| !is_key(c) || c == ';').unwrap_or(key.len());
        // Org includes a dot or a colon at the end in the key.
        let key = key.get(..len).unwrap_or_default();
        if key.is_empty() {
            continue;
        }
        let from = keys_at + mark + 1;
        out.push(Citation {
            span: Span::new(from, from + key.len()),
            group,
            target: Target::Key(key.to_owned()),
            mode,
        });
        found = true;
    }
    found.then_some(group.end as usize)
}

/// Reads `cite:a,b`, `[[citep:see &a p. 3; &b]]` whose link type is at `at`; returns its end.
fn org_ref(text: &str, at: usize, out: &mut Vec<Citation>) -> Option<usize> {
    let window = text.get(at..text.floor_char_boundary(at.saturating_add(MAX_CITATION_BYTES)))?;
    let colon = window.find(':')?;
    let name = window.get(..colon)?.trim_end_matches('*');
    if !CITE_LINKS.contains(&name) {
        return None;
    }
    let before = text.get(..at)?;
    let linked = before.ends_with("[[");
    if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '@' | ':' | '\\' | '[')) && !linked
    {
        return None;
    }
    let mode = match name {
        "nocite" => Mode::Hidden,
        "citeyear" | "citeyearpar" => Mode::YearOnly,
        "citet" | "Citet" | "textcite" | "Textcite" | "citeauthor" => Mode::Textual,
        _ => Mode::Parenthetical,
    };
    let rest = window.get(colon + 1..)?;
    let is_plain_key = |c: char| c.is_alphanumeric() || "-_:./+".contains(c);
    let (list_len, group) = if linked {
        let close = rest.find(']')?;
        let closing =
            if rest.get(close..)?.starts_with("]]") { 2 } else { rest.get(close..)?.find("]]")? + 2 };
        (close, Span::new(at - 2, at + colon + 1 + close + closing))
    } else {
        let len =
            rest.find(|c: char| !(is_plain_key(c) || matches!(c, ',' | '&' | ';'))).unwrap_or(rest.len());
        let len = rest.get(..len)?.trim_end_matches(['.', ',', ':', ';', '/']).len();
        (len, Span::new(at, at + colon + 1 + len))
    };
    let list = rest.get(..list_len)?;
    let start = at + colon + 1;
    let mut found = false;
    let mut from = 0;
    for part in list.split([',', ';']) {
        let marked = part.find('&').map(|mark| mark + 1);
        // With `&`, the words before and after a key are notes.
        let key_at = match (marked, list.contains('&')) {
            (Some(mark), _) => mark,
            (None, true) => {
                from += part.len() + 1;
                continue;
            }
            (None, false) => part.len() - part.trim_start().len(),
        };
        let key = part.get(key_at..).unwrap_or_default();
        // In a link with brackets a key may end with punctuation, as in `[cite:@key?]`.
        let is_part = |c: char| if linked { is_key(c) && c != '&' } else { is_plain_key(c) };
        let len = key.find(|c: char| !is_part(c)).unwrap_or(key.len());
        let key = key.get(..len).unwrap_or_default();
        let key = if linked { key } else { key.trim_end_matches(['.', ':', '/']) };
        if !key.is_empty() {
            let at = start + from + key_at;
            out.push(Citation {
                span: Span::new(at, at + key.len()),
                group,
                target: Target::Key(key.to_owned()),
                mode,
            });
            found = true;
        }
        from += part.len() + 1;
    }
    found.then_some(group.end as usize)
}

/// Reads `bibliography:refs.bib` and `[[bibliography:a.bib,b.bib]]` of org-ref.
fn bibliography_links(text: &str, block: &mut Block, is_mute: &dyn Fn(usize) -> bool) {
    for link in ["bibliography:", "addbibresource:"] {
        for (at, _) in text.match_indices(link) {
            let before = text.get(..at).unwrap_or_default();
            if is_mute(at) || before.ends_with(|c: char| c.is_alphanumeric() || c == '+') {
                continue;
            }
            let from = at + link.len();
            let rest = text.get(from..).unwrap_or_default();
            let len = rest.find(|c: char| c.is_whitespace() || matches!(c, ']' | '[')).unwrap_or(rest.len());
            let mut offset = from;
            for name in rest.get(..len).unwrap_or_default().split(',') {
                if !name.is_empty() {
                    block.bibliographies.push(NamedSpan {
                        name: name.to_owned(),
                        span: Span::new(offset, offset + name.len()),
                    });
                }
                offset += name.len() + 1;
            }
        }
    }
}
