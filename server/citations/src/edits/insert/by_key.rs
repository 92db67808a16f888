//! Inserts a citation by key, with an entry in a bibliography or a `\bibitem` in the draft.

use super::insertion::{Insertion, NoInsertion, spaced, touching, trimmed_end};
use crate::edits::cite::citation_words;
use crate::edits::matching::{self, entry_of};
use crate::edits::{adding_title, citing_title, draft, file_edit, in_order, key, new_entry};
use crate::rules::context::RuleContext;
use referee_bibliography::foreign::{Markup, foreign};
use referee_bibliography::{Bibliography, Work, edit, render};
use referee_syntax::{Document, Format, Listed, Mode, Target};
use referee_text::{Rope, Span, TextEdit};

/// Cites the entry of a work. If no bibliography has one, adds it to the first bibliography, under
/// the wanted key.
pub(super) fn entry(
    context: &RuleContext<'_>,
    document: &Document,
    at: usize,
    work: &Work,
    wanted: Option<&str>,
) -> Result<Insertion, NoInsertion> {
    let mut edits = Vec::new();
    let (key, title, reused) = match entry_of(context, work, &[]) {
        Some(key) => {
            let title = citing_title(context, &key);
            (key, title, true)
        }
        None => {
            let file = context.bibliographies.first().ok_or(NoInsertion::Unwritable)?;
            let key = match wanted {
                Some(wanted) => key::free_key(context, wanted),
                None => key::new_key(context, &file.bibliography, work),
            };
            let edit = new_entry(context, &file.bibliography, &key, work).ok_or(NoInsertion::Unwritable)?;
            edits.push(file_edit(&file.file, edit));
            (key, adding_title(context, work, &file.file.name()), false)
        }
    };
    edits.push(file_edit(context.file, cite_key(document, at, &key)?));
    Ok(Insertion { title, label: key, reused, edits: in_order(edits) })
}

/// Cites the `\bibitem` of a work; adds one after the last if the work is not listed.
pub(super) fn bibitem(
    context: &RuleContext<'_>,
    document: &Document,
    items: &[Listed<'_>],
    at: usize,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let there = matching::item_of(context, items, work);
    if let Some(key) = there.and_then(|listed| listed.item.key.as_ref()).map(|key| key.name.clone()) {
        let edits = vec![file_edit(context.file, cite_key(document, at, &key)?)];
        return Ok(Insertion {
            title: context
                .interface
                .pick(format!("Cite the item “{key}”"), format!("Citar el elemento «{key}»")),
            label: key,
            reused: true,
            edits,
        });
    }
    let taken =
        |key: &str| items.iter().any(|listed| listed.item.key.as_ref().is_some_and(|own| own.name == key));
    let empty = Bibliography::read(referee_bibliography::Format::Bibtex, Rope::new());
    let key = edit::suggest_key(&empty, work, &taken);
    let last = items.last().ok_or(NoInsertion::Unwritable)?;
    let end = last.start + last.item.span.end as usize;
    let item = format!("\n\\bibitem{{{key}}} {}", foreign(&render::vancouver(work), Markup::Latex));
    let edits = vec![
        file_edit(context.file, cite_key(document, at, &key)?),
        file_edit(context.file, TextEdit::new(Span::at(trimmed_end(document, end)), item)),
    ];
    Ok(Insertion {
        title: adding_title(
            context,
            work,
            context.interface.pick("the list of references", "la lista de referencias"),
        ),
        label: key,
        reused: false,
        edits: in_order(edits),
    })
}

/// Returns the edit that cites a key at an offset.
pub(super) fn cite_key(document: &Document, at: usize, key: &str) -> Result<TextEdit, NoInsertion> {
    let mut here = touching(document, at);
    if here.iter().any(|citation| matches!(&citation.target, Target::Key(name) if name == key)) {
        return Err(NoInsertion::AlreadyCited);
    }
    here.retain(|citation| matches!(citation.target, Target::Key(_)) && citation.mode == Mode::Parenthetical);
    if let Some(group) = here.last().map(|citation| citation.group) {
        let text =
            document.text().get_byte_slice(group.range()).map(|text| text.to_string()).unwrap_or_default();
        let end = group.end as usize;
        match document.format() {
            Format::Markdown | Format::Quarto | Format::RMarkdown if text.ends_with(']') => {
                let key = if draft::plain_in_markdown(key) { key.to_owned() } else { format!("{{{key}}}") };
                return Ok(TextEdit::new(Span::at(end - 1), format!("; @{key}")));
            }
            Format::Org if text.starts_with("[cite") && text.ends_with(']') => {
                return Ok(TextEdit::new(Span::at(end - 1), format!("; @{key}")));
            }
            Format::Rst if text.ends_with('`') => {
                return Ok(TextEdit::new(Span::at(end - 1), format!(",{key}")));
            }
            Format::Markdown | Format::Quarto | Format::RMarkdown
                if text.starts_with("{cite") && text.ends_with('`') =>
            {
                return Ok(TextEdit::new(Span::at(end - 1), format!(",{key}")));
            }
            Format::Latex if text.ends_with('}') && !text.contains("cites") => {
                return Ok(TextEdit::new(Span::at(end - 1), format!(",{key}")));
            }
            Format::Typst => {
                let words = citation_words(document, key, end).unwrap_or_default();
                return Ok(TextEdit::new(Span::at(end), format!(" {words}")));
            }
            _ => {}
        }
    }
    let words = citation_words(document, key, at).ok_or(NoInsertion::NoBibliography(document.format()))?;
    let space = if document.format() == Format::Latex && ties(document) { "~" } else { " " };
    Ok(spaced(document, at, space, &words))
}

/// Returns whether a LaTeX draft ties its citations to the preceding word (`word~\cite{…}`); true
/// if it does not cite yet.
fn ties(document: &Document) -> bool {
    let (mut tied, mut all) = (0_usize, 0_usize);
    for cited in document.citations() {
        let before = (cited.group.start as usize).checked_sub(1).and_then(|at| document.text().get_byte(at));
        match before {
            Some(b'~') => {
                tied += 1;
                all += 1;
            }
            Some(b' ') => all += 1,
            _ => {}
        }
    }
    tied * 2 >= all
}
