//! The review of a draft.

use super::memory::{Hit, ReviewedBlock};
use super::remarks::{self, finding};
use super::{Review, ReviewContext, rules};
use crate::rules::{ENCODING, MISSING_FILE, TOO_COMPLEX};
use crate::snapshot::Snapshot;
use referee_citations::rules::{Check, CheckedClaim, RuleContext};
use referee_citations::{Reference, claims};
use referee_critic::FixContext;
use referee_findings::{Finding, Fix, Related, RuleHit};
use referee_syntax::{Block, Citation, Document, Target};
use referee_text::blocks::PlacedBlock;
use referee_text::{FileId, Span};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How many other citations of the same reference a finding lists.
const MOST_RELATED: usize = 5;

pub(super) fn review(
    snapshot: &Snapshot,
    file: &FileId,
    document: &Arc<Document>,
    limit: Option<Duration>,
    cancel: &CancellationToken,
) -> Option<Review> {
    let around = ReviewContext::new(snapshot, file);
    let memory = snapshot.memory().draft(file);
    let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
    let fingerprint = around.suppression_context() ^ document.context();
    if memory.around != fingerprint {
        memory.blocks.clear();
        memory.around = fingerprint;
    }
    // Before anything is looked up: what comes meanwhile is looked at next time.
    let revision = snapshot.judgements().revision();
    let list = document.reference_blocks();
    let blocks = document.blocks();
    let known = |(index, block): (usize, PlacedBlock<'_, Block>), old: &ReviewedBlock| {
        Arc::ptr_eq(block.content, &old.block)
            && list.contains(&index) == old.in_list
            && written_around(&around, &block) == old.written
    };
    let same_before =
        blocks.iter().enumerate().zip(&memory.blocks).take_while(|(block, old)| known(*block, old)).count();
    let most_behind = blocks.len().min(memory.blocks.len()) - same_before;
    let same_behind = blocks
        .iter()
        .enumerate()
        .rev()
        .zip(memory.blocks.iter().rev())
        .take(most_behind)
        .take_while(|(block, old)| known(*block, old))
        .count();
    let mut fresh = Vec::new();
    for (index, block) in blocks.iter().enumerate().take(blocks.len() - same_behind).skip(same_before) {
        if cancel.is_cancelled() {
            return None;
        }
        fresh.push(around.with(|context| review_block(&around, context, document, index, &block)));
    }
    let old_end = memory.blocks.len() - same_behind;
    memory.blocks.splice(same_before..old_end, fresh);
    let mut unfinished = false;
    if memory.revision != revision {
        // From the first on, so that each review gets some further.
        let mut begun = None;
        for (index, (block, reviewed)) in blocks.iter().zip(&mut memory.blocks).enumerate() {
            if around.holds(&reviewed.rests_on) {
                continue;
            }
            if cancel.is_cancelled() {
                return None;
            }
            let begun = *begun.get_or_insert_with(Instant::now);
            unfinished = limit.is_some_and(|limit| begun.elapsed() >= limit);
            if unfinished {
                break;
            }
            *reviewed = around.with(|context| review_block(&around, context, document, index, &block));
        }
        if !unfinished {
            memory.revision = revision;
        }
    }

    let mut findings = Vec::new();
    let mut first_of: HashMap<u64, usize> = HashMap::new();
    for (block, reviewed) in blocks.iter().zip(&memory.blocks) {
        for found in &reviewed.findings {
            let mut found = found.clone();
            found.span = moved(found.span, reviewed.start, block.start);
            findings.push(found);
        }
        for hit in &reviewed.hits {
            let span = moved(hit.span, reviewed.start, block.start);
            show_hit(&around, file, hit, span, &mut findings, &mut first_of);
        }
    }
    if !around.written.is_empty() {
        around.with(|context| about_draft(&around, context, document, &mut findings));
    }
    findings.extend(criticism(snapshot, &around, file, document, &mut memory.critic, cancel)?);
    // A buffer without a file, or a file of a remote workspace, lies in no folder of this machine: what it names may
    // well be there.
    let on_disk = file.path().is_absolute();
    for dangling in snapshot.dangling(file).iter().filter(|_| on_disk) {
        if let Some(severity) = around.folder.settings.severity(MISSING_FILE.id, MISSING_FILE.severity) {
            findings.push(Finding {
                rule: MISSING_FILE.id,
                severity,
                span: dangling.span,
                message: format!("The bibliography “{}” cannot be read: {}.", dangling.name, dangling.reason),
                related: Vec::new(),
                data: referee_findings::Data::default(),
                tag: None,
            });
        }
    }
    findings.extend(encoding(snapshot, &around, file));
    too_complex(&around, document, &mut findings);
    let findings = around.suppressed(findings, &document.suppressions(), document.text(), &|_| None);
    Some(Review { findings, unfinished })
}

/// A number for the passage written on request that a block is a part of, and for what its comment says; 0 for none.
fn written_around(around: &ReviewContext<'_>, block: &PlacedBlock<'_, Block>) -> u64 {
    let Some(written) = around.written.iter().find(|written| written.span.overlaps(block.span())) else {
        return 0;
    };
    let told = &written.provenance;
    let mut hasher = DefaultHasher::new();
    (&told.evidence, &told.date, told.hash).hash(&mut hasher);
    hasher.finish() | 1
}

/// What the rules say about the draft as a whole.
fn about_draft(
    around: &ReviewContext<'_>,
    context: &RuleContext<'_>,
    document: &Document,
    findings: &mut Vec<Finding>,
) {
    for rule in rules() {
        for check in rule.checks {
            let Check::Draft(check) = check else { continue };
            for remark in check(context, document) {
                findings.extend(finding(
                    around,
                    &rule.rule,
                    &remark,
                    remark.place.span(|_| None).unwrap_or_default(),
                    None,
                ));
            }
        }
    }
}

/// What the critic says about the text.
fn criticism(
    snapshot: &Snapshot,
    around: &ReviewContext<'_>,
    file: &FileId,
    document: &Document,
    critic: &mut referee_critic::RuleCache,
    cancel: &CancellationToken,
) -> Option<Vec<Finding>> {
    let setting = snapshot.critic_setting(file);
    let said = critic.review(document, &setting, &|| cancel.is_cancelled())?;
    let findings = said.into_iter().filter_map(|RuleHit { rule, remark }| {
        let severity = around.folder.settings.severity(rule.id, remark.severity.or(rule.severity))?;
        let span = remark.place;
        Some(remark.into_finding(rule, severity, file, span))
    });
    Some(findings.collect())
}

/// The fixes of the critic for one of its findings.
pub(super) fn critic_fixes(
    snapshot: &Snapshot,
    file: &FileId,
    rule: &referee_critic::CriticRule,
    finding: &Finding,
) -> Vec<Fix> {
    let Some(document) = snapshot.file(file).and_then(|read| read.draft()) else { return Vec::new() };
    let memory = snapshot.memory().draft(file);
    let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
    let setting = snapshot.critic_setting(file);
    let context = FixContext { file, draft: memory.critic.read(document, &setting) };
    rule.fixes(&context, finding)
}

/// What is said of blocks that hold more markup than is read.
fn too_complex(around: &ReviewContext<'_>, document: &Document, findings: &mut Vec<Finding>) {
    let Some(severity) = around.folder.settings.severity(TOO_COMPLEX.id, TOO_COMPLEX.severity) else {
        return;
    };
    findings.extend(document.too_complex().map(|block| Finding {
        rule: TOO_COMPLEX.id,
        severity,
        span: Span::at(block.start as usize),
        message: "This paragraph holds more markup than is read. It is read as plain text: citations in it are \
                  found, code and emphasis are not."
            .to_owned(),
        related: Vec::new(),
        data: referee_findings::Data::default(),
        tag: None,
    }));
}

/// The remark that a file is not UTF-8.
pub(super) fn encoding(snapshot: &Snapshot, around: &ReviewContext<'_>, file: &FileId) -> Option<Finding> {
    use referee_text::decode::Charset;
    let read = snapshot.file(file)?;
    let message = match (read.charset, read.damaged) {
        (Charset::Utf8 | Charset::Utf8Bom, false) => return None,
        (_, true) => {
            "Some bytes of this file are not text in UTF-8 and are read as “\u{FFFD}”. Save it as UTF-8."
                .to_owned()
        }
        (charset, false) => format!(
            "This file is written in {}, not in UTF-8; it was read as such. Save it as UTF-8.",
            charset.name()
        ),
    };
    Some(Finding {
        rule: ENCODING.id,
        severity: around.folder.settings.severity(ENCODING.id, ENCODING.severity)?,
        span: Span::at(0),
        message,
        related: Vec::new(),
        data: referee_findings::Data::default(),
        tag: None,
    })
}

fn moved(span: Span, from: u32, to: u32) -> Span {
    Span {
        start: span.start.wrapping_sub(from).wrapping_add(to),
        end: span.end.wrapping_sub(from).wrapping_add(to),
    }
}

fn review_block(
    around: &ReviewContext<'_>,
    context: &RuleContext<'_>,
    document: &Document,
    index: usize,
    block: &PlacedBlock<'_, Block>,
) -> ReviewedBlock {
    let mut findings = Vec::new();
    let mut hits = Vec::new();
    around.looked_up.take();
    for cited in document.citations_in(index) {
        let citation = cited.to_citation();
        for rule in rules() {
            for check in rule.checks {
                if let Check::Citation(check) = check
                    && let Some(remark) = check(context, &citation)
                {
                    let span = remark.place.span(|_| None).unwrap_or(citation.span);
                    let label =
                        if let Target::Key(key) = &citation.target { Some(key.as_str()) } else { None };
                    findings.extend(finding(around, &rule.rule, &remark, span, label));
                }
            }
        }
        hits.extend(hit(around, context, &citation));
    }
    for listed in document.items_in(index) {
        let reference = Reference::from_list_item(context.file, &listed.item, listed.start);
        findings.extend(at_reference(around, &reference));
    }
    let in_list = document.reference_blocks().contains(&index);
    // Without a source no text of a cited work is known.
    let known = around.folder.sources.as_ref().is_some_and(|sources| !sources.is_empty());
    let all = if known { claims::in_block(document, index) } else { Vec::new() };
    for claim in all {
        let Some(looked) = CheckedClaim::check(context, &claim) else { continue };
        for rule in rules() {
            for check in rule.checks {
                let Check::Claim(check) = check else { continue };
                for remark in check(context, &looked) {
                    let span = remark.place.span(|_| None).unwrap_or(claim.span);
                    findings.extend(finding(around, &rule.rule, &remark, span, None));
                }
            }
        }
    }
    ReviewedBlock {
        block: Arc::clone(block.content),
        start: block.start,
        in_list,
        written: written_around(around, block),
        rests_on: around.looked_up.take(),
        findings,
        hits,
    }
}

/// What there is to say about the reference that a citation means.
fn hit(around: &ReviewContext<'_>, context: &RuleContext<'_>, citation: &Citation) -> Option<Hit> {
    let (fingerprint, label, entry, remarks) = match &citation.target {
        Target::Key(key) => {
            let (file, entry) = context.entry(key)?;
            let fingerprint = entry.fingerprint();
            let remarks = remarks::of(around, fingerprint, || Reference::from_entry(&file.file, &entry))?;
            (fingerprint, key.clone(), Some((file.file.clone(), entry.key_span())), remarks)
        }
        Target::Identifier(identifier) => {
            let reference = Reference::from_identifier(context.file, identifier, citation.span);
            let fingerprint = reference.fingerprint;
            let remarks = remarks::of(around, fingerprint, || reference)?;
            (fingerprint, identifier.to_string(), None, remarks)
        }
        Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => return None,
    };
    if remarks.is_empty() {
        return None;
    }
    Some(Hit { span: citation.span, fingerprint, label, entry, remarks })
}

/// Shows the remarks about a reference at its first citation; the later ones are listed there.
fn show_hit(
    around: &ReviewContext<'_>,
    file: &FileId,
    hit: &Hit,
    span: Span,
    findings: &mut Vec<Finding>,
    first_of: &mut HashMap<u64, usize>,
) {
    if let Some(&first) = first_of.get(&hit.fingerprint) {
        let also = Related { file: file.clone(), span, message: "cited here too".to_owned() };
        for found in findings.iter_mut().skip(first).take(hit.remarks.len()) {
            let listed = found.related.iter().filter(|related| related.message == also.message).count();
            if found.data.key.as_deref() == Some(&hit.label) && listed < MOST_RELATED {
                found.related.push(also.clone());
            }
        }
        return;
    }
    first_of.insert(hit.fingerprint, findings.len());
    for RuleHit { rule, remark } in hit.remarks.iter() {
        if let Some(mut found) = finding(around, rule, remark, span, Some(&hit.label)) {
            if let Some((file, span)) = &hit.entry {
                found.related.push(Related {
                    file: file.clone(),
                    span: *span,
                    message: "the entry".to_owned(),
                });
            }
            findings.push(found);
        }
    }
}

/// What there is to say about a reference at its own place.
pub(super) fn at_reference(around: &ReviewContext<'_>, reference: &Reference) -> Vec<Finding> {
    let remarks = remarks::of(around, reference.fingerprint, || reference.clone());
    let mut out = Vec::new();
    for RuleHit { rule, remark } in remarks.iter().flat_map(|all| all.iter()) {
        let span = remark.place.span(|field| reference.field(field)).unwrap_or(reference.name_span);
        out.extend(finding(around, rule, remark, span, Some(&reference.label)));
    }
    out
}
