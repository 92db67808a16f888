//! `citation/duplicate-work`

use super::{BibliographyFile, Check, CitationRule, Remark, Surroundings, wording};
use crate::edits;
use referee_bibliography::{Entry, Pages, Work, WorkKind};
use referee_findings::{Data, Finding, Fix, FixKind, Related, Rule, Scope, Severity};
use referee_text::fold;
use std::collections::HashMap;

/// The rule.
pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/duplicate-work",
        summary: "Two entries describe the same work",
        severity: Some(Severity::Warning),
        scope: Scope::Bibliography,
        needs_reason: false,
        documentation: "\
## What it flags

Two entries with different keys and the same DOI or PMID: a warning. Two entries with the same title, first author \
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

The bibliographies that the same drafts name.
",
    },
    check: Check::Bibliography(check),
    fixes,
};

/// Why two entries are called one work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sameness {
    /// They share an identifier, and their titles agree or are not both known.
    Identifier,
    /// They share an identifier, and their titles are of different works.
    IdentifierOnly,
    /// Title, first author and year are the same.
    Description,
}

/// What an entry is compared by.
struct Signature {
    work: Work,
    title: String,
}

impl Signature {
    fn of(work: Work) -> Self {
        let title = work.full_title().map(|title| fold::title(&title)).unwrap_or_default();
        Signature { work, title }
    }

    /// Title, first author and year as one; `None` where one is missing.
    fn description(&self) -> Option<String> {
        let author = self.work.authors.first().or(self.work.editors.first())?;
        let year = self.work.year()?;
        (!self.title.is_empty())
            .then(|| format!("{}\u{0}{}\u{0}{year}", self.title, fold::name_key(&author.surname())))
    }

    /// The identifiers that name a whole work, as text.
    fn identifiers(&self) -> Vec<String> {
        let doi = self.work.identifiers.doi().map(|doi| format!("doi:{doi}"));
        let pmid = self.work.identifiers.pmid().map(|pmid| format!("pmid:{pmid}"));
        doi.into_iter().chain(pmid).collect()
    }
}

/// The signatures of entries, by fingerprint. The same entry is read once, however often its file is edited.
mod remembered {
    use super::{Entry, Signature};
    use std::collections::HashMap;
    use std::sync::{Arc, LazyLock, Mutex};

    /// Beyond this the memory starts anew.
    const MOST: usize = 100_000;
    static KNOWN: LazyLock<Mutex<HashMap<u64, Arc<Signature>>>> = LazyLock::new(Mutex::default);

    pub(super) fn signatures<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Vec<Arc<Signature>> {
        // A panic elsewhere cannot leave a map of finished values in disorder.
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if known.len() > MOST {
            known.clear();
        }
        entries
            .map(|entry| {
                Arc::clone(
                    known.entry(entry.fingerprint()).or_insert_with(|| Arc::new(Signature::of(entry.work()))),
                )
            })
            .collect()
    }
}

fn check(surroundings: &Surroundings<'_>, file: &BibliographyFile) -> Vec<Remark> {
    let mut out = Vec::new();
    // The entries of files whose name comes before count as earlier; a pair over two files is shown once.
    let others = surroundings.bibliographies.iter().filter(|other| other.file < file.file);
    let all: Vec<(&BibliographyFile, Entry<'_>)> = others
        .chain(std::iter::once(file))
        .flat_map(|file| file.bibliography.entries().map(move |entry| (file, entry)))
        .collect();
    let signatures = remembered::signatures(all.iter().map(|(_, entry)| *entry));
    let mut by_identifier: HashMap<String, usize> = HashMap::new();
    let mut by_description: HashMap<String, usize> = HashMap::new();
    for (index, ((home, entry), signature)) in all.iter().zip(&signatures).enumerate() {
        let mut found: Option<(usize, Sameness, String)> = None;
        for identifier in signature.identifiers() {
            match by_identifier.entry(identifier) {
                std::collections::hash_map::Entry::Vacant(slot) => {
                    slot.insert(index);
                }
                std::collections::hash_map::Entry::Occupied(slot) => {
                    let earlier = *slot.get();
                    if found.is_none()
                        && let Some(other) = signatures.get(earlier)
                        && let Some(sameness) = same_identifier(other, signature)
                    {
                        found = Some((earlier, sameness, slot.key().clone()));
                    }
                }
            }
        }
        if let Some(description) = signature.description() {
            match by_description.entry(description) {
                std::collections::hash_map::Entry::Vacant(slot) => {
                    slot.insert(index);
                }
                std::collections::hash_map::Entry::Occupied(slot) => {
                    let earlier = *slot.get();
                    if found.is_none()
                        && let Some(other) = signatures.get(earlier)
                        && same_description(&other.work, &signature.work, &signature.title)
                    {
                        found = Some((earlier, Sameness::Description, String::new()));
                    }
                }
            }
        }
        if home.file != file.file {
            continue;
        }
        if let Some((earlier, sameness, identifier)) = found
            && let Some((other_home, other)) = all.get(earlier)
            && other.key() != entry.key()
        {
            out.push(remark(entry, other_home, other, sameness, &identifier));
        }
    }
    out
}

/// How two entries with one identifier are related; `None` where both may have it.
fn same_identifier(a: &Signature, b: &Signature) -> Option<Sameness> {
    let part =
        |work: &Work| matches!(work.kind, WorkKind::Chapter | WorkKind::Book | WorkKind::ConferencePaper);
    let alike = a.title == b.title || a.title.is_empty() || b.title.is_empty() || similar(&a.title, &b.title);
    match (alike, part(&a.work) || part(&b.work)) {
        (true, _) => Some(Sameness::Identifier),
        // Chapters are often given the DOI of their book.
        (false, true) => None,
        (false, false) => Some(Sameness::IdentifierOnly),
    }
}

/// Whether two titles can be of one work: one may lack its subtitle.
fn similar(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short).is_some_and(|rest| rest.starts_with(' '))
        || referee_text::similarity::ratio(a, b) >= 0.7
}

/// Whether two entries with the same title, first author and year are one work: nothing else says otherwise.
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
    // "Editorial", "Reply", "Introduction": many works have that title.
    let telling = title.split(' ').count() > 2
        || (a.pages.is_some() && b.pages.is_some() && container(a).is_some() && container(b).is_some());
    telling && !contradicted && !versions && !parts && !places
}

/// Whether two folded names of a journal or book can mean the same: abbreviated words agree in their beginnings.
fn same_container(a: &str, b: &str) -> bool {
    let minor = |word: &&str| !matches!(*word, "the" | "of" | "and" | "in" | "for" | "on" | "a");
    let (mut left, mut right) = (a.split(' ').filter(minor), b.split(' ').filter(minor));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) if x.chars().next() == y.chars().next() => {}
            // `PNAS` and the like: an acronym says nothing against it.
            _ => return !a.contains(' ') && a.len() <= 8 || !b.contains(' ') && b.len() <= 8,
        }
    }
}

fn remark(
    entry: &Entry<'_>,
    home: &BibliographyFile,
    other: &Entry<'_>,
    sameness: Sameness,
    identifier: &str,
) -> Remark {
    let (key, twin) = (entry.key(), other.key());
    let named = match identifier.split_once(':') {
        Some(("pmid", number)) => format!("PMID {number}"),
        Some((_, doi)) => format!("DOI {doi}"),
        None => String::new(),
    };
    let (severity, state, message) = match sameness {
        Sameness::Identifier => (
            None,
            "same",
            format!(
                "“{key}” and “{twin}” are the same work: both have {named}. Keep one of them and cite that."
            ),
        ),
        Sameness::IdentifierOnly => (
            None,
            "shared-identifier",
            format!(
                "“{key}” and “{twin}” have the same {named} and different titles. At most one of the two can have it."
            ),
        ),
        Sameness::Description => (
            Some(Severity::Information),
            "same",
            format!(
                "“{key}” and “{twin}” have the same title, first author and year. If they are one work, keep one of them."
            ),
        ),
    };
    let related = Related {
        file: home.file.clone(),
        span: other.key_span(),
        message: format!("“{twin}”: {}", wording::work(&other.work())),
    };
    let mut data = Data { key: Some(key.to_owned()), ..Data::default() };
    data.more.insert("other", twin.to_owned());
    data.more.insert("state", state.to_owned());
    Remark {
        span: Some(entry.key_span()),
        message,
        severity,
        related: vec![related],
        data,
        ..Remark::default()
    }
}

fn fixes(surroundings: &Surroundings<'_>, finding: &Finding) -> Vec<Fix> {
    if finding.data.more.get("state").map(String::as_str) != Some("same") {
        return Vec::new();
    }
    let Some((file, entry)) = super::entry_at(surroundings, finding.span) else { return Vec::new() };
    let Some(related) = finding.related.first() else { return Vec::new() };
    let Some((twin_file, twin)) = surroundings
        .bibliographies
        .iter()
        .find(|other| other.file == related.file)
        .and_then(|other| Some((other, other.bibliography.at(related.span.start as usize)?)))
    else {
        return Vec::new();
    };
    let Some(merge) = edits::merge(surroundings, (twin_file, twin), (file, entry)) else { return Vec::new() };
    vec![Fix {
        title: format!("Merge into “{}” and cite that everywhere", merge.kept),
        kind: FixKind::Chosen,
        preferred: false,
        edits: merge.edits,
    }]
}
