//! Says which full text of a cited work is available, and opens it at a page.

use crate::cursor_target::CursorTarget;
use crate::links::{self, Link};
use crate::markup::{Markup, Style};
use referee_citations::{Reference, claims};
use referee_literature::papers::Paper;
use referee_records::source_name;
use referee_text::{FileId, Language};
use referee_workspace::papers::{AttachedState, PaperOrigin, ShelvedPaper};
use referee_workspace::{FileKind, Snapshot};
use std::path::Path;

/// The minimum share of the words of a sentence for which a passage is shown.
const MIN_SHARE: f64 = 0.3;

/// Returns the sentences about the full text of a reference that `file` cites: which one is used,
/// or why an attached file is not. Empty if nothing is known.
#[must_use]
pub(crate) fn about(snapshot: &Snapshot, file: &FileId, reference: &Reference, style: Style) -> String {
    let language = snapshot.interface_language();
    let mut out = Markup::new(style);
    let found = snapshot.paper_of_reference(file, reference);
    if let Some(found) = &found {
        out.strong(language.pick("Full text:", "Texto completo:"))
            .words(" ")
            .words(&described(language, found));
        if let Some(link) = link(snapshot, found, None) {
            out.words(". ").link(&link.title, &link.target);
        }
    }
    for attached in snapshot.attached_papers(file, reference) {
        let is_told = matches!(attached.state, AttachedState::ThisWork)
            || found.is_some() && !matches!(attached.state, AttachedState::OtherWork(_));
        if is_told {
            continue;
        }
        let clause = attached.state.clause();
        if found.is_none() && out.finish().is_empty() {
            out.strong(language.pick("Full text:", "Texto completo:")).words(" ");
        } else {
            out.line();
        }
        let mut told = format!("{}: {}", name(&attached.path), clause.text(language));
        if let Some(remedy) = attached.state.remedy() {
            told.push_str(&format!("; {}", remedy.text(language)));
        }
        out.words(&told);
    }
    out.finish()
}

/// Describes a paper: its file, its pages and its version.
fn described(language: Language, found: &ShelvedPaper) -> String {
    let Paper { pages, about, damage, .. } = &*found.paper;
    let mut out = match &found.origin {
        PaperOrigin::Service(service) => source_name(language, service).to_owned(),
        origin => origin.path().map(name).unwrap_or_default(),
    };
    let mut details = Vec::new();
    match pages {
        0 => {}
        1 => details.push(language.pick("1 page", "1 página").to_owned()),
        pages => details.push(language.pick(format!("{pages} pages"), format!("{pages} páginas"))),
    }
    details.extend(about.version.clone());
    details.extend(about.licence.clone());
    if damage.is_some() {
        details.push(language.pick("parts of it could not be read", "no se pudo leer entero").to_owned());
    }
    if !details.is_empty() {
        out.push_str(&format!(" ({})", details.join(", ")));
    }
    out
}

/// Returns the passage of the paper cited at `offset` of a draft that is closest to the citing
/// sentence, with a link to its page; empty without a full text of the work or a close passage in it.
#[must_use]
pub(crate) fn closest_passage(
    snapshot: &Snapshot,
    file: &FileId,
    offset: usize,
    reference: &Reference,
    style: Style,
) -> String {
    let Some(found) = snapshot.paper_of_reference(file, reference) else { return String::new() };
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else { return String::new() };
    let Some(claim) = claims::at(&document, offset) else { return String::new() };
    let cited = snapshot.with_context(file, |context| claims::cited(context, &claim));
    let paper = cited.into_iter().find(|cited| cited.label == reference.label).and_then(|cited| cited.paper);
    let Some(paper) = paper else { return String::new() };
    let Some(closest) = paper.find(&claim.text, 1).into_iter().next().filter(|it| it.share >= MIN_SHARE)
    else {
        return String::new();
    };
    let Some(passage) = paper.full_text().passages.get(closest.passage) else { return String::new() };
    let language = snapshot.interface_language();
    let sentence = passage.text.get(closest.range).unwrap_or_default().trim();
    let mut out = Markup::new(style);
    out.strong(language.pick("Closest passage", "Pasaje más cercano"));
    let page = passage.printed_page.or(passage.page);
    let page = page.map(|page| language.pick(format!("page {page}"), format!("página {page}")));
    let place: Vec<String> = page.into_iter().chain(passage.section.clone()).collect();
    if !place.is_empty() {
        out.words(&format!(" ({})", place.join(", ")));
    }
    let (open, close) = language.pick(("“", "”"), ("«", "»"));
    out.words(": ").words(open).words(sentence).words(close);
    if let Some(link) = link(snapshot, &found, passage.page) {
        out.words(" ").link(&link.title, &link.target);
    }
    out.finish()
}

/// Returns the link that opens a paper, at a page of the file from 1 if one is given. A text of a
/// service is opened at the service.
#[must_use]
pub(crate) fn link(snapshot: &Snapshot, found: &ShelvedPaper, page: Option<u32>) -> Option<Link> {
    let language = snapshot.interface_language();
    let path = found.origin.path()?;
    let is_pdf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"));
    let mut target = links::of_file(path)?;
    let mut title = if is_pdf {
        language.pick("Open PDF", "Abrir el PDF").to_owned()
    } else {
        language.pick("Open File", "Abrir el archivo").to_owned()
    };
    if let Some(page) = page.filter(|_| is_pdf) {
        target.push_str(&format!("#page={page}"));
        title = language.pick(format!("{title} at page {page}"), format!("{title} en la página {page}"));
    }
    Some(Link { title, target })
}

/// Returns the address of the paper of the work that is cited at `offset`, at a page of the file if
/// one is given; `None` if no file of it is known.
#[must_use]
pub fn paper_address(snapshot: &Snapshot, file: &FileId, offset: usize, page: Option<u32>) -> Option<String> {
    let target = CursorTarget::at(snapshot, file, offset)?;
    let found = snapshot.paper_of_reference(file, target.reference()?)?;
    Some(link(snapshot, &found, page)?.target)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
