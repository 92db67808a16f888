//! Finds the citation or reference under the cursor, which most features need first.

use referee_bibliography::Identifier;
use referee_citations::{Origin, Reference};
use referee_syntax::{Citation, Document, Target};
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};

/// The citation or reference that the cursor is on.
#[derive(Clone, Debug)]
pub enum CursorTarget {
    /// A citation in a draft, and its reference, if one is known.
    Citation(Box<Citation>, Option<Box<Reference>>),
    /// An entry of a bibliography, or an item of a list of references.
    Reference(Box<Reference>),
}

impl CursorTarget {
    /// Returns the target at `offset`. In a bibliography, any place in an entry belongs to it.
    #[must_use]
    pub fn at(snapshot: &Snapshot, file: &FileId, offset: usize) -> Option<Self> {
        match snapshot.kind(file)? {
            FileKind::Draft(document) => {
                if let Some(citation) = snapshot.citation_at(file, offset) {
                    let reference = snapshot.reference(file, &citation).map(Box::new);
                    return Some(CursorTarget::Citation(Box::new(citation), reference));
                }
                list_item_at(file, &document, offset).map(|item| CursorTarget::Reference(Box::new(item)))
            }
            FileKind::Bibliography(bibliography) => {
                let entry = bibliography.at(offset)?;
                Some(CursorTarget::Reference(Box::new(Reference::from_entry(file, &entry))))
            }
            _ => None,
        }
    }

    /// Returns the range that an editor underlines: the key, the number or the identifier.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            CursorTarget::Citation(citation, _) => citation.span,
            CursorTarget::Reference(reference) => reference.name_span,
        }
    }

    /// Returns the key, if the target has one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            CursorTarget::Citation(citation, _) => match &citation.target {
                Target::Key(key) => Some(key),
                _ => None,
            },
            CursorTarget::Reference(reference) => {
                (reference.origin == Origin::Entry).then_some(reference.label.as_str())
            }
        }
    }

    /// Returns the reference, if the target has one.
    #[must_use]
    pub fn reference(&self) -> Option<&Reference> {
        match self {
            CursorTarget::Citation(_, reference) => reference.as_deref(),
            CursorTarget::Reference(reference) => Some(reference),
        }
    }

    /// Returns the identifier that is in the text itself.
    #[must_use]
    pub fn identifier(&self) -> Option<&Identifier> {
        match self {
            CursorTarget::Citation(citation, reference) => match (&citation.target, reference) {
                (Target::Identifier(identifier), _) => Some(identifier),
                (Target::Key(_), Some(reference)) if reference.origin == Origin::Identifier => {
                    reference.work.identifiers.iter().next()
                }
                _ => None,
            },
            CursorTarget::Reference(_) => None,
        }
    }
}

/// Returns the item of a list of references at `offset`.
fn list_item_at(file: &FileId, document: &Document, offset: usize) -> Option<Reference> {
    list_items(file, document).find(|item| item.span.touches(offset))
}

/// Returns the items of the draft's own list of references, in order.
pub(crate) fn list_items<'a>(
    file: &'a FileId,
    document: &'a Document,
) -> impl Iterator<Item = Reference> + 'a {
    document.blocks().range(document.reference_blocks()).flat_map(move |block| {
        block
            .content
            .list_items
            .iter()
            .map(move |item| Reference::from_list_item(file, item, block.start as usize))
    })
}
