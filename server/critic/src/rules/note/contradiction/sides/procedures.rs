//! One operation that a note tells of one side in one place and of the other in another: the consent and the report, the
//! operation and its wound.

use super::words::{Side, side_of, side_of_eye, side_of_letter};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// Operations on organs of which there are two: each with the stems of its names, folded.
const PROCEDURES: &[&[&str]] = &[
    &["nephrectom", "nefrectom"],
    &["mastectom"],
    &["lumpectom", "tumorectom", "cuadrantectom", "quadrantectom"],
    &["lobectom"],
    &["pneumonectom", "neumonectom"],
    &["arthroscop", "artroscop"],
    &["meniscectom", "menisectom"],
    &["arthroplast", "artroplast", "hemiarthroplast", "hemiartroplast"],
    &["hernioplast", "herniorr", "hernioraf"],
    &["phaco", "faco"],
    &["hemithyroidectom", "hemitiroidectom"],
    &["endarterectom"],
    &["amputa"],
    &["fasciectom", "fasciotom"],
    &["orchidectom", "orchiectom", "orquidectom", "orquiectom", "orchidopex", "orquidopex"],
    &["adrenalectom", "suprarrenalectom"],
    &["oophorectom", "ooforectom", "salpingectom", "anexectom"],
    &["osteosint", "osteosynth", "enclavado", "nailing"],
    &["craniotom", "craneotom"],
    &["thoracotom", "toracotom", "thoracoscop", "toracoscop"],
    &["thoracentes", "thoracocentes", "toracocentes"],
    &["nephrostom", "nefrostom"],
    &["vitrectom"],
    &["trabeculectom"],
    &["mastoidectom"],
    &["tympanoplast", "timpanoplast"],
    &["parotidectom"],
    &["ureteroscop"],
    &["bunionectom", "osteotom"],
    &["enucle", "eviscer"],
    &["coclear", "cochlear"],
    &["polea", "pulley"],
];

/// How many words may stand between the operation and its side.
const MAX_WORDS_BETWEEN: usize = 4;

/// An operation on one side, told at one place.
#[derive(Clone, Copy, Debug)]
struct OperationMention {
    procedure: usize,
    side: Side,
    span: Span,
    /// Whether the place speaks of what the operation has left: its wound, its scar, the day behind it.
    is_reference: bool,
    /// Whether the place says that the operation was done, or is bound to its side.
    is_done: bool,
    /// Whether a year, or a word, sets it at another time.
    is_dated: bool,
}

/// The operations on one side that a block or a draft tells of, and those that are told of both sides.
#[derive(Clone, Debug, Default)]
struct Operations {
    mentions: Vec<OperationMention>,
    excepted: Vec<usize>,
}

impl Scan for Operations {
    type State = ();
    type Summary = Operations;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Operations, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Operations> = block.fact(read);
            summary.mentions.extend(
                here.mentions
                    .iter()
                    .map(|one| OperationMention { span: one.span.shift(block.start), ..*one }),
            );
            summary.excepted.extend(&here.excepted);
        }
    }
}

/// What an operation leaves behind, and the time behind it, folded.
static AFTER_OPERATION: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/after-operation"));

/// Words by which an operation was done, or is bound to a side, folded.
static OPERATION_DONE: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/operation-done"));

/// What sets an operation at another time, folded.
static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/sides/procedures/other-time"));

/// Words of a sentence in which both sides, or two operations, are meant, folded.
static TWO_OPERATIONS: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/two-operations"));

/// Words between two operations by which the second is another one, folded.
static ANOTHER_OPERATION: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/another-operation"));

fn read(block: &BlockContext<'_>) -> Operations {
    let mut out = Operations::default();
    // Most blocks name no operation.
    static ANY_PROCEDURE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&forms("contradiction/sides/procedures/any-procedure")));
    if !ANY_PROCEDURE.is_match(block.prose()) {
        return out;
    }
    for sentence in block.sentences() {
        let section = block.section_at(sentence.span.start as usize);
        if section == Section::FamilyHistory {
            continue;
        }
        let text = block.slice(sentence.span);
        let folded = fold(text);
        let mut words: Vec<(String, Span)> = Vec::new();
        let mut at = sentence.span.start as usize;
        for piece in text.split_inclusive(|c: char| !c.is_alphabetic()) {
            let word = piece.trim_matches(|c: char| !c.is_alphabetic());
            if !word.is_empty() {
                words.push((fold(word), Span::new(at, at + piece.len())));
            }
            at += piece.len();
        }
        let side_at = |index: usize, is_of_eye: bool| {
            let (word, span) = words.get(index)?;
            let piece = block.slice(*span);
            side_of(word)
                .or_else(|| side_of_letter(piece))
                .or_else(|| side_of_eye(piece).filter(|_| is_of_eye))
        };
        let mut here: Vec<OperationMention> = Vec::new();
        for (index, (word, span)) in words.iter().enumerate() {
            let Some(procedure) =
                PROCEDURES.iter().position(|stems| stems.iter().any(|stem| word.starts_with(stem)))
            else {
                continue;
            };
            let is_of_eye = ["phaco", "faco", "vitrect", "trabec", "enucl", "eviscer"]
                .iter()
                .any(|stem| word.starts_with(stem));
            // The nearest side, behind it before ahead of it where both are as near; no full stop or semicolon between.
            let near = (1..=MAX_WORDS_BETWEEN + 1).find_map(|step| {
                [index.checked_add(step), index.checked_sub(step)].into_iter().flatten().find_map(|other| {
                    let side = side_at(other, is_of_eye)?;
                    let (_, place) = words.get(other)?;
                    let gap = block
                        .slice(Span { start: span.end.min(place.end), end: span.start.max(place.start) });
                    let own = block.slice(if place.start < span.start { *place } else { *span });
                    let is_apart = [gap, own]
                        .iter()
                        .any(|text| text.contains([';', ':', '|', '\n']) || text.contains(". "));
                    (!is_apart).then_some((side, *place))
                })
            });
            let Some((side, place)) = near else { continue };
            let whole = span.cover(place);
            let said = assertion::within(block, *sentence, whole);
            if said.experiencer == Experiencer::Relative || said.state == State::Negated {
                continue;
            }
            let len = block.slice(whole).trim_end_matches(|c: char| !c.is_alphabetic()).len();
            here.push(OperationMention {
                procedure,
                side,
                span: Span::new(whole.start as usize, whole.start as usize + len),
                is_reference: AFTER_OPERATION.is_match(&folded),
                is_done: OPERATION_DONE.is_match(&folded),
                is_dated: OTHER_TIME.is_match(&folded) || section == Section::PastHistory,
            });
        }
        let is_of_two = TWO_OPERATIONS.is_match(&folded);
        for one in &here {
            let both = here.iter().any(|other| other.procedure == one.procedure && other.side != one.side);
            if is_of_two || both {
                out.excepted.push(one.procedure);
            }
        }
        out.mentions.extend(here);
    }
    out
}

/// The two places of one operation that is told of both sides, the later first.
pub(super) fn on_both_sides(draft: &Draft<'_>) -> Option<(Span, Span)> {
    let mut all = Operations::default();
    for group in draft.scan::<Operations>(()) {
        all.mentions.extend(
            group
                .summary
                .mentions
                .iter()
                .map(|one| OperationMention { span: one.span.shift(group.start), ..*one }),
        );
        all.excepted.extend(&group.summary.excepted);
    }
    let pairs = all.mentions.iter().enumerate().flat_map(|(nth, one)| {
        let others = all.mentions.iter().skip(nth + 1);
        others.map(move |other| (one, other))
    });
    for (one, other) in pairs {
        if one.procedure != other.procedure || one.side == other.side || all.excepted.contains(&one.procedure)
        {
            continue;
        }
        // An operation of another year may have been on the other side; its wound may not.
        let is_one = match (one.is_dated, other.is_dated) {
            (false, false) => [one, other].iter().any(|mention| mention.is_reference || mention.is_done),
            (true, false) => other.is_reference,
            (false, true) => one.is_reference,
            (true, true) => false,
        };
        // "Seven years later", "in a new operation", "the only testis": another time, on the side that was left.
        let between =
            Span { start: one.span.end.min(other.span.end), end: one.span.start.max(other.span.start) };
        let is_of_another_time =
            draft.text(between).is_some_and(|text| ANOTHER_OPERATION.is_match(&fold(text)));
        if is_one && !is_of_another_time {
            let (first, second) = if one.span.start < other.span.start {
                (one.span, other.span)
            } else {
                (other.span, one.span)
            };
            return Some((second, first));
        }
    }
    None
}
