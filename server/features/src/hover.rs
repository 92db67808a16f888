//! The card under the cursor.

use crate::attachment;
use crate::card::{self, CardView};
use crate::cursor_target::{self, CursorTarget};
use crate::markup::{Markup, Style};
use crate::paper;
use crate::support;
use crate::zotero::where_it_is;
use referee_citations::publication_status::PublicationStatus;
use referee_syntax::Target;
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};

/// The maximum number of works that are shown for a citation of several.
const MAX_WORKS: usize = 12;

/// The hover text of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The place.
    pub span: Span,
    /// The text, in the requested style.
    pub text: String,
}

/// Returns the card for the target at `offset`.
#[must_use]
pub fn hover(snapshot: &Snapshot, file: &FileId, offset: usize, style: Style) -> Option<Hover> {
    let Some(target) = CursorTarget::at(snapshot, file, offset) else {
        let supported = evidence(snapshot, file, offset, style);
        return supported.or_else(|| passages(snapshot, file, offset, style));
    };
    if let CursorTarget::Citation(citation, _) = &target
        && let Target::Numbers(numbers) = &citation.target
        && numbers.len() > 1
    {
        let text = several(snapshot, file, numbers, style)?;
        return Some(Hover { span: citation.span, text });
    }
    let reference = target.reference()?;
    let judgement = snapshot.judgement(reference);
    let heard = snapshot.heard(reference);
    let language = snapshot.interface_language();
    let view = CardView { language, heard, style, print: &|work| snapshot.printed(file, work) };
    let mut text = card::card(reference, judgement.as_deref(), view);
    let item = snapshot.zotero(file).and_then(|zotero| zotero.item_of(&reference.work));
    if let Some(item) = item {
        text.push_str("\n\n");
        text.push_str(&where_it_is(snapshot.interface_language(), &item, style));
    } else if let Some(link) = attachment::link(snapshot, reference)
        && snapshot.paper_of_reference(file, reference).is_none()
    {
        let mut file = Markup::new(style);
        file.link(&link.title, &link.target);
        text.push_str("\n\n");
        text.push_str(&file.finish());
    }
    let about = paper::about(snapshot, file, reference, style);
    if !about.is_empty() {
        text.push_str("\n\n");
        text.push_str(&about);
    }
    let passage = paper::closest_passage(snapshot, file, offset, reference, style);
    if !passage.is_empty() {
        text.push_str("\n\n");
        text.push_str(&passage);
    }
    Some(Hover { span: target.span(), text })
}

/// Returns the hover with the works that support a sentence written on request.
fn evidence(snapshot: &Snapshot, file: &FileId, offset: usize, style: Style) -> Option<Hover> {
    let (span, sources) = support::rests_on(snapshot, file, offset)?;
    let mut out = Markup::new(style);
    let language = snapshot.interface_language();
    out.strong(language.pick("This sentence rests on", "Esta frase se apoya en"));
    for source in sources.iter().take(MAX_WORKS) {
        out.item().words(&source.label).words(": ");
        let Some(record) = &source.record else {
            let nothing = language.pick("nothing is known of it", "no se sabe nada de ella");
            out.words(source.unknown.map_or(nothing, |why| why.text(language)));
            continue;
        };
        out.words(&card::one_line(&record.work));
        let standing = PublicationStatus::of_record(record).mark().text(language);
        if !standing.is_empty() {
            out.words(", ").strong(standing);
        }
        match (&source.unknown, &source.closest) {
            (Some(why), _) => out.words(": ").words(why.text(language)),
            (None, Some((sentence, _))) => out
                .words(language.pick(". Closest: “", ". Lo más cercano: «"))
                .words(sentence)
                .words(language.pick("”", "»")),
            (None, None) => {
                out.words(language.pick(
                    ". No sentence of its abstract is close.",
                    ". Ninguna frase de su resumen se acerca.",
                ))
            }
        };
    }
    Some(Hover { span, text: out.finish() })
}

/// Returns the hover of a term of a note: the passages of its sources, with speaker and time.
fn passages(snapshot: &Snapshot, file: &FileId, offset: usize, style: Style) -> Option<Hover> {
    let term = snapshot.sourced_at(file, offset)?;
    let language = snapshot.interface_language();
    let mut out = Markup::new(style);
    if term.passages.is_empty() {
        out.words(language.pick("The source does not speak of this.", "La fuente no habla de esto."));
        return Some(Hover { span: term.span, text: out.finish() });
    }
    out.strong(language.pick("In the source", "En la fuente"));
    for passage in &term.passages {
        let who = passage.who();
        let who = if who.is_empty() { passage.file.name().to_string() } else { who };
        out.item().strong(&who).words(": ").words(&passage.text);
    }
    Some(Hover { span: term.span, text: out.finish() })
}

/// Returns one line for each of several items of the list of references.
fn several(snapshot: &Snapshot, file: &FileId, numbers: &[u32], style: Style) -> Option<String> {
    let FileKind::Draft(document) = snapshot.kind(file)? else { return None };
    let mut out = Markup::new(style);
    for item in cursor_target::list_items(file, &document) {
        if out.finish().lines().count() >= MAX_WORKS {
            break;
        }
        let cited = numbers.iter().any(|number| item.label == format!("[{number}]"));
        if cited {
            out.item().words(&item.label).words(" ").words(&card::one_line(&item.work));
        }
    }
    let text = out.finish();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests;
