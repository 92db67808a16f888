//! Writes, renames and removes citations in drafts.

use super::{file_edit, in_order};
use crate::rules::context::RuleContext;
use referee_findings::FileEdit;
use referee_syntax::{Citation, Document, Format, Mode, Target};
use referee_text::{FileId, Language, Span, TextEdit};
use std::collections::HashSet;

/// Returns the edit that replaces the key of `citation`, whose spans are in the file, by `key`.
#[must_use]
pub fn write_key(draft: &Document, citation: &Citation, key: &str) -> TextEdit {
    if draft.format() == Format::Typst
        && let Some(edit) = write_in_typst(draft, citation, key)
    {
        return edit;
    }
    let markdown = matches!(draft.format(), Format::Markdown | Format::Quarto | Format::RMarkdown);
    let start = citation.span.start as usize;
    let braced = start > 0 && draft.text().get_byte(start - 1) == Some(b'{');
    // A MyST role takes the key without braces.
    let text = if markdown
        && !braced
        && start > 0
        && draft.text().get_byte(start - 1) == Some(b'@')
        && !plain_in_markdown(key)
    {
        format!("{{{key}}}")
    } else {
        key.to_owned()
    };
    TextEdit::new(citation.span, text)
}

/// Returns the edit for a key that Typst does not read as a whole after `@` or in angle brackets,
/// or that is in quotes: `@a[p. 3]` becomes `#cite(label("b."), supplement: [p. 3])`. `None` if the
/// key can replace the old one as it is.
fn write_in_typst(draft: &Document, citation: &Citation, key: &str) -> Option<TextEdit> {
    let text = draft.text();
    let (start, end) = (citation.span.start as usize, citation.span.end as usize);
    let before = start.checked_sub(1).and_then(|at| text.get_byte(at));
    let escaped = key.replace('\\', "\\\\").replace('"', "\\\"");
    let label = format!("label(\"{escaped}\")");
    match before? {
        b'@' if !plain_in_typst(key) => {
            let supplement = text.get_byte_slice(end..(citation.group.end as usize).max(end))?.to_string();
            let supplement =
                if supplement.is_empty() { supplement } else { format!(", supplement: {supplement}") };
            let whole = Span::new(start - 1, (citation.group.end as usize).max(end));
            Some(TextEdit::new(whole, format!("#cite({label}{supplement})")))
        }
        b'<' if !is_label_of_typst(key) && text.get_byte(end) == Some(b'>') => {
            Some(TextEdit::new(Span::new(start - 1, end + 1), label))
        }
        b'"' => Some(TextEdit::new(citation.span, escaped)),
        _ => None,
    }
}

/// Returns whether Typst reads all of `@key` as one key: a dot or colon at its end belongs to the
/// sentence.
pub(super) fn plain_in_typst(key: &str) -> bool {
    is_label_of_typst(key) && !key.ends_with(['.', ':'])
}

/// Returns whether `<key>` is a label in Typst.
fn is_label_of_typst(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c))
}

/// Returns whether Pandoc reads all of `@key` as one key.
pub(super) fn plain_in_markdown(key: &str) -> bool {
    let mut after_mark = false;
    for (index, c) in key.chars().enumerate() {
        let word = c.is_alphanumeric() || c == '_' || (index == 0 && c == '*');
        // A single punctuation mark may join two parts of a key; two marks in a row or a final mark
        // do not belong to it.
        let mark = ":.#$%&-+?<>~/".contains(c) && index > 0 && !after_mark;
        if !word && !mark {
            return false;
        }
        after_mark = mark;
    }
    !key.is_empty() && !after_mark
}

/// Returns every citation of `key` in the related drafts, with spans in the file.
#[must_use]
pub fn citations_of<'a>(context: &RuleContext<'a>, key: &str) -> Vec<(&'a FileId, &'a Document, Citation)> {
    let mut out = Vec::new();
    for (file, document) in drafts(context) {
        for cited in document.citations() {
            if matches!(&cited.citation.target, Target::Key(name) if name == key) {
                out.push((file, document, cited.to_citation()));
            }
        }
    }
    out
}

/// Returns the related drafts, including the one under review, each once.
fn drafts<'a>(context: &RuleContext<'a>) -> Vec<(&'a FileId, &'a Document)> {
    let mut out: Vec<(&FileId, &Document)> =
        context.draft.into_iter().map(|draft| (context.file, draft)).collect();
    // Thousands of drafts may cite one bibliography, hence a set.
    let mut seen: HashSet<&FileId> = out.iter().map(|(file, _)| *file).collect();
    for draft in context.drafts {
        if seen.insert(&draft.file) {
            out.push((&draft.file, &draft.document));
        }
    }
    out
}

/// Returns the edits that replace every citation of `old` in the drafts by `new`. If a citation has
/// both keys, `old` is removed from it.
#[must_use]
pub fn rename_citations(context: &RuleContext<'_>, old: &str, new: &str) -> Vec<FileEdit> {
    let twins = citations_of(context, new);
    let edits = citations_of(context, old)
        .into_iter()
        .map(|(file, draft, citation)| {
            let both = twins.iter().any(|(other, _, twin)| *other == file && twin.group == citation.group);
            let language = (context.language)();
            let removal = if both { remove_citation(draft, &citation, language) } else { None };
            file_edit(file, removal.map_or_else(|| write_key(draft, &citation, new), |removal| removal.edit))
        })
        .collect();
    in_order(edits)
}

/// The removal of a citation from a draft.
#[derive(Debug)]
pub struct Removal {
    /// The edit of the draft.
    pub edit: TextEdit,
    /// Whether a [`mark`] replaces the whole citation.
    pub is_marked: bool,
}

/// Returns the words that replace a citation that is removed from a sentence.
#[must_use]
pub fn mark(language: Language) -> &'static str {
    language.pick("citation needed", "cita requerida")
}

/// Removes one key from its citation: `[@a; @b]` becomes `[@a]`, `\cite{a,b}` becomes `\cite{a}`.
/// If it is the only key, a visible [`mark`] replaces the citation, so that another citation of the
/// sentence does not appear to support the claim and the author sees the gap. A citation that
/// prints nothing is removed without a mark. `None` for citations by number and for constructs that
/// cannot be split.
#[must_use]
pub fn remove_citation(draft: &Document, citation: &Citation, language: Language) -> Option<Removal> {
    if !matches!(citation.target, Target::Key(_) | Target::Identifier(_) | Target::Named(_))
        || !citation.group.contains(citation.span)
    {
        return None;
    }
    let group = draft.text().get_byte_slice(citation.group.range())?.to_string();
    let start = citation.group.start as usize;
    let at = citation.span.start as usize - start;
    let part = match draft.format() {
        _ if matches!(citation.target, Target::Named(_)) => RemovedPart::Whole,
        Format::Rst => in_role(&group, at)?,
        Format::Org => in_org(&group, at)?,
        Format::Markdown | Format::Quarto | Format::RMarkdown if group.starts_with("{cite") => {
            in_role(&group, at)?
        }
        Format::Markdown | Format::Quarto | Format::RMarkdown => in_markdown(&group, at, citation)?,
        Format::Latex => in_latex(&group, at)?,
        Format::Typst => RemovedPart::Whole,
        Format::PlainText => return None,
    };
    let is_marked = matches!(part, RemovedPart::Whole) && citation.mode != Mode::Hidden;
    let edit = match part {
        RemovedPart::Some(from, to) => TextEdit::new(Span::new(start + from, start + to), ""),
        RemovedPart::Whole if is_marked => marked(draft, citation.group, mark(language))?,
        RemovedPart::Whole => TextEdit::new(tidied(draft, citation.group)?, ""),
    };
    Some(Removal { edit, is_marked })
}

/// Replaces a whole citation by `words` in brackets, escaped so that the program that builds the
/// draft prints the brackets.
fn marked(draft: &Document, group: Span, words: &str) -> Option<TextEdit> {
    let text = draft.text();
    if let Some(link) = super::link::link_around(draft, group) {
        let before = if link.text.is_empty() { String::new() } else { format!("{} ", link.text) };
        return Some(TextEdit::new(link.whole, format!("{before}\\[{words}\\]")));
    }
    let mark = match draft.format() {
        // Without a command around it, `\item [citation needed]` would be an optional argument.
        Format::Latex => format!("\\textbf{{[{words}]}}"),
        // In code, brackets delimit content; in markup, they would be an argument of the function
        // before them.
        Format::Typst if matches!(text.get_byte(group.start as usize), Some(b'@' | b'#')) => {
            format!("\\[{words}\\]")
        }
        Format::Typst => format!("[\\[{words}\\]]"),
        _ if has_meaning(draft, group) => format!("\\[{words}\\]"),
        _ => format!("[{words}]"),
    };
    Some(TextEdit::new(group, mark))
}

/// Returns whether brackets in this place of a draft would be a link, a note, an image, a
/// definition or, after the key of a citation, its page.
fn has_meaning(draft: &Document, place: Span) -> bool {
    let text = draft.text();
    let start = place.start as usize;
    let line = text.byte_to_line(start);
    let before =
        text.get_byte_slice(text.line_to_byte(line.saturating_sub(1))..start).map(|text| text.to_string());
    let before = before.unwrap_or_default();
    let is_after_key = before.split_whitespace().next_back().is_some_and(|word| word.contains('@'));
    let after = text.get_byte(place.end as usize);
    is_after_key
        || before.ends_with(['!', '^', ']'])
        || matches!(after, Some(b'(' | b'[' | b'{' | b':' | b'_'))
}

/// The part of a citation that is removed.
enum RemovedPart {
    Whole,
    /// A range of the group, in byte offsets of the group.
    Some(usize, usize),
}

fn in_markdown(group: &str, at: usize, citation: &Citation) -> Option<RemovedPart> {
    if let Some(inside) = group.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Some(
            item(inside, at.checked_sub(1)?, ';')
                .map_or(RemovedPart::Whole, |(from, to)| RemovedPart::Some(from + 1, to + 1)),
        );
    }
    if citation.mode == Mode::Hidden && group.matches('@').count() > 1 {
        // A list of keys in the metadata.
        return item(group, at, ',').map(|(from, to)| RemovedPart::Some(from, to));
    }
    // `@a [p. 3; @b]`: the text that remains without `@a` would have another meaning.
    (group.matches('@').count() == 1).then_some(RemovedPart::Whole)
}

/// Handles ``{cite:p}`a,b` `` and ``:cite:p:`a,b` ``.
fn in_role(group: &str, at: usize) -> Option<RemovedPart> {
    let open = group.find('`')? + 1;
    let inside = group.get(open..)?.strip_suffix('`')?;
    let place = item(inside, at.checked_sub(open)?, ',');
    Some(place.map_or(RemovedPart::Whole, |(from, to)| RemovedPart::Some(open + from, open + to)))
}

/// Handles `[cite:@a; @b]`, `cite:a,b` and `[[cite:&a;&b]]`.
fn in_org(group: &str, at: usize) -> Option<RemovedPart> {
    let open = group.find(':')? + 1;
    let inside = group.get(open..)?.trim_end_matches(']');
    let mark = if inside.contains(['@', '&', ';']) { ';' } else { ',' };
    let place = item(inside, at.checked_sub(open)?, mark);
    Some(place.map_or(RemovedPart::Whole, |(from, to)| RemovedPart::Some(open + from, open + to)))
}

fn in_latex(group: &str, at: usize) -> Option<RemovedPart> {
    let open = group.get(..at)?.rfind('{')?;
    let close = at + group.get(at..)?.find('}')?;
    if let Some((from, to)) = item(group.get(open + 1..close)?, at - open - 1, ',') {
        return Some(RemovedPart::Some(open + 1 + from, open + 1 + to));
    }
    // `\cites[1]{a}[2]{b}`: the notes before the braces belong to their key.
    let before = group.get(..open)?;
    let notes = before.rfind('}').map(|brace| brace + 1);
    let name = before.find(['[', '(']).unwrap_or(before.len());
    let others = notes.is_some() || group.get(close + 1..)?.contains('{');
    if !others {
        return Some(RemovedPart::Whole);
    }
    let plural = before.get(..name)?.trim_end_matches('*').ends_with('s');
    plural.then_some(RemovedPart::Some(notes.unwrap_or(name), close + 1))
}

/// Returns the range of the list item that contains the byte `at`, with one of the separators
/// around it; `None` if it is the only item.
fn item(list: &str, at: usize, mark: char) -> Option<(usize, usize)> {
    let before = list.get(..at)?.rfind(mark);
    let after = list.get(at..)?.find(mark).map(|found| found + at);
    match (before, after) {
        (Some(before), _) => Some((before, after.unwrap_or_else(|| list.trim_end().len().max(at)))),
        (None, Some(after)) => {
            let rest = list.get(after + mark.len_utf8()..)?;
            let from = list.len() - list.trim_start().len();
            Some((from, list.len() - rest.trim_start().len()))
        }
        (None, None) => None,
    }
}

/// Returns the span of a whole construct, extended by the white space that its removal would leave
/// over.
fn tidied(draft: &Document, group: Span) -> Option<Span> {
    let text = draft.text();
    let (mut start, mut end) = (group.start as usize, group.end as usize);
    let line = text.byte_to_line(start);
    let line_start = text.line_to_byte(line);
    let next_line = text.line_to_byte((text.byte_to_line(end) + 1).min(text.len_lines())).max(end);
    let before = text.get_byte_slice(line_start..start)?.to_string();
    let after = text.get_byte_slice(end..next_line)?.to_string();
    let alone = before.trim().is_empty() && after.trim().is_empty();
    if alone && start > 0 {
        return Some(Span::new(line_start, next_line));
    }
    let kept = before.trim_end_matches([' ', '\t', '~', '\u{a0}']);
    if kept.is_empty() {
        // At the start of a line, the blanks after the construct are removed.
        end += after.len() - after.trim_start_matches([' ', '\t']).len();
    } else if after.chars().next().is_none_or(|c| c.is_whitespace() || ".,;:!?)]}".contains(c)) {
        start = line_start + kept.len();
    }
    Some(Span::new(start, end))
}
