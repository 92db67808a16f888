//! The findings of the `source/` rules: a note is compared with the sources that it was written from.

use super::context::ReviewContext;
use crate::registry;
use crate::snapshot::Snapshot;
use referee_conversation::rules::UNREADABLE;
use referee_conversation::{Evidence, Note, SourceRemark, Talk, compare_sources, terms};
use referee_findings::{Data, FileEdit, Finding, Fix, FixKind, Related};
use referee_syntax::Document;
use referee_text::{FileId, Span};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError};

/// The maximum number of parsed sources to keep.
const MAX_TALKS: usize = 64;

/// The last comparison, with the hash of its input.
type Compared = Option<(u64, Arc<Vec<SourceRemark>>)>;

/// Returns the findings of the `source/` rules in a note; empty without a source.
pub(super) fn findings(
    around: &ReviewContext<'_>,
    document: &Document,
    compared: &mut Compared,
) -> Vec<Finding> {
    let (snapshot, file) = (around.snapshot, around.file);
    let mut out = missing(around);
    let sources = snapshot.note_sources(file);
    if sources.is_empty() {
        return out;
    }
    let language = around.language();
    for remark in remarks(snapshot, file, document, compared).iter() {
        let rule = registry::find(remark.rule);
        let own = rule.and_then(|rule| rule.default_severity(Some(remark.severity)));
        let Some(severity) = around.folder.severity(remark.rule, own) else { continue };
        out.push(Finding {
            rule: remark.rule,
            kind: None,
            severity,
            span: remark.span,
            message: remark.message.text(language).to_owned(),
            related: remark.evidence.iter().filter_map(|place| related(snapshot, sources, place)).collect(),
            data: Data::default(),
            tag: None,
        });
    }
    out
}

/// Returns the sources that a note names and that cannot be read.
fn missing(around: &ReviewContext<'_>) -> Vec<Finding> {
    let severity = around.folder.severity(UNREADABLE.id, UNREADABLE.severity);
    let Some(severity) = severity.filter(|_| around.file.path().is_absolute()) else { return Vec::new() };
    let missing = around.snapshot.graph().missing_sources(around.file).iter();
    missing
        .map(|dangling| {
            let (name, reason) = (&dangling.name, dangling.reason.text(around.language()));
            Finding {
                rule: UNREADABLE.id,
                kind: None,
                severity,
                span: dangling.span,
                message: around.language().pick(
                    format!("Not compared with “{name}”: {reason}."),
                    format!("No se comparó con «{name}»: {reason}."),
                ),
                related: Vec::new(),
                data: Data::default(),
                tag: None,
            }
        })
        .collect()
}

/// Returns a place of a source, with its speaker and time.
fn related(snapshot: &Snapshot, sources: &[FileId], place: &Evidence) -> Option<Related> {
    let passage = passage(snapshot, sources, place)?;
    let who = passage.who();
    let message = if who.is_empty() { passage.text.clone() } else { format!("{who}: {}", passage.text) };
    Some(Related { file: passage.file, span: passage.span, message })
}

/// A passage of a source of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The source.
    pub file: FileId,
    /// The place, in bytes of the source.
    pub span: Span,
    /// The speaker; empty if the source omits it.
    pub speaker: String,
    /// The time; empty if the source omits it.
    pub time: String,
    /// The words, on one line.
    pub text: String,
}

impl Passage {
    /// Returns the speaker and the time: `doctor, 00:01:20`; empty if the source has neither.
    #[must_use]
    pub fn who(&self) -> String {
        let who = [self.speaker.as_str(), self.time.as_str()];
        who.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// A term of a note with the passages of its sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcedTerm {
    /// The place, in bytes of the note.
    pub span: Span,
    /// The passages; empty if the sources do not speak of it.
    pub passages: Vec<Passage>,
}

fn passage(snapshot: &Snapshot, sources: &[FileId], place: &Evidence) -> Option<Passage> {
    let file = sources.get(place.source as usize)?;
    let text = snapshot.text(file)?;
    let words = text.get_byte_slice(place.span.range())?.to_string();
    Some(Passage {
        file: file.clone(),
        span: place.span,
        speaker: place.speaker.clone(),
        time: place.time.clone(),
        text: place.shown(&words),
    })
}

/// Returns the drugs, numbers and problems of a note with the passages of its sources that speak of
/// them; `None` for a file without sources.
pub(super) fn sourced_terms(snapshot: &Snapshot, file: &FileId) -> Option<Vec<SourcedTerm>> {
    let document = snapshot.file(file).and_then(|read| read.draft())?;
    let sources = snapshot.note_sources(file);
    if sources.is_empty() {
        return None;
    }
    let talk = talk(snapshot, sources, key_of(snapshot, sources).finish());
    let text = document.text().to_string();
    let term = |term: referee_conversation::Term| SourcedTerm {
        span: term.span,
        passages: term.evidence.iter().filter_map(|place| passage(snapshot, sources, place)).collect(),
    };
    Some(terms(&Note::read(&text, body(&text)), &talk.0).into_iter().map(term).collect())
}

/// Returns the passages for a place of a note: those of a finding there, otherwise those of the term.
pub(super) fn sourced_at(snapshot: &Snapshot, file: &FileId, offset: usize) -> Option<SourcedTerm> {
    let document = snapshot.file(file).and_then(|read| read.draft())?;
    let sources = snapshot.note_sources(file);
    if sources.is_empty() {
        return None;
    }
    let is_here = |span: Span| span.range().contains(&offset) || span.end as usize == offset;
    let cache = snapshot.cache().draft(file);
    let remarks = {
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        remarks(snapshot, file, document, &mut cache.compared)
    };
    let with_evidence = |remark: &&SourceRemark| is_here(remark.span) && !remark.evidence.is_empty();
    if let Some(remark) = remarks.iter().find(with_evidence) {
        let places = remark.evidence.iter();
        let passages = places.filter_map(|place| passage(snapshot, sources, place)).collect();
        return Some(SourcedTerm { span: remark.span, passages });
    }
    sourced_terms(snapshot, file)?.into_iter().find(|term| is_here(term.span))
}

/// Returns the hash of the texts of a note's sources.
fn key_of(snapshot: &Snapshot, sources: &[FileId]) -> DefaultHasher {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        (source, snapshot.file(source).map(|read| read.revision)).hash(&mut hasher);
    }
    hasher
}

/// Returns the remarks of the rules, from the cache if neither the note nor a source has changed.
fn remarks(
    snapshot: &Snapshot,
    file: &FileId,
    document: &Document,
    compared: &mut Compared,
) -> Arc<Vec<SourceRemark>> {
    let sources = snapshot.note_sources(file);
    let mut hasher = key_of(snapshot, sources);
    let of_sources = hasher.finish();
    snapshot.file(file).map(|read| read.revision).hash(&mut hasher);
    let key = hasher.finish();
    if let Some((known, remarks)) = compared.as_ref()
        && *known == key
    {
        return Arc::clone(remarks);
    }
    let talk = talk(snapshot, sources, of_sources);
    let text = document.text().to_string();
    let remarks = Arc::new(compare_sources(&Note::read(&text, body(&text)), &talk.0, talk.1.as_ref()));
    *compared = Some((key, Arc::clone(&remarks)));
    remarks
}

/// All sources together, and only the spoken ones if there are records too.
type ReadSources = (Talk, Option<Talk>);

/// Returns the sources as one conversation.
fn talk(snapshot: &Snapshot, sources: &[FileId], key: u64) -> Arc<ReadSources> {
    let talks = &snapshot.cache().talks;
    if let Some(known) = talks.get(&key) {
        return Arc::clone(&known);
    }
    let texts: Vec<(String, String)> = sources
        .iter()
        .map(|source| {
            let text = snapshot.text(source).map(|text| text.to_string()).unwrap_or_default();
            (text, source.name().to_string())
        })
        .collect();
    let pairs: Vec<(&str, &str)> = texts.iter().map(|(text, name)| (text.as_str(), name.as_str())).collect();
    let all = Talk::read(&pairs);
    let spoken = all.spoken(&pairs);
    let talk = Arc::new((all, spoken));
    if talks.len() >= MAX_TALKS {
        talks.clear();
    }
    talks.insert(key, Arc::clone(&talk));
    talk
}

/// Returns the offset at which a note begins after its front matter.
fn body(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("---\n") else { return 0 };
    rest.find("\n---").map_or(0, |end| "---\n".len() + end + "\n---".len())
}

/// Returns the fix that takes the words of the source, if that is one edit.
pub(super) fn fixes(snapshot: &Snapshot, file: &FileId, finding: &Finding) -> Vec<Fix> {
    let Some(document) = snapshot.file(file).and_then(|read| read.draft()) else { return Vec::new() };
    let language = snapshot.language_of_findings(file);
    let cache = snapshot.cache().draft(file);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    let remarks = remarks(snapshot, file, document, &mut cache.compared);
    let of_finding = |remark: &&SourceRemark| remark.rule == finding.rule && remark.span == finding.span;
    let fix = |(span, text): &(Span, String)| Fix {
        title: language.pick(
            format!("Write “{text}”, as the source says"),
            format!("Escribir «{text}», como dice la fuente"),
        ),
        kind: FixKind::Chosen,
        preferred: false,
        edits: vec![FileEdit { file: file.clone(), span: *span, text: text.clone() }],
    };
    remarks
        .iter()
        .find(of_finding)
        .and_then(|remark| remark.replacement.as_ref())
        .map(fix)
        .into_iter()
        .collect()
}
