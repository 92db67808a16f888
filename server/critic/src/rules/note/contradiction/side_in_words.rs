//! Compares the side of a complaint or finding with that of its diagnosis, image or cast: “right knee pain … MRI of the
//! left knee”. Operations have a separate check.

use super::sides::side_of_word;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, context};
use crate::{BlockContext, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_knowledge::{Table, table};
use referee_text::Span;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};

/// The kind of a mention of a part of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Complaint,
    Finding,
    /// An image, a cast, an injection.
    Action,
}

/// A part of the body with its side.
#[derive(Clone, Copy, Debug)]
struct SideMention {
    region: usize,
    is_right: bool,
    kind: Kind,
    span: Span,
}

#[derive(Default)]
struct Mentions {
    named: Vec<SideMention>,
    /// Whether the text compares or mentions both sides.
    is_of_both: bool,
}

/// The words of regions.tsv with the index of the region and, for a complaint or a diagnosis, its kind.
static WORDS: LazyLock<Vec<(String, usize, Option<Kind>)>> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> = LazyLock::new(|| table("regions.tsv").unwrap_or_default());
    let mut out = Vec::new();
    for (region, row) in TABLE.rows().iter().enumerate() {
        for (column, kind) in
            [("parts", None), ("complaints", Some(Kind::Complaint)), ("diagnoses", Some(Kind::Finding))]
        {
            out.extend(row.list(column).map(|word| (word.to_owned(), region, kind)));
        }
    }
    out
});

static BY_WORD: LazyLock<FxHashMap<&'static str, (usize, Option<Kind>)>> =
    LazyLock::new(|| WORDS.iter().map(|(word, region, kind)| (word.as_str(), (*region, *kind))).collect());

/// The beginning of a word, with its region and kind.
type Stem = (&'static str, usize, Option<Kind>);

/// The stems of the table by their first byte, in its order.
static STEMS: LazyLock<FxHashMap<u8, Vec<Stem>>> = LazyLock::new(|| {
    let mut stems: FxHashMap<u8, Vec<_>> = FxHashMap::default();
    for (known, region, kind) in WORDS.iter() {
        if let Some(stem) = known.strip_suffix('*')
            && let Some(first) = stem.bytes().next()
        {
            stems.entry(first).or_default().push((stem, *region, *kind));
        }
    }
    stems
});

fn region_of(word: &str) -> Option<(usize, Option<Kind>)> {
    BY_WORD.get(word).copied().or_else(|| {
        let mut stems = STEMS.get(&word.bytes().next()?)?.iter();
        stems.find(|(stem, ..)| word.starts_with(stem)).map(|(_, region, kind)| (*region, *kind))
    })
}

static COMPLAINT: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/side-in-words/complaint"));
static FINDING: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/side-in-words/finding"));
static ACTION: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/side-in-words/action"));
/// Words that refer to both sides, or compare them.
static BOTH: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/side-in-words/both"));
/// Words of a healthy part, or of another time.
static HEALTHY_OR_PAST: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/side-in-words/healthy-or-past"));

impl Scan for Mentions {
    type State = ();
    type Summary = Mentions;

    fn visit((): &mut (), summary: &mut Mentions, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Mentions> = block.fact_of_sentences(add_sentence);
            let moved = |one: &SideMention| SideMention { span: one.span.shift(block.start), ..*one };
            summary.named.extend(here.named.iter().map(moved));
            summary.is_of_both |= here.is_of_both;
        }
    }
}

/// The clause around a place, between marks.
fn clause(text: &str, from: usize, to: usize) -> &str {
    let ends: &[char] = &[';', '.', ',', '\n', ':'];
    let start = text.get(..from).and_then(|ahead| ahead.rfind(ends)).map_or(0, |at| at + 1);
    let end = text.get(to..).and_then(|behind| behind.find(ends)).map_or(text.len(), |at| to + at);
    text.get(start..end).unwrap_or(text)
}

fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut Mentions) {
    /// The most words between a side and its part.
    const MAX_STEPS: isize = 3;
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let section = block.section_at(start);
    if matches!(section, Section::FamilyHistory | Section::PastHistory) {
        return;
    }
    let mut words: Vec<(String, usize, usize)> = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
        match (c.is_alphabetic(), from) {
            (true, None) => from = Some(at),
            (false, Some(begin)) => {
                words.push((fold(text.get(begin..at).unwrap_or_default()), begin, at));
                from = None;
            }
            _ => {}
        }
    }
    if !words
        .iter()
        .any(|(word, begin, end)| side_of_word(word, text.get(*begin..*end).unwrap_or_default()).is_some())
    {
        return;
    }
    out.is_of_both |= BOTH.is_match(text);
    for (index, (word, begin, end)) in words.iter().enumerate() {
        let Some(is_right) = side_of_word(word, text.get(*begin..*end).unwrap_or_default()) else { continue };
        let near = (1..=MAX_STEPS).flat_map(|step| [step, -step]).find_map(|step| {
            let at = index.checked_add_signed(step)?;
            let (other, first, last) = words.get(at)?;
            let (low, high) = if first > end { (*end, *first) } else { (*last, *begin) };
            let gap = text.get(low..high)?;
            let another_side =
                words.get(index.min(at) + 1..index.max(at))?.iter().any(|(word, first, last)| {
                    side_of_word(word, text.get(*first..*last).unwrap_or_default()).is_some()
                });
            if gap.contains([';', '.', ',', ':', '(', ')', '\n']) || another_side {
                return None;
            }
            region_of(other).map(|(region, kind)| (region, kind, (*begin).min(*first), (*end).max(*last)))
        });
        let Some((region, own, from, to)) = near else { continue };
        let around = clause(text, from, to);
        let heading = text.get(..from).unwrap_or_default();
        let kind = if ACTION.is_match(around) {
            Kind::Action
        } else if let Some(own) = own {
            own
        } else if FINDING.is_match(around)
            || FINDING.is_match(heading.rsplit(['.', ';']).next().unwrap_or_default())
        {
            Kind::Finding
        } else if COMPLAINT.is_match(around) {
            Kind::Complaint
        } else {
            continue;
        };
        let span = Span::new(start + from, start + to);
        let said = assertion::within(block, sentence, span);
        let is_of_patient = said.experiencer == Experiencer::Patient;
        let is_now = !matches!(said.state, State::Negated | State::Historical);
        if is_of_patient && is_now && !HEALTHY_OR_PAST.is_match(around) {
            out.named.push(SideMention { region, is_right, kind, span });
        }
    }
}

/// Reports a finding or an action on one side if the note has a complaint only on the other.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Mentions::default();
    for group in draft.scan::<Mentions>(()) {
        all.is_of_both |= group.summary.is_of_both;
        let moved = |one: &SideMention| SideMention { span: one.span.shift(group.start), ..*one };
        all.named.extend(group.summary.named.iter().map(moved));
    }
    if all.is_of_both {
        return Vec::new();
    }
    let mut regions: Vec<usize> = all.named.iter().map(|one| one.region).collect();
    regions.sort_unstable();
    regions.dedup();
    regions.into_iter().filter_map(|region| contradiction(draft, &all, region)).collect()
}

fn contradiction(draft: &Draft<'_>, all: &Mentions, region: usize) -> Option<Remark> {
    let of_region = || all.named.iter().filter(|one| one.region == region);
    let first = of_region().next()?;
    let on = |is_right: bool, kind: Kind| of_region().any(|one| one.is_right == is_right && one.kind == kind);
    // The first mention gives the side of the complaint.
    if first.kind == Kind::Action {
        return None;
    }
    let other = of_region().find(|one| {
        one.is_right != first.is_right
            && one.kind > first.kind
            && !on(one.is_right, Kind::Complaint)
            && !on(first.is_right, one.kind)
    })?;
    // A finding on the other side that has an action is a second problem.
    if other.kind == Kind::Finding && on(other.is_right, Kind::Action) && on(first.is_right, Kind::Action) {
        return None;
    }
    let (here, there) = (draft.text(other.span)?, draft.text(first.span)?);
    let spanish = draft.is_spanish();
    let (message, label) = if spanish {
        (format!("«{here}» aquí y «{there}» antes: ¿qué lado es? Compruebe los dos lugares."), "el otro lado")
    } else {
        (
            format!("“{here}” here and “{there}” before: which side is it? Check both places."),
            "the other side",
        )
    };
    Some(Remark::new(other.span, message).with_severity(Severity::Warning).with_related(first.span, label))
}
