//! Puts the frames of a rule together: a finding needs one mention of each in one part of the text.

use super::compiled::{COMPILED, Compiled, Wanted};
use super::mention::{self, Found, Mention};
use super::message::{Bound, message};
use crate::rules::medication::frames::{PatientFact, patient_fact};
use crate::{BlockContext, Draft, Scan};
use referee_findings::Remark;
use referee_knowledge::rules::Reach;
use referee_text::Span;
use std::sync::Arc;

/// Returns the remarks of a rule on a block.
pub(super) fn in_block(rule: &'static Compiled, block: &BlockContext<'_>) -> Vec<Remark> {
    let mut mentions = mention::in_block(rule, block, true);
    mentions.retain(|mention| mention.stop.is_none());
    let text = |span: Span| block.slice(span).to_owned();
    remarks(rule, &Mentions { all: &mentions, sections: &[], facts: &[] }, block.in_spanish(), text)
}

/// Returns the remarks of a rule on a draft.
pub(super) fn in_draft(rule: &'static Compiled, draft: &Draft<'_>) -> Vec<Remark> {
    let (mut mentions, sections) = mentions_in_draft(rule, draft);
    mentions.retain(|mention| mention.stop.is_none());
    let Some(facts) = facts(rule, draft) else { return Vec::new() };
    let text = |span: Span| draft.text(span).unwrap_or_default().to_owned();
    remarks(rule, &Mentions { all: &mentions, sections: &sections, facts: &facts }, draft.is_spanish(), text)
}

/// Returns the mentions of a rule in a draft, and the starts of its sections.
pub(super) fn mentions_in_draft(rule: &'static Compiled, draft: &Draft<'_>) -> (Vec<Mention>, Vec<usize>) {
    let (mut mentions, mut sections) = (Vec::new(), Vec::new());
    for group in draft.scan::<FileScan>(()) {
        sections.extend(group.summary.sections.iter().map(|start| start + group.start));
        let own = group.summary.mentions.iter().filter(|(number, _)| *number == rule.number);
        mentions.extend(own.map(|(_, mention)| mention.shifted(group.start)));
    }
    for (at, frame) in rule.frames.iter().enumerate() {
        let Wanted::Orders(orders) = &frame.wanted else { continue };
        for order in orders.in_draft(draft) {
            let Some(block) = draft.at(order.place.start as usize) else { continue };
            let start = order.place.range().start - block.start;
            let place = Span::new(start, start + order.place.range().len());
            let stop = mention::of_section(frame, &block, place);
            let mention = Mention::new(&block, at, place, Found::Drug(order.drug), stop);
            mentions.push(mention.shifted(block.start));
        }
    }
    (mentions, sections)
}

/// A fact about the patient, with its frame.
pub(super) type FrameFact = (usize, PatientFact);

/// Returns the facts about the patient that a rule needs; `None` if one is missing, or one of `unless` is there.
pub(super) fn facts(rule: &Compiled, draft: &Draft<'_>) -> Option<Vec<FrameFact>> {
    let mut out = Vec::new();
    for (at, frame) in rule.frames.iter().enumerate() {
        let Wanted::Patient(conditions) = &frame.wanted else { continue };
        match (patient_fact(draft, conditions), frame.is_exception) {
            (Some(fact), false) => out.push((at, fact)),
            (None, true) => {}
            (Some(_), true) | (None, false) => return None,
        }
    }
    Some(out)
}

/// What a draft or a block has for a rule.
struct Mentions<'a> {
    /// The mentions that count.
    all: &'a [Mention],
    /// The starts of the sections.
    sections: &'a [usize],
    facts: &'a [FrameFact],
}

fn remarks(
    rule: &Compiled,
    mentions: &Mentions<'_>,
    spanish: bool,
    text: impl Fn(Span) -> String,
) -> Vec<Remark> {
    let place_frame = rule.file.place;
    let is_of_patient =
        rule.frames.get(place_frame).is_some_and(|frame| matches!(frame.wanted, Wanted::Patient(_)));
    let mut known: Vec<(Found, String)> = Vec::new();
    let mut out = Vec::new();
    let places = mentions.all.iter().filter(|mention| mention.frame == place_frame);
    let places: Vec<Option<&Mention>> = if is_of_patient { vec![None] } else { places.map(Some).collect() };
    for place in places {
        let Some(bound) = bind(rule, mentions, place) else { continue };
        let Some(own) = bound.iter().find(|one| one.frame == place_frame) else { continue };
        let Some(span) = own.span else { continue };
        let words = text(span);
        // In a whole section or note one remark on each drug or form is enough.
        if rule.file.scope > Reach::Paragraph {
            let key = (own.found, words.to_lowercase());
            if known.contains(&key) {
                continue;
            }
            known.push(key);
        }
        let mut remark = Remark::new(span, message(rule, &bound, spanish, &text));
        for other in bound.iter().filter(|other| other.frame != place_frame) {
            let name = rule.frames.get(other.frame).map_or("", |frame| frame.frame.name.as_str());
            if let Some(span) = other.span {
                remark = remark.with_related(span, name);
            }
        }
        out.push(remark);
    }
    out
}

/// Returns one mention for each frame of `when`, the nearest to the place; `None` if one is missing, or one of `unless`
/// is there.
fn bind(rule: &Compiled, mentions: &Mentions<'_>, place: Option<&Mention>) -> Option<Vec<Bound>> {
    let own =
        |mention: &Mention| Bound { frame: mention.frame, span: Some(mention.span), found: mention.found };
    let mut out: Vec<Bound> = place.map(own).into_iter().collect();
    out.extend(mentions.facts.iter().map(|(frame, fact)| Bound {
        frame: *frame,
        span: fact.place,
        found: Found::Patient(fact.number),
    }));
    let mut anchor = place.copied();
    for (at, frame) in rule.when() {
        if place.is_some_and(|place| place.frame == at) || matches!(frame.wanted, Wanted::Patient(_)) {
            continue;
        }
        let is_free = |mention: &&Mention| {
            out.iter().all(|known| {
                let is_same_drug =
                    matches!(known.found, Found::Drug(Some(_))) && known.found == mention.found;
                !is_same_drug && known.span.is_none_or(|span| !span.overlaps(mention.span))
            })
        };
        let candidates = mentions.all.iter().filter(|mention| mention.frame == at).filter(is_free);
        let nearest = match anchor {
            Some(anchor) => candidates
                .filter(|mention| mention.is_with(&anchor, rule.file.scope, mentions.sections))
                .min_by_key(|mention| mention.span.start.abs_diff(anchor.span.start)),
            None => candidates.min_by_key(|mention| mention.span.start),
        };
        let bound = own(nearest?);
        anchor = anchor.or(nearest.copied());
        out.push(bound);
    }
    let is_excused = rule.unless().any(|(at, frame)| {
        let reach = frame.frame.scope;
        mentions.all.iter().any(|mention| {
            mention.frame == at
                && anchor.is_none_or(|anchor| mention.is_with(&anchor, reach, mentions.sections))
        })
    });
    (!is_excused).then_some(out)
}

/// Collects the mentions of the rules that need a whole draft, and the starts of sections.
struct FileScan;

/// What [`FileScan`] found in a group of blocks.
#[derive(Default)]
struct GroupMentions {
    /// Mentions with the number of their rule.
    mentions: Vec<(usize, Mention)>,
    sections: Vec<usize>,
}

/// The mentions in one block.
struct BlockMentions(Vec<(usize, Mention)>);

impl Scan for FileScan {
    type State = ();
    type Summary = GroupMentions;

    fn visit((): &mut (), summary: &mut GroupMentions, block: &BlockContext<'_>) {
        let headings = block.headings().iter().map(|heading| heading.span.start);
        let labels =
            block.units().iter().filter_map(|unit| unit.label.as_ref().map(|label| label.span.start));
        let mut starts: Vec<usize> =
            headings.chain(labels).map(|start| start as usize + block.start).collect();
        starts.sort_unstable();
        summary.sections.extend(starts);
        let here: Arc<BlockMentions> = block.fact(|block| {
            let rules = COMPILED.iter().filter(|rule| rule.is_of_draft());
            let all = rules.flat_map(|rule| {
                mention::in_block(rule, block, false).into_iter().map(|mention| (rule.number, mention))
            });
            BlockMentions(all.collect())
        });
        summary.mentions.extend(here.0.iter().map(|(rule, mention)| (*rule, mention.shifted(block.start))));
    }
}
