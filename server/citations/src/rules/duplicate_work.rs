//! Implements the rule `citation/duplicate-work`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, RelatedPlace, Remark};
use super::entry_cache::Marks;
use super::files::BibliographyFile;
use super::wording;
use crate::{Reference, edits};
use referee_bibliography::{Entry, Pages, Work, WorkKind};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_syntax::{Document, Listed};
use referee_text::{FileId, Message, Span, fold};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/duplicate-work",
        summary: "Two references describe the same work",
        severity: Some(Severity::Warning),
        scope: Scope::Bibliography,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

Two entries with different keys, or two items of a list of references, with the same DOI or PMID: a warning. Two entries with the same title, first author \
and year, and no identifier, volume or page that contradicts it: information. Two entries that give one DOI or \
PMID and quite different titles: a warning, because one of the two identifiers must be wrong.

## Why

The work appears twice in the list of references, with two numbers.

## Example

```bibtex
@article{knowler2002, title = {Reduction in …}, doi = {10.1056/NEJMoa012512}}
@article{dpp2002, title = {Reduction in …}, doi = {https://doi.org/10.1056/nejmoa012512}}
```

## What it cannot tell

Two versions that are meant to be told apart: a preprint and its article, chapters of one book and parts of a \
series are not flagged, nor is a work that was published in two journals. Titles of one or two words are compared \
only together with their journal and pages.

## Fixes

- Merge the two: the entry with more fields stays and takes what only the other has, the other goes, and all drafts \
of the workspace cite the one that stays.

## Sources

The bibliographies that the same drafts name, and the list of references of a draft.
",
    },
    checks: &[Check::Bibliography(check), Check::Draft(check_list)],
    fixes: Some(fixes),
};

/// The reason why two entries are reported as one work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DuplicateReason {
    /// They share an identifier, and their titles agree or one of them is unknown.
    Identifier,
    /// They share an identifier, but their titles are of different works.
    IdentifierOnly,
    /// Title, first author and year are the same.
    Description,
}

/// The data by which two suspected entries are compared.
struct Signature {
    work: Work,
    title: String,
}

impl Signature {
    fn of(work: Work) -> Self {
        let title = work.full_title().map(|title| fold::title(&title)).unwrap_or_default();
        Signature { work, title }
    }
}

/// Computes the marks of a work.
fn marks_of(work: Work) -> Marks {
    fn mark(value: impl Hash) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    let doi = work.identifiers.doi().map(|doi| mark(("doi", doi)));
    let pmid = work.identifiers.pmid().map(|pmid| mark(("pmid", pmid)));
    let signature = Signature::of(work);
    let author = signature.work.authors.first().or(signature.work.editors.first());
    let described = match (author, signature.work.year()) {
        (Some(author), Some(year)) if !signature.title.is_empty() => {
            Some(mark((&signature.title, fold::name_key(&author.surname()), year)))
        }
        _ => None,
    };
    Marks([doi, pmid, described])
}

fn check(context: &RuleContext<'_>, file: &BibliographyFile) -> Vec<Remark> {
    // Entries of a file whose name sorts earlier count as earlier; a pair across two files is shown
    // once.
    let others = context.bibliographies.iter().filter(|other| other.file < file.file);
    let all: Vec<(&BibliographyFile, Entry<'_>)> = others
        .chain(std::iter::once(file))
        .flat_map(|file| file.bibliography.entries().map(move |entry| (file, entry)))
        .collect();
    let marks =
        context.entry_cache.marks.of_all(all.iter().map(|(_, entry)| *entry), |entry| marks_of(entry.work()));
    let mut first: HashMap<u64, usize> = HashMap::with_capacity(all.len());
    let mut out = Vec::new();
    for (index, ((home, entry), marks)) in all.iter().zip(&marks).enumerate() {
        let mut suspects: Vec<usize> = Vec::new();
        for mark in marks.0.iter().flatten() {
            let earlier = *first.entry(*mark).or_insert(index);
            if earlier != index && !suspects.contains(&earlier) {
                suspects.push(earlier);
            }
        }
        if suspects.is_empty() || home.file != file.file {
            continue;
        }
        let signature = Signature::of(entry.work());
        let found = suspects.into_iter().find_map(|earlier| {
            let (other_home, other) = all.get(earlier)?;
            // Two entries with the same key are reported by another rule.
            if other.key() == entry.key() {
                return None;
            }
            let (reason, identifier) = compare(&Signature::of(other.work()), &signature)?;
            let [one, twin] = [(*entry, *home), (*other, *other_home)].map(|(entry, home)| {
                let reference = Reference::from_entry(&home.file, &entry);
                Described {
                    name: reference.name().into_owned(),
                    key: reference.label,
                    span: reference.name_span,
                    file: Some(home.file.clone()),
                    work: entry.work(),
                }
            });
            Some(remark(&one, &twin, reason, &identifier))
        });
        out.extend(found);
    }
    out
}

/// A reference in a message.
struct Described {
    name: String,
    key: String,
    span: Span,
    /// The file; `None` for the checked one.
    file: Option<FileId>,
    work: Work,
}

/// Checks the list of references of a draft. Only items with a common identifier, or a common author and year, are
/// compared.
fn check_list(_: &RuleContext<'_>, document: &Document) -> Vec<Remark> {
    /// The most earlier items with which an item is compared.
    const MAX_COMPARED: usize = 20;
    let mut known: HashMap<String, Vec<Listed<'_>>> = HashMap::new();
    let mut out = Vec::new();
    for listed in document.list_items() {
        let work = &listed.item.work;
        let by_doi = work.identifiers.doi().map(|doi| format!("doi {doi}"));
        let by_pmid = work.identifiers.pmid().map(|pmid| format!("pmid {pmid}"));
        let by_author = work
            .authors
            .first()
            .zip(work.year())
            .map(|(author, year)| format!("{} {year}", fold::name_key(&author.surname())));
        let marks: Vec<String> = [by_doi, by_pmid, by_author].into_iter().flatten().collect();
        let earlier = marks.iter().filter_map(|mark| known.get(mark)).flatten().take(MAX_COMPARED);
        out.extend(earlier.into_iter().find_map(|other| {
            let [a, b] = [&other.item.work, work].map(|work| Signature::of(work.clone()));
            let (reason, identifier) = compare(&a, &b)?;
            Some(remark(&described(&listed), &described(other), reason, &identifier))
        }));
        for mark in marks {
            known.entry(mark).or_default().push(listed.clone());
        }
    }
    out
}

fn described(listed: &Listed<'_>) -> Described {
    let item = &listed.item;
    let name = match (&item.key, item.number) {
        (Some(key), _) => key.name.clone(),
        (None, Some(number)) => format!("[{number}]"),
        (None, None) => item.work.full_title().unwrap_or_else(|| String::from("?")),
    };
    let (span, work) = (item.span.shift(listed.start), item.work.clone());
    Described { key: name.clone(), name, span, file: None, work }
}

/// Returns whether two entries describe one work, and by which identifier.
fn compare(a: &Signature, b: &Signature) -> Option<(DuplicateReason, String)> {
    let doi = a
        .work
        .identifiers
        .doi()
        .filter(|doi| b.work.identifiers.doi() == Some(doi))
        .map(|doi| format!("DOI {doi}"));
    let pmid = a
        .work
        .identifiers
        .pmid()
        .filter(|pmid| b.work.identifiers.pmid() == Some(*pmid))
        .map(|pmid| format!("PMID {pmid}"));
    match doi.or(pmid) {
        Some(identifier) => same_identifier(a, b).map(|reason| (reason, identifier)),
        None => (a.title == b.title && same_description(&a.work, &b.work, &b.title))
            .then(|| (DuplicateReason::Description, String::new())),
    }
}

/// Returns the relation of two entries with a common identifier; `None` if both may have it.
fn same_identifier(a: &Signature, b: &Signature) -> Option<DuplicateReason> {
    let part =
        |work: &Work| matches!(work.kind, WorkKind::Chapter | WorkKind::Book | WorkKind::ConferencePaper);
    let alike = a.title == b.title || a.title.is_empty() || b.title.is_empty() || similar(&a.title, &b.title);
    match (alike, part(&a.work) || part(&b.work)) {
        (true, _) => Some(DuplicateReason::Identifier),
        // Chapters are often given the DOI of their book.
        (false, true) => None,
        (false, false) => Some(DuplicateReason::IdentifierOnly),
    }
}

/// Returns whether two titles can be of one work: one may lack its subtitle.
fn similar(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short).is_some_and(|rest| rest.starts_with(' '))
        || referee_text::similarity::ratio(a, b) >= 0.7
}

/// Returns whether two entries with the same title, first author and year are one work: no other
/// field contradicts it.
fn same_description(a: &Work, b: &Work, title: &str) -> bool {
    let differ = |x: Option<&str>, y: Option<&str>| matches!((x, y), (Some(x), Some(y)) if x != y);
    let number = |x: &Option<String>, y: &Option<String>| {
        let clean = |text: &Option<String>| text.as_deref().map(|text| fold::compact(&fold::title(text)));
        differ(clean(x).as_deref(), clean(y).as_deref())
    };
    let pages = match (a.pages.as_deref(), b.pages.as_deref()) {
        (Some(x), Some(y)) => match (Pages::parse(x), Pages::parse(y)) {
            (Some(x), Some(y)) => x.first != y.first,
            _ => number(&a.pages, &b.pages),
        },
        _ => false,
    };
    let contradicted = differ(a.identifiers.doi(), b.identifiers.doi())
        || matches!((a.identifiers.pmid(), b.identifiers.pmid()), (Some(x), Some(y)) if x != y)
        || matches!((a.identifiers.arxiv(), b.identifiers.arxiv()), (Some(x), Some(y)) if x != y)
        || pages
        || number(&a.volume, &b.volume)
        || number(&a.edition, &b.edition);
    let versions = (a.kind == WorkKind::Preprint) != (b.kind == WorkKind::Preprint);
    let parts = matches!(a.kind, WorkKind::Chapter | WorkKind::Book) && a.kind != b.kind;
    let container = |work: &Work| work.container.as_deref().map(fold::title);
    let places = matches!((container(a), container(b)), (Some(x), Some(y)) if !same_container(&x, &y));
    // "Editorial", "Reply", "Introduction": many works have such a title.
    let telling = title.split(' ').count() > 2
        || (a.pages.is_some() && b.pages.is_some() && container(a).is_some() && container(b).is_some());
    telling && !contradicted && !versions && !parts && !places
}

/// Returns whether two folded titles of a journal or book can be the same: abbreviated words are
/// prefixes, and an acronym consists of the initials.
fn same_container(a: &str, b: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let minor = |word: &&str| !matches!(*word, "the" | "of" | "and" | "in" | "for" | "on" | "a");
        name.split(' ').filter(minor).map(str::to_owned).collect()
    };
    let initials = |words: &[String]| words.iter().filter_map(|word| word.chars().next()).collect::<String>();
    let (left, right) = (words(a), words(b));
    match (left.as_slice(), right.as_slice()) {
        ([x], [y]) => x == y || x.starts_with(y.as_str()) || y.starts_with(x.as_str()),
        ([acronym], many) | (many, [acronym]) => *acronym == initials(many),
        (left, right) => initials(left) == initials(right),
    }
}

fn remark(one: &Described, other: &Described, reason: DuplicateReason, identifier: &str) -> Remark {
    let (key, twin) = (&one.name, &other.name);
    let (severity, state, message) = match reason {
        DuplicateReason::Identifier => (
            None,
            "same",
            Message::written(|language| {
                let (fact, detail, next) = language.pick(
                    (
                        format!("“{key}” and “{twin}” are the same work"),
                        format!("both have {identifier}"),
                        "Keep one of them and cite that.",
                    ),
                    (
                        format!("«{key}» y «{twin}» son el mismo trabajo"),
                        format!("las dos tienen {identifier}"),
                        "Conserve una de las dos y cite esa.",
                    ),
                );
                format!("{} {next}", wording::fact_and_detail(&fact, &detail))
            }),
        ),
        DuplicateReason::IdentifierOnly => (
            None,
            "shared-identifier",
            Message::new(
                format!(
                    "“{key}” and “{twin}” have the same {identifier} and different titles. At most one of the two can have it."
                ),
                format!(
                    "«{key}» y «{twin}» tienen el mismo {identifier} y títulos distintos. Como mucho una de las dos puede tenerlo."
                ),
            ),
        ),
        DuplicateReason::Description => (
            Some(Severity::Information),
            "same",
            Message::new(
                format!(
                    "“{key}” and “{twin}” have the same title, first author and year. If they are one work, keep one of them."
                ),
                format!(
                    "«{key}» y «{twin}» tienen el mismo título, primer autor y año. Si son el mismo trabajo, conserve una de las dos."
                ),
            ),
        ),
    };
    let related = RelatedPlace {
        file: other.file.clone(),
        span: other.span,
        message: Message::written(|language| {
            let work = wording::work(language, &other.work);
            language.pick(format!("“{twin}”: {work}"), format!("«{twin}»: {work}"))
        }),
    };
    let mut data = Data { key: Some(one.key.clone()), ..Data::default() };
    data.more.insert("other", other.key.clone());
    data.more.insert("state", state.to_owned());
    Remark {
        place: Anchor::Span(one.span),
        message,
        severity,
        related: vec![related],
        data,
        ..Remark::default()
    }
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    if finding.data.more.get("state").map(String::as_str) != Some("same") {
        return Vec::new();
    }
    let Some((file, entry)) = super::subject::entry_at(context, finding.span) else { return Vec::new() };
    let Some(related) = finding.related.first() else { return Vec::new() };
    let Some((twin_file, twin)) = context
        .bibliographies
        .iter()
        .find(|other| other.file == related.file)
        .and_then(|other| Some((other, other.bibliography.at(related.span.start as usize)?)))
    else {
        return Vec::new();
    };
    let Some(merge) = edits::merge(context, (twin_file, twin), (file, entry)) else { return Vec::new() };
    vec![Fix {
        title: context.say(Message::new(
            format!("Merge into “{}” and cite that everywhere", merge.kept),
            format!("Unir en «{}» y citar esa en todas partes", merge.kept),
        )),
        kind: FixKind::Chosen,
        preferred: false,
        edits: merge.edits,
    }]
}
