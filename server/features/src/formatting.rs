//! Formats a bibliography and sorts its entries.

use referee_bibliography::{Bibliography, Entry, Format, ProblemKind, edit};
use referee_text::{FileId, Span, TextEdit};
use referee_workspace::{FileKind, Snapshot};

/// Returns the edits that format a BibTeX file with `indent` in front of each field, and sort its
/// entries if the settings require it. Empty for a draft, whose layout is the author's, and for a
/// bibliography in another format.
#[must_use]
pub fn layout(snapshot: &Snapshot, file: &FileId, indent: &str) -> Vec<TextEdit> {
    let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(file) else { return Vec::new() };
    let edits = edit::layout(&bibliography, indent);
    if !snapshot.settings(file).values.documents_sort_entries {
        return edits;
    }
    sorted(&bibliography, &edits).unwrap_or(edits)
}

/// An entry with the comment directly above it, and the rest of its line.
struct Unit {
    /// The range of all three.
    span: Span,
    /// The formatted text of all three.
    text: String,
    /// The sort key. BibTeX requires an entry after those that refer to it by `crossref`.
    order: (bool, String),
}

/// Returns the edits of `layout` with the entries sorted by key. `None` if another order could
/// change the meaning: in a damaged file, after a `@string` between entries, with comments that
/// suppress a range, or if two entries share a line.
fn sorted(bibliography: &Bibliography, layout: &[TextEdit]) -> Option<Vec<TextEdit>> {
    let is_damaged = bibliography
        .problems()
        .iter()
        .any(|problem| matches!(problem.kind, ProblemKind::Damaged | ProblemKind::Surplus));
    if bibliography.format() != Format::Bibtex || is_damaged {
        return None;
    }
    let text = bibliography.text().to_string();
    let parents: Vec<String> = bibliography.entries().filter_map(|entry| parent(&entry)).collect();
    let mut units: Vec<Unit> = Vec::new();
    let mut before = 0;
    let mut entries = bibliography.entries().peekable();
    while let Some(entry) = entries.next() {
        let span = entry.span();
        let gap = text.get(before..span.start as usize)?;
        let lower = gap.to_ascii_lowercase();
        if !units.is_empty() && (lower.contains("@string") || !gap.contains('\n'))
            || lower.contains("referee:ignore-")
        {
            return None;
        }
        let start = before + comment_above(gap)?;
        let end = entries.peek().map_or(text.len(), |next| next.span().start as usize);
        let behind = text.get(span.end as usize..end)?.split(['\r', '\n']).next().unwrap_or_default();
        if behind.contains('@') {
            return None;
        }
        let laid_out = layout.iter().find(|edit| edit.span == span).map(|edit| edit.text.as_str());
        let comment = text.get(start..span.start as usize)?;
        let body = laid_out.or_else(|| text.get(span.range()))?;
        let key = entry.key().to_lowercase();
        before = span.end as usize + behind.len();
        units.push(Unit {
            span: Span::new(start, before),
            text: format!("{comment}{body}{behind}"),
            order: (parents.contains(&key), key),
        });
    }
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|index| units.get(*index).map(|unit| &unit.order));
    let moved = units.iter().zip(&order).filter_map(|(place, index)| {
        let unit = units.get(*index)?;
        (text.get(place.span.range()) != Some(unit.text.as_str()))
            .then(|| TextEdit { span: place.span, text: unit.text.clone() })
    });
    Some(moved.collect())
}

/// Returns the start of the comment that belongs to an entry, in the text above it: the lines with
/// `%` directly above. `None` if the line of the entry contains other text before it.
fn comment_above(gap: &str) -> Option<usize> {
    let line_start = gap.rfind('\n').map_or(0, |at| at + 1);
    if !gap.get(line_start..)?.trim().is_empty() {
        return None;
    }
    let mut start = line_start;
    for line in gap.get(..line_start)?.split_inclusive('\n').rev() {
        // A line that closes a brace may end a `@comment` that began above it.
        let is_whole = line.matches('{').count() == line.matches('}').count();
        if !line.trim_start().starts_with('%') || !is_whole {
            break;
        }
        start -= line.len();
    }
    Some(start)
}

/// Returns the key that an entry refers to by `crossref`, in lower case.
fn parent(entry: &Entry<'_>) -> Option<String> {
    let source = entry.source().to_lowercase();
    let value = source.match_indices("crossref").find_map(|(at, name)| {
        let is_field = source.get(..at)?.trim_end().ends_with([',', '{']);
        let value = source.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        is_field.then_some(value)
    })?;
    let value = value.strip_prefix(['{', '"']).unwrap_or(value);
    let end = value.find(['}', '"', ',']).unwrap_or(value.len());
    Some(value.get(..end)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use referee_text::Rope;
    use referee_text::edit::apply_all;

    fn read(text: &str) -> Bibliography {
        Bibliography::read(Format::Bibtex, Rope::from_str(text))
    }

    /// Returns a file sorted by key, without other formatting; `None` if its order stays.
    fn in_order(text: &str) -> Option<String> {
        sorted(&read(text), &[]).map(|edits| apply_all(text, &edits))
    }

    #[test]
    fn entries_are_put_in_the_order_of_their_keys_with_the_comments_above_them() {
        let text = "@string{j = {J}}\n\n% on b\n% two lines\n@misc{Bee, a = {1}}\n\n@misc{ant, a = {2}} % of ant\n\n% apart\n\n@misc{cat, a = {3}}\n";
        let wanted = "@string{j = {J}}\n\n@misc{ant, a = {2}} % of ant\n\n% on b\n% two lines\n@misc{Bee, a = {1}}\n\n% apart\n\n@misc{cat, a = {3}}\n";
        assert_eq!(in_order(text).as_deref(), Some(wanted));
        assert_eq!(in_order(wanted).as_deref(), Some(wanted));
    }

    #[test]
    fn an_entry_stays_behind_those_that_refer_to_it() {
        let text = "@inproceedings{z, crossref = {All}, title = {Z}}\n@inproceedings{b,title={B},crossref=\"all\"}\n@proceedings{all, title = {A}}\n";
        let out = in_order(text).unwrap_or_default();
        let keys: Vec<String> = read(&out).entries().map(|entry| entry.key().to_owned()).collect();
        assert_eq!(keys, ["b", "z", "all"]);
    }

    #[test]
    fn a_file_whose_order_means_something_keeps_it() {
        for text in [
            "@misc{b, a = {1}}\n@string{x = {y}}\n@misc{a, a = x}\n",
            "@misc{b, a = {1}}\n@misc{a, a = {1\n",
            "@misc{b, a = {1}} @misc{a, a = {1}}\n",
            "@misc{b, a = {1}} @comment{\n}\n@misc{a, a = {1}}\n",
            "% referee:ignore-start citation/differs why\n@misc{b, a = {1}}\n% referee:ignore-end\n@misc{a, a = {1}}\n",
        ] {
            assert_eq!(in_order(text), None, "{text}");
        }
    }

    #[test]
    fn entries_are_sorted_where_the_settings_say_so_and_laid_out_in_any_case() {
        let entries = "@misc{b,a={1}}\n\n@misc{a,b={2}}\n";
        let formatted = |settings: &str| {
            let fixture = crate::fixture::Fixture::of(&[("refs.bib", entries), ("referee.toml", settings)]);
            apply_all(entries, &layout(&fixture.snapshot, &fixture.id("refs.bib"), "  "))
        };
        assert_eq!(formatted(""), "@misc{b,\n  a = {1},\n}\n\n@misc{a,\n  b = {2},\n}\n");
        let sorted = "@misc{a,\n  b = {2},\n}\n\n@misc{b,\n  a = {1},\n}\n";
        assert_eq!(formatted("[documents]\nsort_entries = true\n"), sorted);
    }

    proptest! {
        #[test]
        fn no_entry_is_lost_or_changed(text in "(%[a-z ]{0,4}\n|\n|@string\\{[a-c] = \\{x\\}\\}\n|@misc\\{[a-e]{1,2}, (crossref = \\{[a-e]\\}, )?t = \\{[a-z%@]{0,3}\\}\\}[ \n]?(%[a-z]{0,2}\n)?){0,8}") {
            let Some(out) = in_order(&text) else { return Ok(()) };
            let entries = |text: &str| -> Vec<String> {
                let mut all: Vec<String> = read(text).entries().map(|entry| entry.source()).collect();
                all.sort();
                all
            };
            prop_assert_eq!(entries(&out), entries(&text));
            prop_assert_eq!(in_order(&out), Some(out.clone()));
        }
    }
}
