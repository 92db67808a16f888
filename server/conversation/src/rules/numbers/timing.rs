//! A time that the source gives otherwise for the same thing: two weeks of pain for a month.

use super::super::definitions::NUMBER_DIFFERS;
use super::super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::talk::Talk;
use crate::times::{Kind, TimeSpan, topics};
use crate::words::shown;
use referee_findings::Severity;
use referee_text::{Message, Span};

/// Reports a time of the note that the source gives otherwise, for the same thing and in the same direction.
pub(super) fn check(
    note: &Note,
    talk: &Talk,
    (own, theirs): (&[TimeSpan], &[TimeSpan]),
    out: &mut Vec<SourceRemark>,
) {
    for own in own {
        let (first, end) = own.words;
        let Some(sentence) = note.sentence_of(first).filter(|_| !note.is_label(first)) else { continue };
        let span = note.span(first, end);
        let is_reported =
            out.iter().any(|known| known.rule == NUMBER_DIFFERS.id && overlap(known.span, span));
        if own.kind == Kind::Open || own.days.is_none() || is_reported {
            continue;
        }
        let topics = topics(&note.words, own.words, sentence.words);
        let shared = |other: &TimeSpan| {
            let turn = talk.turn_of[other.words.0] as usize;
            let mut words = crate::times::topics(&talk.words, other.words, talk.turn_words(turn));
            // "How long has the knee hurt?" "About three weeks."
            if let Some((from, to)) = talk.question_before(turn) {
                words.extend(crate::times::topics(&talk.words, (to, to), (from, to)));
            }
            topics.iter().filter(|root| words.contains(root)).count()
        };
        // "A few weeks" agrees with any time of the same thing.
        let agrees = |other: &TimeSpan| own.may_be(other) && (other.days.is_some() || shared(other) > 0);
        if theirs.iter().any(agrees) || says_alone(talk, note, first) {
            continue;
        }
        let best = theirs
            .iter()
            .filter(|other| other.kind == own.kind)
            .map(|other| (shared(other), other))
            .filter(|(shared, _)| *shared > 0)
            .max_by_key(|(shared, other)| (*shared, std::cmp::Reverse(other.words.0)));
        let Some((shared, other)) = best else { continue };
        let (here, there) =
            (shown(&note.words[first..end]), shown(&talk.words[other.words.0..other.words.1]));
        out.push(
            SourceRemark::new(
                &NUMBER_DIFFERS,
                if shared > 1 { Severity::Warning } else { Severity::Information },
                span,
                Message::new(
                    format!("{here} here, {there} in the source."),
                    format!("{here} aquí, {there} en la fuente."),
                ),
            )
            .with([Evidence::of(talk, other.words.0, other.words.1)]),
        );
    }
}

fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// Whether the source has the number of a time alone, so that its unit may be understood: "check it in two".
fn says_alone(talk: &Talk, note: &Note, first: usize) -> bool {
    let Some(own) = note.numbers.iter().find(|said| said.words.0 == first) else { return false };
    talk.numbers.iter().any(|other| {
        let next = talk.words.get(other.words.1);
        other.may_be(own.value)
            && next.is_none_or(|next| !next.is_letters() || matches!(&*next.text, "or" | "to" | "o" | "a"))
    })
}
