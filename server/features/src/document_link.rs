//! Identifiers and addresses as links.

use crate::{attachment, links};
use referee_bibliography::{Entry, FieldName};
use referee_syntax::Target;
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};
use tokio_util::sync::CancellationToken;

/// A range that links to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// The range of the link.
    pub span: Span,
    /// The address; `None` if [`resolve`] finds it when the link is followed.
    pub target: Option<String>,
}

/// The fields of an entry that contain links.
const FIELDS: [FieldName; 5] =
    [FieldName::Doi, FieldName::Pmid, FieldName::Pmcid, FieldName::Arxiv, FieldName::Url];

/// Returns the links of a file; `None` when cancelled.
#[must_use]
pub fn document_links(
    snapshot: &Snapshot,
    file: &FileId,
    cancel: &CancellationToken,
) -> Option<Vec<DocumentLink>> {
    let mut out = Vec::new();
    match snapshot.kind(file) {
        Some(FileKind::Draft(document)) => {
            for block in document.blocks().iter() {
                for citation in &block.content.citations {
                    let span = citation.span.shift(block.start as usize);
                    let target = match &citation.target {
                        Target::Identifier(identifier) => links::address(identifier),
                        Target::Key(key) => {
                            let reference = snapshot.identifier_key(file, key, span);
                            let Some(reference) = reference else { continue };
                            let Some(identifier) = reference.work.identifiers.iter().next() else { continue };
                            links::address(identifier)
                        }
                        Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => continue,
                    };
                    out.push(DocumentLink { span, target: Some(target) });
                }
            }
        }
        Some(FileKind::Bibliography(bibliography)) => {
            for entry in bibliography.entries() {
                if entry.index() % 64 == 0 && cancel.is_cancelled() {
                    return None;
                }
                let spans = FIELDS.into_iter().filter_map(|field| entry.field_span(field));
                let file = entry.attachments().into_iter().next().map(|attachment| attachment.span);
                out.extend(spans.chain(file).map(|span| DocumentLink { span, target: None }));
            }
        }
        _ => {}
    }
    Some(out)
}

/// Returns the address of the field at `span` in a bibliography.
#[must_use]
pub fn resolve(snapshot: &Snapshot, file: &FileId, span: Span) -> Option<String> {
    let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(file) else { return None };
    let entry = bibliography.at(span.start as usize)?;
    match FIELDS.into_iter().find(|field| entry.field_span(*field) == Some(span)) {
        Some(field) => address(&entry, field),
        None => links::of_file(&attachment::of_entry(snapshot, file, &entry)?),
    }
}

fn address(entry: &Entry<'_>, field: FieldName) -> Option<String> {
    use referee_bibliography::Identifier;
    let work = entry.work();
    let identifier = work.identifiers.iter().find(|identifier| {
        matches!(
            (field, identifier),
            (FieldName::Doi, Identifier::Doi(_))
                | (FieldName::Pmid, Identifier::Pmid(_))
                | (FieldName::Pmcid, Identifier::Pmcid(_))
                | (FieldName::Arxiv, Identifier::Arxiv(..))
        )
    });
    match identifier {
        Some(identifier) => Some(links::address(identifier)),
        None if field == FieldName::Url => work.url.as_deref().and_then(links::web_address),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, paper};

    #[test]
    fn an_identifier_in_the_text_is_a_link() {
        let fixture = paper("See doi:10.5555/example.9 and PMID: 12345678.");
        let draft = fixture.id("paper.md");
        let links = document_links(&fixture.snapshot, &draft, &CancellationToken::new()).unwrap_or_default();
        let targets: Vec<&str> = links.iter().filter_map(|link| link.target.as_deref()).collect();
        assert_eq!(
            targets,
            ["https://doi.org/10.5555/example.9", "https://pubmed.ncbi.nlm.nih.gov/12345678/"]
        );
    }

    #[test]
    fn the_fields_of_an_entry_lead_to_their_addresses() {
        let fixture = Fixture::new(
            "//- a.bib\n@misc{x, doi = {10.5555/A.1}, url = {https://example.org/x}, title = {T}}\n",
        );
        let links =
            document_links(&fixture.snapshot, &fixture.file, &CancellationToken::new()).unwrap_or_default();
        let targets: Vec<Option<String>> =
            links.iter().map(|link| resolve(&fixture.snapshot, &fixture.file, link.span)).collect();
        assert_eq!(
            targets,
            [Some(String::from("https://doi.org/10.5555/a.1")), Some(String::from("https://example.org/x"))]
        );
    }
}
