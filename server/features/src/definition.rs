//! Finds the description of the work that a citation refers to.

use crate::cursor_target::CursorTarget;
use referee_text::{FileId, Span};
use referee_workspace::Snapshot;

/// A place to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The range under the cursor.
    pub origin: Span,
    /// The file to go to.
    pub file: FileId,
    /// The range of the whole entry or item.
    pub span: Span,
    /// The range of its key or number, where the cursor goes.
    pub focus: Span,
}

/// Returns the entry or list item of a citation; the key of an entry is its own definition.
#[must_use]
pub fn definition(snapshot: &Snapshot, file: &FileId, offset: usize) -> Option<Destination> {
    let target = CursorTarget::at(snapshot, file, offset)?;
    if target.identifier().is_some() {
        return None;
    }
    if let CursorTarget::Reference(reference) = &target
        && !reference.name_span.touches(offset)
    {
        return None;
    }
    let reference = target.reference()?;
    Some(Destination {
        origin: target.span(),
        file: reference.file.clone(),
        span: reference.span,
        focus: reference.name_span,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, PAPER, paper};

    fn found(fixture: &Fixture) -> Option<String> {
        let found = definition(&fixture.snapshot, &fixture.file, fixture.offset)?;
        Some(fixture.shown(&found.file, found.focus))
    }

    #[test]
    fn a_citation_leads_to_its_entry() {
        assert_eq!(found(&paper("[@smit$0h2020]")).as_deref(), Some("refs.bib:smith2020"));
        assert_eq!(found(&paper("[@nobody$0]")), None);
    }

    #[test]
    fn a_citation_in_latex_and_typst_leads_to_its_entry() {
        for (name, draft) in [
            ("a.tex", "\\addbibresource{refs.bib}\nText \\citep[3]{ukpds:34, smi$0th2020}.\n"),
            ("a.typ", "Text @smit$0h2020.\n#bibliography(\"refs.bib\")\n"),
        ] {
            let fixture = Fixture::new(&format!("{PAPER}//- {name}\n{draft}"));
            assert_eq!(found(&fixture).as_deref(), Some("refs.bib:smith2020"), "{name}");
        }
    }

    #[test]
    fn a_key_in_the_bibliography_is_its_own_definition_and_its_fields_are_not() {
        let of = |entry: &str| found(&Fixture::new(&format!("//- a.bib\n{entry}\n")));
        assert_eq!(of("@book{k$0ey, title = {A}}").as_deref(), Some("a.bib:key"));
        assert_eq!(of("@book{key, title = {A$0}}"), None);
    }
}
