//! An operation that a note places on different sides: the consent and the report, or the operation and its wound.

use super::words::{Side, side_of, side_of_eye, side_of_letter};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// Operations on paired organs, each with the folded stems of its names.
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

/// The maximum number of words between an operation and its side.
const MAX_WORDS_BETWEEN: usize = 4;

/// A mention of an operation with its side.
#[derive(Clone, Copy, Debug)]
struct OperationMention {
    procedure: usize,
    side: Side,
    span: Span,
    /// Whether it refers to the result of the operation: its wound, its scar, the postoperative day.
    is_reference: bool,
    /// Whether it says that the operation was performed, or binds it to its side.
    is_done: bool,
    /// Whether a year or a word places it at another time.
    is_dated: bool,
}

/// The one-sided operations in a block or a draft, and the bilateral ones.
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

/// The result of an operation and the time after it, folded.
static AFTER_OPERATION: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/after-operation"));

/// Words for a performed operation, or one bound to a side, folded.
static OPERATION_DONE: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/operation-done"));

/// Words that place an operation at another time, folded.
static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/sides/procedures/other-time"));

/// Words of a sentence about both sides or two operations, folded.
static TWO_OPERATIONS: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/two-operations"));

/// Words between two mentions that make the second a different operation, folded.
static ANOTHER_OPERATION: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/procedures/another-operation"));

fn read(block: &BlockContext<'_>) -> Operations {
    let mut out = Operations::default();
    // Most blocks mention no operation.
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
            // The nearest side, on a tie the following one, without a full stop or semicolon in between.
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

/// The two locations of an operation that is placed on both sides, the later first.
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
        // An operation in another year may have been on the other side, but not its wound.
        let is_one = match (one.is_dated, other.is_dated) {
            (false, false) => [one, other].iter().any(|mention| mention.is_reference || mention.is_done),
            (true, false) => other.is_reference,
            (false, true) => one.is_reference,
            (true, true) => false,
        };
        // "Seven years later", "in a new operation", "the only testis": another time, on the remaining side.
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
