//! The review of a draft.

use super::context::{ReviewContext, are_settled};
use super::hits::{at_reference, hit, names_trial, show_hit};
use super::remarks::finding;
use super::sources;
use crate::review_cache::{BlockInputs, DraftCache, Hit, ReviewedBlock, ReviewedText, SharedInputs};
use crate::rules::{ENCODING, MISSING_FILE, TOO_COMPLEX};
use crate::snapshot::Snapshot;
use referee_citations::rules::{Check, CheckedClaim, RULES, RuleContext};
use referee_citations::{Reference, claims};
use referee_critic::FixContext;
use referee_findings::{Finding, Fix, RuleHit};
use referee_syntax::{Block, Document, Target};
use referee_text::blocks::PlacedBlock;
use referee_text::{FileId, Language, Message, Phrase, Span};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The result of the review of a draft.
pub(super) struct DraftReview {
    pub(super) findings: Vec<Finding>,
    /// Whether new judgements have not been processed yet.
    pub(super) unfinished: bool,
}

pub(super) fn review(
    snapshot: &Snapshot,
    file: &FileId,
    document: &Arc<Document>,
    limit: Option<Duration>,
    cancel: &CancellationToken,
) -> Option<DraftReview> {
    let cache = snapshot.cache().draft(file);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    let criticism = criticism(snapshot, file, document, &mut cache.critic, cancel)?;
    let around = ReviewContext::in_language(snapshot, file, criticism.language);
    let mut hasher = DefaultHasher::new();
    (around.inputs.block_key(), document.context(), criticism.language).hash(&mut hasher);
    let key = hasher.finish();
    if cache.key != key {
        cache.blocks.clear();
        cache.speaking.clear();
        cache.reviewed = None;
        cache.key = key;
    }
    let unfinished = around.with(|context| {
        let reviewer = BlockReviewer::new(&around, context, document, &mut cache);
        reviewer.review_changed(&mut cache, limit, cancel)
    })?;

    let mut findings = Vec::new();
    let mut first_of: HashMap<u64, usize> = HashMap::new();
    let mut names_trial = false;
    for index in cache.speaking.iter() {
        let (Some(block), Some(reviewed)) = (document.blocks().get(index), cache.blocks.get(index)) else {
            continue;
        };
        names_trial |= reviewed.names_trial;
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
    let has_lists = || document.list_items().next().is_some() || !document.example_labels().is_empty();
    if names_trial || !around.written.is_empty() || has_lists() {
        around.with(|context| about_draft(&around, context, document, &mut findings));
    }
    findings.extend(criticism.findings);
    findings.extend(sources::findings(&around, document, &mut cache.compared));
    findings.extend(missing_files(snapshot, &around, file));
    findings.extend(encoding(snapshot, &around, file));
    too_complex(&around, document, &mut findings);
    let all_judged = || cache.blocks.iter().all(|reviewed| reviewed.is_settled);
    let findings =
        around.suppressed(findings, &document.suppressions(), document.text(), &|_| None, &all_judged);
    Some(DraftReview { findings, unfinished })
}

/// Reviews the blocks of one draft.
struct BlockReviewer<'a> {
    around: &'a ReviewContext<'a>,
    context: &'a RuleContext<'a>,
    document: &'a Document,
    /// The blocks of the reference list.
    list: Range<usize>,
    /// The number of preceding items for each block of the list, if it affects their numbers.
    numbers_before: Vec<u32>,
    lists_key: u64,
    /// The hash of the keys and numbers in the reference lists, an input of some blocks.
    list_names: u64,
}

impl<'a> BlockReviewer<'a> {
    fn new(
        around: &'a ReviewContext<'a>,
        context: &'a RuleContext<'a>,
        document: &'a Document,
        cache: &mut DraftCache,
    ) -> Self {
        let lists_key = around.inputs.lists_key();
        let list_names = match cache.lists {
            Some((key, names)) if key == lists_key => names,
            _ => context.list_names(),
        };
        cache.lists = Some((lists_key, list_names));
        BlockReviewer {
            around,
            context,
            document,
            list: document.reference_blocks(),
            numbers_before: document.numbers_before(),
            lists_key,
            list_names,
        }
    }

    /// Brings the cache up to date with the document; returns whether judgements are left to
    /// process, `None` if cancelled.
    fn review_changed(
        &self,
        cache: &mut DraftCache,
        limit: Option<Duration>,
        cancel: &CancellationToken,
    ) -> Option<bool> {
        // Before any look-up: a judgement that arrives meanwhile is processed next time.
        let judgements = self.around.snapshot.judgements().revision();
        let papers = self.around.snapshot.papers_revision();
        let blocks = self.document.blocks();
        let is_known = |(index, block): (usize, PlacedBlock<'_, Block>), old: &ReviewedBlock| {
            block.revision == old.block && self.holds(index, &block, &old.rests_on)
        };
        let old = &cache.blocks;
        let (skip_before, skip_behind) = self.untouched(cache);
        let same_before = skip_before
            + blocks
                .range(skip_before..blocks.len())
                .zip(old.iter().skip(skip_before))
                .enumerate()
                .take_while(|(at, (block, old))| is_known((skip_before + at, *block), old))
                .count();
        let most_behind = blocks.len().min(old.len()) - same_before;
        let skip_behind = skip_behind.min(most_behind);
        let end = blocks.len() - skip_behind;
        let behind = blocks
            .range(same_before..end)
            .enumerate()
            .rev()
            .zip(old.iter().rev().skip(skip_behind))
            .take(most_behind - skip_behind);
        let same_behind = skip_behind
            + behind.take_while(|((at, block), old)| is_known((same_before + at, *block), old)).count();
        let mut fresh = Vec::new();
        for (index, block) in blocks.iter().enumerate().take(blocks.len() - same_behind).skip(same_before) {
            if cancel.is_cancelled() {
                return None;
            }
            fresh.push(self.review(index, &block));
        }
        let old_end = cache.blocks.len() - same_behind;
        cache.speaking.replace(same_before..old_end, &fresh);
        cache.blocks.splice(same_before..old_end, fresh);
        cache.reviewed = Some(ReviewedText { blocks: blocks.clone(), shared: self.shared_inputs() });
        if (cache.judgements, cache.papers) == (judgements, papers) {
            return Some(false);
        }
        // Start at the first block, so that every review makes progress.
        let mut begun = None;
        for (index, (block, reviewed)) in blocks.iter().zip(&mut cache.blocks).enumerate() {
            let rests_on = &reviewed.rests_on;
            if self.around.holds(&rests_on.judgements) && self.around.holds_texts(&rests_on.texts) {
                continue;
            }
            if cancel.is_cancelled() {
                return None;
            }
            let begun = *begun.get_or_insert_with(Instant::now);
            if limit.is_some_and(|limit| begun.elapsed() >= limit) {
                return Some(true);
            }
            *reviewed = self.review(index, &block);
            let reviewed = std::slice::from_ref(reviewed);
            cache.speaking.replace(index..index + 1, reviewed);
        }
        cache.judgements = judgements;
        cache.papers = papers;
        Some(false)
    }

    /// Returns how many blocks at the start and at the end are certainly unchanged: neither their
    /// text nor the inputs shared by all blocks have changed.
    fn untouched(&self, cache: &DraftCache) -> (usize, usize) {
        let Some(reviewed) = cache.reviewed.as_ref() else { return (0, 0) };
        let (now, then) = (self.shared_inputs(), &reviewed.shared);
        let (before, held, behind) = now.list;
        let (before_then, held_then, behind_then) = then.list;
        let is_same = now.lists_key == then.lists_key
            && now.list_names == then.list_names
            && !now.has_written
            && !then.has_written
            && reviewed.blocks.len() == cache.blocks.len();
        if !is_same {
            return (0, 0);
        }
        let (same_before, same_behind) = self.document.blocks().shared(&reviewed.blocks);
        if held == 0 && held_then == 0 {
            return (same_before, same_behind);
        }
        // In the reference list the numbers of preceding items are also an input.
        let same_list = held == held_then && behind == behind_then && same_behind >= behind + held;
        let same_behind = if same_list { same_behind } else { same_behind.min(behind).min(behind_then) };
        (same_before.min(before).min(before_then), same_behind)
    }

    fn shared_inputs(&self) -> SharedInputs {
        let all = self.document.blocks().len();
        let list = if self.list.is_empty() {
            (all, 0, 0)
        } else {
            (self.list.start, self.list.len(), all.saturating_sub(self.list.end))
        };
        SharedInputs {
            list,
            lists_key: self.lists_key,
            list_names: self.list_names,
            has_written: !self.around.written.is_empty(),
        }
    }

    /// Whether the inputs of a block are unchanged, except for the judgements and the full texts.
    fn holds(&self, index: usize, block: &PlacedBlock<'_, Block>, then: &BlockInputs) -> bool {
        let BlockInputs { in_list, written, list_names, list_items, judgements: _, texts: _ } = then;
        self.in_list(index) == *in_list
            && written_around(self.around, block) == *written
            && list_names.is_none_or(|then| then == self.list_names)
            && list_items.is_none_or(|then| then == self.lists_key)
    }

    /// For a block in the reference list, returns the number of preceding items that affect its
    /// numbers.
    fn in_list(&self, index: usize) -> Option<u32> {
        let place = self.list.contains(&index).then(|| index - self.list.start)?;
        Some(self.numbers_before.get(place).copied().unwrap_or_default())
    }

    fn review(&self, index: usize, block: &PlacedBlock<'_, Block>) -> ReviewedBlock {
        let (around, context) = (self.around, self.context);
        around.looked_up.take();
        around.looked_for.take();
        context.take_list_reads();
        let mut findings = Vec::new();
        let mut hits = Vec::new();
        self.about_citations(index, &mut findings, &mut hits);
        for listed in self.document.items_in(index) {
            let reference = Reference::from_list_item(context.file, &listed.item, listed.start);
            findings.extend(at_reference(around, &reference));
        }
        self.about_claims(index, &mut findings);
        let names_trial = names_trial(self.document, index);
        let judgements = around.looked_up.take();
        let texts = around.looked_for.take();
        let read = context.take_list_reads();
        ReviewedBlock {
            block: block.revision,
            start: block.start,
            is_settled: are_settled(&judgements),
            rests_on: BlockInputs {
                in_list: self.in_list(index),
                written: written_around(around, block),
                list_names: read.names.then_some(self.list_names),
                list_items: read.items.then_some(self.lists_key),
                judgements,
                texts,
            },
            findings,
            hits,
            names_trial,
        }
    }

    /// Adds the findings about the citations of a block, and the remarks about the cited works.
    fn about_citations(&self, index: usize, findings: &mut Vec<Finding>, hits: &mut Vec<Hit>) {
        for cited in self.document.citations_in(index) {
            let citation = cited.to_citation();
            for rule in RULES.iter().copied() {
                for check in rule.checks {
                    if let Check::Citation(check) = check
                        && let Some(remark) = check(self.context, &citation)
                    {
                        let span = remark.place.span(|_| None).unwrap_or(citation.span);
                        let label =
                            if let Target::Key(key) = &citation.target { Some(key.as_str()) } else { None };
                        findings.extend(finding(self.around, &rule.rule, &remark, span, label));
                    }
                }
            }
            hits.extend(hit(self.around, self.context, &citation));
        }
    }

    /// Adds the findings about the citing sentences of a block.
    fn about_claims(&self, index: usize, findings: &mut Vec<Finding>) {
        // Without sources and papers, every text of a cited work is missing.
        let has_sources = self.around.folder.sources.as_ref().is_some_and(|sources| !sources.is_empty());
        if !has_sources && !self.around.snapshot.has_papers(self.around.file) {
            return;
        }
        for claim in claims::in_block(self.document, index) {
            let Some(looked) = CheckedClaim::check(self.context, &claim) else { continue };
            for rule in RULES.iter().copied() {
                for check in rule.checks {
                    let Check::Claim(check) = check else { continue };
                    for remark in check(self.context, &looked) {
                        let span = remark.place.span(|_| None).unwrap_or(claim.span);
                        findings.extend(finding(self.around, &rule.rule, &remark, span, None));
                    }
                }
            }
        }
    }
}

/// Iterates over the bibliographies of a draft that cannot be read.
fn missing_files<'a>(
    snapshot: &'a Snapshot,
    around: &'a ReviewContext<'_>,
    file: &FileId,
) -> impl Iterator<Item = Finding> + 'a {
    // A buffer without a file, or a file of a remote workspace, lacks a folder on this machine: its
    // bibliographies may exist.
    let on_disk = file.path().is_absolute();
    let severity = around.folder.severity(MISSING_FILE.id, MISSING_FILE.severity).filter(|_| on_disk);
    snapshot.dangling(file).iter().filter_map(move |dangling| {
        Some(Finding {
            rule: MISSING_FILE.id,
            kind: None,
            severity: severity?,
            span: dangling.span,
            message: {
                let (name, reason) = (&dangling.name, dangling.reason.text(around.language()));
                around.language().pick(
                    format!("The bibliography “{name}” cannot be read: {reason}."),
                    format!("La bibliografía «{name}» no se puede leer: {reason}."),
                )
            },
            related: Vec::new(),
            data: referee_findings::Data::default(),
            tag: None,
        })
    })
}

/// Returns a hash of the generated passage that contains a block, and of its comment; 0 if there is
/// no such passage.
fn written_around(around: &ReviewContext<'_>, block: &PlacedBlock<'_, Block>) -> u64 {
    let Some(written) = around.written.iter().find(|written| written.span.overlaps(block.span())) else {
        return 0;
    };
    let told = &written.provenance;
    let mut hasher = DefaultHasher::new();
    (&told.evidence, &told.date, told.hash).hash(&mut hasher);
    hasher.finish() | 1
}

/// Adds the findings about the draft as a whole.
fn about_draft(
    around: &ReviewContext<'_>,
    context: &RuleContext<'_>,
    document: &Document,
    findings: &mut Vec<Finding>,
) {
    for rule in RULES.iter().copied() {
        for check in rule.checks {
            let Check::Draft(check) = check else { continue };
            for remark in check(context, document) {
                let span = remark.place.span(|_| None).unwrap_or_default();
                findings.extend(finding(around, &rule.rule, &remark, span, None));
            }
        }
    }
}

/// The findings of the critic about a text, and their language.
struct Criticism {
    findings: Vec<Finding>,
    language: Language,
}

/// Runs the critic on the text; `None` if the review was cancelled.
fn criticism(
    snapshot: &Snapshot,
    file: &FileId,
    document: &Document,
    critic: &mut referee_critic::RuleCache,
    cancel: &CancellationToken,
) -> Option<Criticism> {
    let setting = snapshot.critic_setting(file);
    let folder = snapshot.folder_settings(file);
    let said = critic.check(document, &setting, &|| cancel.is_cancelled())?;
    let language = Language::spanish_if(said.is_spanish);
    let finding = |RuleHit { rule, remark }: RuleHit<Span>| {
        let severity = folder.severity_of(rule, remark.kind, rule.default_severity(remark.severity))?;
        let span = remark.place;
        Some(remark.into_finding(rule, severity, file, span))
    };
    let mut findings = Vec::new();
    for block in said.blocks() {
        let moved =
            |hit: &RuleHit<Span>| RuleHit { rule: hit.rule, remark: hit.remark.clone().shifted(block.start) };
        findings.extend(block.hits.iter().map(moved).filter_map(finding));
    }
    findings.extend(said.document.into_iter().filter_map(finding));
    Some(Criticism { findings, language })
}

/// Returns the language of the findings in a draft, as determined by the critic: that of its text,
/// otherwise that of the region.
pub(super) fn language(snapshot: &Snapshot, file: &FileId, document: &Document) -> Language {
    let cache = snapshot.cache().draft(file);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    let setting = snapshot.critic_setting(file);
    Language::spanish_if(cache.critic.read(document, &setting).is_spanish())
}

/// Returns the fixes of the critic for one of its findings.
pub(super) fn critic_fixes(
    snapshot: &Snapshot,
    file: &FileId,
    rule: &referee_critic::CriticRule,
    finding: &Finding,
) -> Vec<Fix> {
    let Some(document) = snapshot.file(file).and_then(|read| read.draft()) else { return Vec::new() };
    let cache = snapshot.cache().draft(file);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    let setting = snapshot.critic_setting(file);
    let context = FixContext { file, draft: cache.critic.read(document, &setting) };
    rule.fixes(&context, finding)
}

/// The message about a block with too much markup.
const TOO_MUCH_MARKUP: Phrase = Phrase {
    english: "This paragraph holds more markup than is read. It is read as plain text: citations in it are found, \
              code and emphasis are not.",
    spanish: "Este párrafo contiene más marcado del que se lee. Se lee como texto sin formato: se encuentran sus \
              citas, pero no el código ni los énfasis.",
};

/// Adds a finding for each block with too much markup.
fn too_complex(around: &ReviewContext<'_>, document: &Document, findings: &mut Vec<Finding>) {
    let Some(severity) = around.folder.severity(TOO_COMPLEX.id, TOO_COMPLEX.severity) else {
        return;
    };
    findings.extend(document.too_complex().map(|block| Finding {
        rule: TOO_COMPLEX.id,
        kind: None,
        severity,
        span: Span::at(block.start as usize),
        message: TOO_MUCH_MARKUP.text(around.language()).to_owned(),
        related: Vec::new(),
        data: referee_findings::Data::default(),
        tag: None,
    }));
}

/// Returns the finding that a file is not UTF-8.
pub(super) fn encoding(snapshot: &Snapshot, around: &ReviewContext<'_>, file: &FileId) -> Option<Finding> {
    use referee_text::decode::Charset;
    let read = snapshot.file(file)?;
    let message = match (read.charset, read.damaged) {
        (Charset::Utf8 | Charset::Utf8Bom, false) => return None,
        (_, true) => Message::new(
            "Some bytes of this file are not text in UTF-8 and are read as “\u{FFFD}”. Save it as UTF-8.",
            "Algunos bytes de este archivo no son texto en UTF-8 y se leen como «\u{FFFD}». Guárdelo en UTF-8.",
        ),
        (charset, false) => Message::new(
            format!(
                "This file is written in {}, not in UTF-8; it was read as such. Save it as UTF-8.",
                charset.name()
            ),
            format!(
                "Este archivo está escrito en {}, no en UTF-8; se leyó así. Guárdelo en UTF-8.",
                charset.name()
            ),
        ),
    };
    Some(Finding {
        rule: ENCODING.id,
        kind: None,
        severity: around.folder.severity(ENCODING.id, ENCODING.severity)?,
        span: Span::at(0),
        message: message.into_text(around.language()),
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
