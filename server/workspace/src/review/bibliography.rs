//! The review of a bibliography.

use super::context::{ReviewContext, are_settled};
use super::hits;
use super::inputs::Inputs;
use super::remarks::{self, finding};
use super::{draft, other_attachments};
use crate::missing_attachments::MissingAttachments;
use crate::review_cache::BibliographyInputs;
use crate::rules::{DAMAGED_ENTRY, MISSING_ATTACHMENT};
use crate::snapshot::Snapshot;
use referee_bibliography::{Bibliography, Format, ProblemKind};
use referee_citations::Reference;
use referee_citations::rules::{Anchor, BibliographyFile, Check, RULES, consequence_of_damage};
use referee_critic::rules::draft::without_mark;
use referee_findings::{Data, FileEdit, Finding, Fix, FixKind, RuleHit, Severity, suppression};
use referee_text::{FileId, Span, TextEdit};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The id of the rule about required fields of an entry type.
const MISSING_FIELD: &str = "citation/missing-field";

pub(super) fn review(
    snapshot: &Snapshot,
    file: &FileId,
    bibliography: &Arc<Bibliography>,
    cancel: &CancellationToken,
) -> Option<Vec<Finding>> {
    let around = ReviewContext::new(snapshot, file);
    let missing = snapshot.parts().attachments.get(file);
    let wrong = snapshot.wrong_papers(file);
    // Before any look-up: a judgement that arrives meanwhile is processed next time.
    let inputs = inputs_of(snapshot, &around.inputs, missing, &wrong);
    if let Some(known) = snapshot.cache().bibliography(file, inputs) {
        return Some(known.to_vec());
    }
    let here = BibliographyFile { file: file.clone(), bibliography: Arc::clone(bibliography) };
    let mut findings = Vec::new();
    for rule in RULES.iter().copied() {
        if cancel.is_cancelled() {
            return None;
        }
        for check in rule.checks {
            let Check::Bibliography(check) = check else { continue };
            for remark in around.with(|context| check(context, &here)) {
                let span = remark.place.span(|_| None).unwrap_or_default();
                findings.extend(finding(&around, &rule.rule, &remark, span, None));
            }
        }
    }
    let problems = bibliography.problems();
    let damaged = DamagedPlaces::new(problems.iter().map(|problem| problem.span));
    for entry in bibliography.entries() {
        // A field missing in a damaged entry may be after the damage: report only the damage, not
        // its consequences.
        let is_damaged = || damaged.concern(entry.span());
        for RuleHit { rule, remark } in remarks::of_entry(snapshot.cache(), &entry).iter() {
            if rule.id == MISSING_FIELD && is_damaged() {
                continue;
            }
            let span = match remark.place {
                Anchor::Span(inside) => inside.shift(entry.span().start as usize),
                place => place.span(|field| entry.field_span(field)).unwrap_or_else(|| entry.key_span()),
            };
            findings.extend(finding(&around, rule, remark, span, Some(entry.key())));
        }
    }
    // The look-ups of the rules above are irrelevant for which entries are judged.
    around.looked_up.take();
    if around.folder.sources.as_ref().is_some_and(|sources| sources.can_judge()) {
        for entry in bibliography.entries() {
            if cancel.is_cancelled() {
                return None;
            }
            let known = remarks::of(&around, entry.fingerprint(), || Reference::from_entry(file, &entry));
            if known.is_some_and(|remarks| !remarks.is_empty()) {
                findings.extend(hits::at_reference(&around, &Reference::from_entry(file, &entry)));
            }
        }
    }
    if let Some(severity) = around.folder.severity(DAMAGED_ENTRY.id, DAMAGED_ENTRY.severity) {
        let programs = around.with(|context| context.programs);
        for problem in problems {
            let language = around.language();
            let mut message = problem.message.text(language).to_owned();
            if problem.kind == ProblemKind::Damaged && bibliography.format() == Format::Bibtex {
                message = format!("{message} {}", consequence_of_damage(programs).text(language));
            }
            // Every program ignores a surplus character.
            let severity = match problem.kind {
                ProblemKind::Surplus => severity.min(Severity::Information),
                ProblemKind::Damaged | ProblemKind::NotReadable => severity,
            };
            findings.push(Finding {
                rule: DAMAGED_ENTRY.id,
                kind: None,
                severity,
                span: problem.span,
                message,
                related: Vec::new(),
                data: Data::default(),
                tag: None,
            });
        }
    }
    if let Some(missing) = missing.filter(|missing| !missing.is_empty()) {
        findings.extend(missing_attachments(snapshot, &around, file, bibliography, missing));
    }
    findings.extend(other_attachments::findings(&around, file, bibliography, &wrong));
    findings.extend(draft::encoding(snapshot, &around, file));
    let suppressions = suppression::scan(bibliography.text());
    // A comment above an entry suppresses findings in the whole entry, not only in its first line.
    let unit = |line: Span| {
        let entry = bibliography.at(line.end as usize).or_else(|| bibliography.at(line.start as usize))?;
        line.overlaps(Span::at(entry.span().start as usize)).then(|| entry.span())
    };
    let looked_up = around.looked_up.take();
    let all_judged = || are_settled(&looked_up);
    let findings = around.suppressed(findings, &suppressions, bibliography.text(), &unit, &all_judged);
    forget_unused(snapshot);
    let findings = Arc::new(findings);
    snapshot.cache().remember_bibliography(file, inputs, Arc::clone(&findings));
    Some(findings.to_vec())
}

/// Whether the latest review of a bibliography lacks only newer judgements.
pub(super) fn lacks_only_judgements(snapshot: &Snapshot, file: &FileId) -> bool {
    let missing = snapshot.parts().attachments.get(file);
    let inputs = inputs_of(snapshot, &Inputs::of(snapshot, file), missing, &snapshot.wrong_papers(file));
    snapshot.cache().lacks_only_judgements(file, inputs)
}

fn inputs_of(
    snapshot: &Snapshot,
    inputs: &Inputs,
    missing: Option<&MissingAttachments>,
    wrong: &impl Hash,
) -> BibliographyInputs {
    let mut hasher = DefaultHasher::new();
    (inputs.bibliography_key(), missing.map(|missing| missing.hash), wrong).hash(&mut hasher);
    BibliographyInputs { key: hasher.finish(), judgements: snapshot.judgements().revision() }
}

/// Returns the fix of a damaged place, if there is only one way to correct it.
pub(super) fn fixes(snapshot: &Snapshot, file: &FileId, finding: &Finding) -> Option<Fix> {
    let bibliography = snapshot.file(file)?.bibliography()?;
    let problem = bibliography.problems().into_iter().find(|problem| problem.span == finding.span)?;
    let correction = bibliography.correction(&problem)?;
    let edit = |edit: &TextEdit| FileEdit { file: file.clone(), span: edit.span, text: edit.text.clone() };
    Some(Fix {
        title: correction.title.into_text(snapshot.author_language(file)),
        kind: if correction.is_safe { FixKind::Mechanical } else { FixKind::Chosen },
        preferred: true,
        edits: correction.edits.iter().map(edit).collect(),
    })
}

/// Returns the fix that removes the leftover of a writing assistant from a field.
pub(super) fn leftover_fix(snapshot: &Snapshot, file: &FileId, finding: &Finding) -> Option<Fix> {
    let bibliography = snapshot.file(file)?.bibliography()?;
    let entry = bibliography.at(finding.span.start as usize)?;
    let field = entry.address_spans().into_iter().find(|field| field.contains(finding.span))?;
    let text = bibliography.text().get_byte_slice(field.range())?.to_string();
    let start = field.start as usize;
    let inside = Span::new(finding.span.start as usize - start, finding.span.end as usize - start);
    let (title, edit) = without_mark(&text, inside)?;
    Some(Fix {
        title: title.into_text(snapshot.author_language(file)),
        kind: FixKind::Mechanical,
        preferred: true,
        edits: vec![FileEdit { file: file.clone(), span: edit.span.shift(start), text: edit.text }],
    })
}

/// The damaged places of a bibliography, in order. There may be as many as entries, so each entry
/// examines only those near it.
struct DamagedPlaces {
    /// Each place, with the maximum end of it and those before it.
    places: Vec<(Span, u32)>,
}

impl DamagedPlaces {
    fn new(spans: impl Iterator<Item = Span>) -> Self {
        let mut spans: Vec<Span> = spans.collect();
        spans.sort_by_key(|span| span.start);
        let mut reach = 0;
        let places = spans.into_iter().map(|span| {
            reach = span.end.max(reach);
            (span, reach)
        });
        DamagedPlaces { places: places.collect() }
    }

    /// Whether one of the places is inside the entry at `span`, or is its missing end.
    fn concern(&self, span: Span) -> bool {
        let before = self.places.partition_point(|(place, _)| place.start <= span.end);
        let near = self.places.iter().take(before).rev().take_while(|(_, reach)| *reach >= span.start);
        near.into_iter().any(|(place, _)| place.overlaps(span) || place.start == span.end)
    }
}

/// Iterates over the findings about missing attachments.
fn missing_attachments<'a>(
    snapshot: &'a Snapshot,
    around: &ReviewContext<'_>,
    file: &'a FileId,
    bibliography: &'a Bibliography,
    missing: &'a MissingAttachments,
) -> impl Iterator<Item = Finding> + 'a {
    let severity = around.folder.severity(MISSING_ATTACHMENT.id, MISSING_ATTACHMENT.severity);
    let language = around.language();
    let entries = bibliography.entries().filter(move |_| severity.is_some());
    entries.flat_map(move |entry| {
        let gone = entry.attachments().into_iter().filter(|attachment| {
            let place = snapshot.attachment_place(file, &attachment.path);
            place.is_some_and(|place| missing.contains(&place))
        });
        let key = entry.key().to_owned();
        let findings = gone.map(|attachment| Finding {
            rule: MISSING_ATTACHMENT.id,
            kind: None,
            severity: severity.unwrap_or(Severity::Hint),
            span: attachment.span,
            message: language.pick(
                format!("The file “{}” is not there.", attachment.path),
                format!("El archivo «{}» no está.", attachment.path),
            ),
            related: Vec::new(),
            data: Data { key: Some(key.clone()), ..Data::default() },
            tag: None,
        });
        findings.collect::<Vec<Finding>>()
    })
}

/// Drops the cached results of entries that were removed from all bibliographies.
fn forget_unused(snapshot: &Snapshot) {
    let known = snapshot.known_files();
    let bibliographies = || {
        known.iter().filter_map(|file| Some(snapshot.as_printed(file, snapshot.file(file)?.bibliography()?)))
    };
    let live = bibliographies().map(|bibliography| bibliography.len()).sum();
    let cited = || known.iter().filter(|file| snapshot.file(file).is_some_and(|read| read.draft().is_some()));
    snapshot.cache().forget_unused(live, || {
        let others = cited().flat_map(|file| snapshot.references(file));
        let others = others.map(|(reference, _)| reference.fingerprint);
        let own = |bibliography: Arc<Bibliography>| {
            bibliography.entries().map(|entry| entry.fingerprint()).collect::<Vec<u64>>()
        };
        bibliographies().flat_map(own).chain(others).collect()
    });
}
