//! Changes references to agree with a record.

use super::{file_edit, in_order};
use crate::judge::journals::is_preprint;
use crate::rules::context::RuleContext;
use crate::{Origin, Reference};
use referee_bibliography::foreign::foreign;
use referee_bibliography::{Entry, FieldName, Identifier, Work, WorkKind, edit};
use referee_findings::FileEdit;
use referee_text::{Language, TextEdit};

/// The fields that a record can supply.
pub const FIELDS: &[FieldName] = &[
    FieldName::Title,
    FieldName::Authors,
    FieldName::Journal,
    FieldName::Year,
    FieldName::Volume,
    FieldName::Issue,
    FieldName::Pages,
    FieldName::Doi,
    FieldName::Pmid,
    FieldName::Pmcid,
    FieldName::Arxiv,
];

/// Returns the entry that a reference was made from.
fn entry<'a>(context: &RuleContext<'a>, reference: &Reference) -> Option<Entry<'a>> {
    let file = context.bibliographies.iter().find(|file| file.file == reference.file)?;
    file.bibliography.at(reference.span.start as usize)
}

/// Writes the values of `work` into the given fields of the reference; fields that `work` lacks
/// stay as they are. In a list of references, only fields that are present can be written.
#[must_use]
pub fn take_record(
    context: &RuleContext<'_>,
    reference: &Reference,
    work: &Work,
    fields: &[FieldName],
) -> Vec<FileEdit> {
    let fields: Vec<FieldName> =
        fields.iter().copied().filter(|field| gives(work, *field, &reference.work)).collect();
    let edits = match reference.origin {
        Origin::Entry => {
            entry(context, reference).map(|entry| edit::set_fields(&entry, work, &fields)).unwrap_or_default()
        }
        Origin::ListItem => {
            fields.iter().filter_map(|field| in_list(context, reference, work, *field)).collect()
        }
        Origin::Identifier => Vec::new(),
    };
    in_order(edits.into_iter().map(|edit| file_edit(&reference.file, edit)).collect())
}

/// Returns whether a field of a reference may be taken from a record: a preprint does not say where
/// the paper was published.
#[must_use]
pub fn gives(record: &Work, field: FieldName, reference: &Work) -> bool {
    let is_of_venue = matches!(
        field,
        FieldName::Journal | FieldName::Volume | FieldName::Issue | FieldName::Pages | FieldName::Doi
    );
    let names_venue = reference.container.is_some()
        || matches!(reference.kind, WorkKind::ConferencePaper | WorkKind::Chapter);
    !(is_of_venue && names_venue && is_preprint(record) && !is_preprint(reference))
}

/// Returns the edit of one field of an item of a list of references.
fn in_list(
    context: &RuleContext<'_>,
    reference: &Reference,
    work: &Work,
    field: FieldName,
) -> Option<TextEdit> {
    // How authors are written depends on the style of the list, which a record does not know.
    if field == FieldName::Authors {
        return None;
    }
    let span = reference.field(field)?;
    let draft = context.draft.filter(|_| reference.file == *context.file)?;
    let value = match field {
        FieldName::Journal => {
            journal_like(work, draft.text().get_byte_slice(span.range())?.to_string().as_str())?
        }
        _ => plain_value(work, field)?,
    };
    let text = foreign(&value, draft.format().markup());
    let now = draft.text().get_byte_slice(span.range())?;
    (now != text.as_str()).then(|| TextEdit::new(span, text))
}

/// Returns the journal's name, abbreviated if the present one (`now`) is abbreviated.
fn journal_like(work: &Work, now: &str) -> Option<String> {
    let abbreviated =
        now.contains('.') || work.container.as_deref().is_some_and(|full| now.len() * 3 < full.len() * 2);
    match (&work.container, &work.container_short) {
        (_, Some(short)) if abbreviated && !now.is_empty() => Some(short.clone()),
        (Some(full), _) => Some(full.clone()),
        (None, short) => short.clone(),
    }
}

/// Returns the value of a field of a work in plain Unicode; `None` if the work lacks it.
fn plain_value(work: &Work, field: FieldName) -> Option<String> {
    match field {
        FieldName::Title => work.full_title(),
        FieldName::Authors => None,
        FieldName::Year => work.year().map(|year| year.to_string()),
        FieldName::Journal => work.container.clone().or_else(|| work.container_short.clone()),
        FieldName::Volume => work.volume.clone(),
        FieldName::Issue => work.issue.clone(),
        FieldName::Pages => work.pages.clone(),
        FieldName::Url => work.url.clone(),
        FieldName::Doi | FieldName::Pmid | FieldName::Pmcid | FieldName::Arxiv | FieldName::Isbn => work
            .identifiers
            .iter()
            .find(|identifier| crate::rules::wording::field_of(identifier) == Some(field))
            .map(crate::rules::wording::value),
    }
}

/// Writes an identifier into the reference: into its field, or over its text.
#[must_use]
pub fn set_identifier(
    context: &RuleContext<'_>,
    reference: &Reference,
    identifier: &Identifier,
) -> Vec<FileEdit> {
    let Some(field) = crate::rules::wording::field_of(identifier) else { return Vec::new() };
    let work = Work { identifiers: [identifier.clone()].into_iter().collect(), ..Work::default() };
    take_record(context, reference, &work, &[field])
}

/// Returns the DOI and the PMID that the record has and the reference lacks.
#[must_use]
pub fn missing_identifiers(reference: &Reference, record: &Work) -> Vec<Identifier> {
    let own =
        |identifier: &Identifier| crate::rules::wording::same_kind(identifier, &reference.work).is_some();
    record
        .identifiers
        .iter()
        .filter(|identifier| {
            matches!(identifier, Identifier::Doi(_) | Identifier::Pmid(_)) && !own(identifier)
        })
        .filter(|identifier| {
            crate::rules::wording::field_of(identifier)
                .is_none_or(|field| gives(record, field, &reference.work))
        })
        .cloned()
        .collect()
}

/// Adds the DOI and the PMID that the record has and the entry lacks. Changes only entries of
/// bibliographies: the place of an identifier in a list of references is not certain.
#[must_use]
pub fn add_missing_identifiers(
    context: &RuleContext<'_>,
    reference: &Reference,
    record: &Work,
) -> Vec<FileEdit> {
    if reference.origin != Origin::Entry {
        return Vec::new();
    }
    let missing = missing_identifiers(reference, record);
    let fields: Vec<FieldName> = missing.iter().filter_map(crate::rules::wording::field_of).collect();
    // A field that is present but could not be read as an identifier is not missing.
    let fields: Vec<FieldName> =
        fields.into_iter().filter(|field| reference.field(*field).is_none()).collect();
    take_record(context, reference, record, &fields)
}

/// Removes a field from an entry.
#[must_use]
pub fn remove_field(context: &RuleContext<'_>, reference: &Reference, field: FieldName) -> Vec<FileEdit> {
    let Some(entry) = entry(context, reference) else { return Vec::new() };
    edit::remove_field(&entry, field).into_iter().map(|edit| file_edit(&reference.file, edit)).collect()
}

/// Makes the entry describe `work` under the same key: sets its fields and type, and removes fields
/// that belonged only to another version.
#[must_use]
pub fn replace_work(context: &RuleContext<'_>, reference: &Reference, work: &Work) -> Vec<FileEdit> {
    match reference.origin {
        Origin::Entry => {
            let Some(entry) = entry(context, reference) else { return Vec::new() };
            let edits = edit::replace_work(&entry, work);
            in_order(edits.into_iter().map(|edit| file_edit(&reference.file, edit)).collect())
        }
        Origin::ListItem => Vec::new(),
        Origin::Identifier => {
            let Some(identifier) = work.identifiers.iter().next() else { return Vec::new() };
            let text = match identifier {
                Identifier::Doi(doi) => format!("https://doi.org/{doi}"),
                // `PMID 11832527` is the same in both languages.
                other => crate::rules::wording::identifier(Language::English, other),
            };
            vec![FileEdit { file: reference.file.clone(), span: reference.span, text }]
        }
    }
}

/// The removal of an entry with its citations.
#[derive(Debug, Default)]
pub struct RemovedReference {
    /// The number of citations in the drafts.
    pub citations: usize,
    /// The number of citations that are replaced by a [`mark`](super::mark).
    pub marked: usize,
    /// The edits of the bibliography and of the drafts; empty if one of the citations cannot be
    /// removed, since an entry must not be removed while it is cited.
    pub edits: Vec<FileEdit>,
}

/// Removes an entry and every citation of it.
#[must_use]
pub fn remove_reference(context: &RuleContext<'_>, reference: &Reference) -> RemovedReference {
    let Some(entry) = entry(context, reference) else { return RemovedReference::default() };
    let Some(removal) = edit::remove_entry(&entry) else { return RemovedReference::default() };
    let citations = super::citations_of(context, entry.key());
    let mut out = RemovedReference { citations: citations.len(), ..RemovedReference::default() };
    let mut edits = vec![file_edit(&reference.file, removal)];
    for (file, draft, citation) in &citations {
        let Some(removal) = super::remove_citation(draft, citation, (context.language)()) else { return out };
        out.marked += usize::from(removal.is_marked);
        edits.push(file_edit(file, removal.edit));
    }
    let all = edits.len();
    let edits = in_order(edits);
    // If one citation has the same key twice, its two removals would overlap.
    if edits.len() == all {
        out.edits = edits;
    }
    out
}
