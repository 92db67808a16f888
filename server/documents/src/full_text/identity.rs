//! Compares a file's description of itself with the work that a draft cites.
//!
//! An identifier of the file itself decides first, then its title with its authors. A file that
//! only mentions the work (a correction, an answer, a supplement, a thesis) is another work.
//! A preprint and the article with the same title and authors are one work; the version is recorded
//! with the text.

use super::parts::{has_phrase, parts};
use referee_bibliography::{Identifier, Name, Work, WorkKind, find_identifiers};
use referee_records::{FullText, Passage, PassagePart};
use referee_text::stop_words::{StopWordUse, is_stop_word};
use referee_text::{Message, fold, similarity};

/// The minimum similarity of two titles of one work.
const SAME_TITLE: f64 = 0.92;

/// The maximum share of the words of a title on the first pages of another work.
const OTHER_TITLE_SHARE: f64 = 0.6;

/// The maximum share of the words of a title on the first pages of a file whose own title is not
/// known.
const LACKED_TITLE_SHARE: f64 = 0.4;

/// The minimum number of words of the title of another work by the same authors.
const MIN_OTHER_TITLE_WORDS: usize = 4;

/// The minimum number of words on first pages that are a text.
const MIN_FRONT_WORDS: usize = 40;

/// One word in so many of a readable English text is a function word.
const COMMON_WORD_RATE: usize = 8;

/// The minimum number of words of a title that identifies a work together with an author.
const MIN_TITLE_WORDS: usize = 3;

/// The number of first pages that may describe the file.
const FRONT_PAGES: u32 = 2;

/// The maximum number of passages of the front, if pages are unknown.
const MAX_FRONT_PASSAGES: usize = 60;

/// Whether a file is the work that is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// It is.
    ThisWork,
    /// It is another one.
    OtherWork {
        /// The reason, as a sentence about the file.
        why: Message,
    },
    /// The file does not identify itself, or too little is known about the cited work.
    Unknown,
}

/// Compares the first pages and the metadata of a text with a work.
#[must_use]
pub fn identify(text: &FullText, work: &Work) -> Identity {
    let front = Front::of(text);
    if let Some(why) = front.is_about_another(work) {
        return Identity::OtherWork { why };
    }
    let title = front.compare_title(work);
    let authors = front.compare_authors(work);
    match front.compare_identifiers(work) {
        Comparison::Same => return Identity::ThisWork,
        // A preprint has its own identifier.
        Comparison::Different if title == Comparison::Same && authors != Comparison::Different => {
            return Identity::ThisWork;
        }
        Comparison::Different => return Identity::OtherWork { why: front.other_identifier(work) },
        Comparison::Unknown => {}
    }
    match (title, authors) {
        (Comparison::Same, Comparison::Same) => Identity::ThisWork,
        (Comparison::Same, Comparison::Unknown) if front.is_long_title(work) => Identity::ThisWork,
        (Comparison::Same, Comparison::Different) => Identity::OtherWork {
            why: Message::new(
                "its title is that of the cited work, and none of the authors is on its first pages",
                "su título es el del trabajo citado, y ninguno de los autores está en sus primeras páginas",
            ),
        },
        (Comparison::Different, Comparison::Different | Comparison::Unknown) => {
            Identity::OtherWork { why: front.other_title() }
        }
        (Comparison::Different, Comparison::Same) if front.is_of_another_title(work) => {
            Identity::OtherWork { why: front.other_title() }
        }
        (Comparison::Unknown, Comparison::Different) if front.lacks_title(work) => Identity::OtherWork {
            why: Message::new(
                "neither the title nor an author of the cited work is on its first pages",
                "ni el título ni ningún autor del trabajo citado está en sus primeras páginas",
            ),
        },
        _ => Identity::Unknown,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Same,
    Different,
    Unknown,
}

/// The first pages of a file.
struct Front<'a> {
    text: &'a FullText,
    passages: Vec<&'a Passage>,
    /// The headings and the passages, folded, in one text.
    folded: String,
}

impl<'a> Front<'a> {
    fn of(text: &'a FullText) -> Self {
        let first = text.passages.iter().filter_map(|passage| passage.page).min();
        let in_front = |passage: &&Passage| {
            passage.part != PassagePart::Reference
                && passage.page.is_none_or(|page| page < first.unwrap_or(0).saturating_add(FRONT_PAGES))
        };
        let passages: Vec<&Passage> =
            text.passages.iter().filter(in_front).take(MAX_FRONT_PASSAGES).collect();
        // A line of authors that is larger than the text is read as a heading.
        let mut headings: Vec<&str> =
            passages.iter().filter_map(|passage| passage.section.as_deref()).collect();
        headings.dedup();
        let texts = passages.iter().map(|passage| passage.text.as_str());
        let folded: Vec<String> = headings.into_iter().chain(texts).map(fold::title).collect();
        Front { text, passages, folded: folded.join(" ") }
    }

    /// Returns the title that the file gives, folded.
    fn own_title(&self) -> Option<String> {
        let title = self.text.work.full_title().map(|title| fold::title(&title));
        title.filter(|title| !title.is_empty())
    }

    /// Returns why the file is a notice, an answer, a supplement or a thesis, if the cited work is
    /// none.
    fn is_about_another(&self, work: &Work) -> Option<Message> {
        let cited = folded_title(work).unwrap_or_default();
        // The title, and what is printed above it.
        let heads = self.own_title().into_iter().chain(
            self.passages
                .iter()
                .take(4)
                .map(|passage| fold::title(passage.text.get(..200).unwrap_or(&passage.text))),
        );
        for head in heads {
            let is =
                |check: &dyn Fn(&str) -> bool| check(&head) && !check(&cited) && !cited.starts_with(&head);
            if is(&|title| parts().is_notice(title)) {
                return Some(Message::new(
                    "it is a correction or another notice about a work",
                    "es una corrección u otro aviso sobre un trabajo",
                ));
            }
            if is(&|title| parts().is_companion(title)) {
                return Some(Message::new(
                    "it is a supplement to a work",
                    "es material suplementario de un trabajo",
                ));
            }
            if is(&|title| parts().is_response(title)) && self.own_title().is_none_or(|own| own == head) {
                return Some(Message::new(
                    "it is a comment on a work or a review of it",
                    "es un comentario o una reseña de un trabajo",
                ));
            }
        }
        let is_notice = self.text.version.as_deref().is_some_and(|version| parts().is_notice(version));
        if is_notice && !parts().is_notice(&cited) {
            return Some(Message::new(
                "it is a correction or another notice about a work",
                "es una corrección u otro aviso sobre un trabajo",
            ));
        }
        if work.kind != WorkKind::Thesis && parts().says_thesis(&self.folded) {
            return Some(Message::new("it is a thesis", "es una tesis"));
        }
        None
    }

    /// Compares identifiers: those of the file, then all on its first pages.
    fn compare_identifiers(&self, work: &Work) -> Comparison {
        let own = &self.text.work.identifiers;
        if own.meet(&work.identifiers) {
            return Comparison::Same;
        }
        let wanted: Vec<Identifier> = work.identifiers.iter().map(Identifier::canonical).collect();
        let is_wanted = |found: &Identifier| {
            !matches!(found, Identifier::Trial(_)) && wanted.contains(&found.canonical())
        };
        // A file has one DOI; others on the first page are of works that it mentions.
        let differs =
            |kind: fn(&Identifier) -> bool| own.iter().any(kind) && work.identifiers.iter().any(kind);
        if differs(|id| matches!(id, Identifier::Doi(_)))
            || differs(|id| matches!(id, Identifier::Pmid(_)))
            || differs(|id| matches!(id, Identifier::Arxiv(..)))
        {
            return Comparison::Different;
        }
        if own.doi().is_none() {
            let found = self.passages.iter().flat_map(|passage| find_identifiers(&passage.text));
            if found.filter_map(|found| found.result.ok()).any(|id| is_wanted(&id)) {
                return Comparison::Same;
            }
        }
        Comparison::Unknown
    }

    fn other_identifier(&self, _: &Work) -> Message {
        let own = self.text.work.identifiers.iter().map(ToString::to_string).next().unwrap_or_default();
        Message::new(format!("its identifier is {own}"), format!("su identificador es {own}"))
    }

    fn other_title(&self) -> Message {
        let title = self.text.work.full_title().unwrap_or_default();
        Message::new(format!("its title is “{title}”"), format!("su título es «{title}»"))
    }

    fn is_long_title(&self, work: &Work) -> bool {
        folded_title(work).is_some_and(|title| title.split(' ').count() > MIN_TITLE_WORDS)
    }

    /// Compares the title with that of the file and with the passages of its front. A title within
    /// a sentence is only mentioned.
    fn compare_title(&self, work: &Work) -> Comparison {
        let Some(cited) = folded_title(work) else { return Comparison::Unknown };
        // One of the two may lack the subtitle.
        let head = work.title.as_deref().map(|title| title.split_once(": ").map_or(title, |(head, _)| head));
        let short = head.map(fold::title).unwrap_or_default();
        let own = self.own_title();
        let is_same = |title: &str| {
            same_title(title, &cited)
                || short.split(' ').count() >= MIN_TITLE_WORDS
                    && (short != cited)
                    && same_title(title, &short)
                || cited.split(' ').count() > MIN_TITLE_WORDS
                    && title.len() > cited.len()
                    && has_phrase(title, &cited)
                    && title.starts_with(&cited)
        };
        if own.as_deref().is_some_and(is_same) {
            return Comparison::Same;
        }
        let by_itself = self.passages.iter().filter(|passage| passage.part != PassagePart::Abstract);
        if by_itself.map(|passage| fold::title(&passage.text)).any(|text| same_title(&text, &cited)) {
            return Comparison::Same;
        }
        let Some(own) = own else { return Comparison::Unknown };
        if has_phrase(&self.folded, &cited) {
            return Comparison::Unknown;
        }
        let Some(share) = self.share_of_title(&cited) else { return Comparison::Unknown };
        let is_other = share <= OTHER_TITLE_SHARE || similarity::token_sort(&own, &cited) < 0.7;
        if is_other { Comparison::Different } else { Comparison::Unknown }
    }

    /// Returns the share of the longer words of a folded title that the first pages have, from 0 to
    /// 1; `None` for a title without such words.
    fn share_of_title(&self, title: &str) -> Option<f64> {
        let words: Vec<&str> = title.split(' ').filter(|word| word.len() > 3).collect();
        let found = words.iter().filter(|word| has_phrase(&self.folded, word)).count();
        #[expect(clippy::cast_precision_loss, reason = "words of a title")]
        let share = found as f64 / words.len().max(1) as f64;
        (!words.is_empty()).then_some(share)
    }

    /// Returns whether a file by an author of the cited work has the title of another one. Its first
    /// pages must lack most words of the cited title: a work may be renamed before it is published,
    /// or translated.
    fn is_of_another_title(&self, work: &Work) -> bool {
        let (Some(own), Some(cited)) = (self.own_title(), folded_title(work)) else { return false };
        let is_english = |title: &str| title.split(' ').any(|word| is_stop_word(word, StopWordUse::Content));
        own.split(' ').count() >= MIN_OTHER_TITLE_WORDS
            && is_english(&own)
            && is_english(&cited)
            && self.share_of_title(&cited).is_some_and(|share| share <= OTHER_TITLE_SHARE)
    }

    /// Returns whether a file whose own title is not known lacks the cited one. A text that cannot be
    /// read, or is in another language than English, shows nothing.
    fn lacks_title(&self, work: &Work) -> bool {
        let words = self.folded.split(' ').count();
        let common = self.folded.split(' ').filter(|word| is_stop_word(word, StopWordUse::Content)).count();
        let lacks = |title: String| {
            title.split(' ').any(|word| is_stop_word(word, StopWordUse::Content))
                && self.share_of_title(&title).is_some_and(|share| share <= LACKED_TITLE_SHARE)
        };
        self.own_title().is_none()
            && words >= MIN_FRONT_WORDS
            && common * COMMON_WORD_RATE >= words
            && folded_title(work).is_some_and(lacks)
    }

    /// Compares the authors with those that the file gives, else with the words of its front.
    fn compare_authors(&self, work: &Work) -> Comparison {
        let wanted: Vec<String> = work.authors.iter().map(family).filter(|name| name.len() > 1).collect();
        if wanted.is_empty() {
            return Comparison::Unknown;
        }
        let own: Vec<String> = self.text.work.authors.iter().map(family).collect();
        let has = |name: &String| {
            if own.is_empty() { has_phrase(&self.folded, name) } else { own.contains(name) }
        };
        if wanted.iter().any(has) {
            Comparison::Same
        } else if own.is_empty() && self.passages.len() < 3 {
            Comparison::Unknown
        } else {
            Comparison::Different
        }
    }
}

fn folded_title(work: &Work) -> Option<String> {
    work.full_title().map(|title| fold::title(&title)).filter(|title| !title.is_empty())
}

fn family(name: &Name) -> String {
    match name {
        Name::Person { family, .. } => fold::title(family),
        Name::Organisation { name } => fold::title(name),
    }
}

/// Returns whether two folded titles are those of one work; digits must agree (`part 1`, `part 2`).
fn same_title(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    similarity::ratio_at_least(one, other, SAME_TITLE).is_some() && digits(one) == digits(other)
        || fold::compact(one) == fold::compact(other) && !one.is_empty()
}

#[cfg(test)]
mod tests;
