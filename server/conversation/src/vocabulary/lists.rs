//! The lists of words of `spoken/words.tsv`, and the cues of `cues.tsv` that are used here.

use super::table;
use crate::words::{Word, words};
use referee_knowledge::{Row, Table};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// A list of `spoken/words.tsv`: single words, and phrases of several words.
#[derive(Debug, Default)]
pub struct List {
    single: FxHashSet<String>,
    phrases: Vec<Vec<String>>,
}

impl List {
    pub(super) fn insert(&mut self, entry: &str) {
        let parts: Vec<String> = words(entry, 0).iter().map(|word| word.text.to_string()).collect();
        match parts.as_slice() {
            [one] => _ = self.single.insert(one.clone()),
            _ => self.phrases.push(parts),
        }
    }

    /// Whether a word is in the list.
    #[must_use]
    pub fn has(&self, word: &Word) -> bool {
        self.single.contains(&*word.text)
    }

    /// Returns the length in words of the list entry that begins at `at`; 0 without a match.
    #[must_use]
    pub fn length_at(&self, words: &[Word], at: usize) -> usize {
        let is_at = |phrase: &[String]| {
            phrase
                .iter()
                .enumerate()
                .all(|(index, part)| words.get(at + index).is_some_and(|word| &*word.text == part.as_str()))
        };
        let phrase = self.phrases.iter().filter(|phrase| is_at(phrase)).map(Vec::len).max().unwrap_or(0);
        phrase.max(usize::from(words.get(at).is_some_and(|word| self.has(word))))
    }
}

/// The lists of `spoken/words.tsv`.
#[derive(Debug)]
pub struct Lists {
    /// Words that answer yes.
    pub yes: List,
    /// Words that answer no.
    pub no: List,
    /// Words that deny what follows.
    pub negation: List,
    /// Verbs with which a note affirms a finding.
    pub present: List,
    /// Words with which a note denies a finding.
    pub denial: List,
    /// Words that end the scope of a denial in a note.
    pub clause_end: List,
    /// Words that end the scope of a denial in a conversation.
    pub talk_end: List,
    /// Words that begin a question.
    pub question: List,
    /// Words for stopping a drug.
    pub stop: List,
    /// Orders to stop with a pronoun for what was named before: "suspéndalo".
    pub stop_reference: List,
    /// Pronouns for what was named before: "stop that".
    pub reference: List,
    /// Words that may follow a pronoun that is an object: "stop it today".
    pub after_object: List,
    /// Words between "stop" and a drug that begin another order.
    pub other_order: List,
    /// Words for continuing a drug.
    pub keep: List,
    /// Words of a question which of two it is: "which".
    pub choice: List,
    /// Verbs and nouns by which a note says that a habit is current: "smokes", "smoker".
    pub habit_now: List,
    /// Words for having given up a habit.
    pub quit: List,
    /// Words for a habit that was given up and is there again, or still is.
    pub relapse: List,
    /// Denials that follow what they deny: "tos no tengo".
    pub denied_before: List,
    /// Words before a time that lasts until now: "for", "desde hace".
    pub time_lasting: List,
    /// Words after such a time: "ago", "de evolución".
    pub time_past: List,
    /// Words before a time that is to come: "in", "dentro de".
    pub time_ahead: List,
    /// Words of an amount that is not exact: "about".
    pub about: List,
    /// Words for several of something: "a few".
    pub several: List,
    /// Words that limit an order to a time: "before surgery".
    pub limited: List,
    /// Words that mark something as hypothetical.
    pub hypothetical: List,
    /// Words for other people.
    pub family: List,
    /// Words for an allergy.
    pub allergy: List,
    /// The left side.
    pub left: List,
    /// The right side.
    pub right: List,
    /// Both sides.
    pub both: List,
    /// How transcripts name the clinician.
    pub clinician: List,
    /// How transcripts name the patient.
    pub patient: List,
    /// Words without content.
    pub filler: List,
    /// Verbs whose negation denies the words that follow.
    pub having: List,
    /// Words that affirm an amount of something.
    pub quantifier: List,
    /// Words that end the scope of a denial once it has named something.
    pub reach_end: List,
    /// Words with which a note reports or denies something.
    pub reporting: List,
    /// Words with which the clinician repeats what the patient said.
    pub told: List,
    /// Words for trouble with something that is present.
    pub trouble: List,
    /// Words after which "right" does not mean a side: "right now".
    pub not_a_side: List,
    /// Words for how something that was present continues.
    pub settled: List,
    /// Words that attribute a disease to a person.
    pub owned: List,
    /// Words that end the name of a thing: "swelling in her legs".
    pub core_end: List,
    /// Words with which a note orders something.
    pub order: List,
    /// Pronouns that begin a statement.
    pub subject: List,
    /// Words before something that is already known: "your heartburn".
    pub known_thing: List,
    /// Verbs that introduce a thought.
    pub thought: List,
    /// Words that describe a dose as a multiple of another.
    pub multiple: List,
    /// Words for a hypothetical case.
    pub case: List,
    /// Words that qualify a problem: "at rest".
    pub qualifier: List,
    /// Words that follow the answer no.
    pub answered: List,
    /// Words that begin a separate clause.
    pub pronoun: List,
    /// Words that deny what precedes them.
    pub end_after: List,
    /// Verbs of saying: "I would say".
    pub statement: List,
    /// Verbs before an indirect question: "do you know if".
    pub knowing: List,
    /// Words for another place than the one that was named: "elsewhere".
    pub elsewhere: List,
    /// Words that go with a denial or a question: "any".
    pub open: List,
    /// Words for pain.
    pub ache: List,
    /// Words for taking a drug or using a thing.
    pub using: List,
    /// General words before the name of a thing: "signs of".
    pub general: List,
    /// Words that begin a relative clause.
    pub relative: List,
    /// Words with which speakers correct themselves: "I mean".
    pub repair: List,
    /// Words before an example: "such as".
    pub example: List,
    /// The sides in Spanish, which follow their part.
    pub spanish_side: List,
    /// Questions to another person: "do you".
    pub asking: List,
    /// Words for a drug or a dose that is new: "started", "increased".
    pub changed: List,
    /// Words for the time of an earlier note: "on admission".
    pub at_admission: List,
    /// Words for a later time: "at discharge", "to".
    pub later: List,
    /// Words directly before an earlier value: "fell from".
    pub from: List,
    /// Words that are said and not written in notes: "okay", "um".
    pub talk: List,
    /// The speaker and the person spoken to: "I", "you".
    pub person: List,
    /// Words for coming back: "follow-up", "return".
    pub follow_up: List,
    /// Words for the present moment.
    pub now: List,
    /// Words for nothing being wrong: "it is fine".
    pub fine: List,
    /// Words with which a note speaks of an earlier time: "history of".
    pub earlier: List,
    /// Words of questions that are not answered with yes or no: "how".
    pub open_question: List,
    /// Words that only show that their speaker listens: "mmm".
    pub listening: List,
    /// Words by which the clinician says what the patient has or had: "you had".
    pub of_patient: List,
    /// Words that ask whether something was there before: "had that before".
    pub earlier_question: List,
    /// Words for something that is added to what is known: "new".
    pub additional: List,
    /// Ordinary words that resemble the name of a drug and are not a misspelling of it.
    pub ordinary: List,
    /// Prepositions before the place of a finding: "over", "at".
    pub at_place: List,
    /// Verbs of an intention: "trying to".
    pub intent: List,
    /// Words of an examination: "pitting", "palpation".
    pub examining: List,
    /// Verbs that say what was done once: "had", "underwent".
    pub had: List,
    /// Prepositions and articles that may come between the words of a name: "blood in the stool".
    pub link: List,
    /// Words that introduce a disease that is established: "diagnosis of".
    pub diagnosis: List,
    /// Denials of a verb: "did not".
    pub denied_verb: List,
    /// Single words that answer no.
    pub plain_no: List,
}

/// Returns the lists of words.
#[must_use]
pub fn lists() -> &'static Lists {
    static LISTS: LazyLock<Lists> = LazyLock::new(|| {
        let (words, cues) = (table("spoken/words.tsv"), table("cues.tsv"));
        let rows = |name: &'static str| words.rows().iter().filter(move |row| row.get("list") == name);
        let orders: FxHashSet<&str> = rows("stop").flat_map(|row| row.list("words")).collect();
        let list = |name: &'static str| {
            let mut out = List::default();
            for row in rows(name) {
                row.list("words").for_each(|entry| out.insert(entry));
                for cue in row.list("cues") {
                    forms_of(&cues, cue)
                        .filter(|form| !orders.contains(form))
                        .for_each(|form| out.insert(form));
                }
            }
            out
        };
        Lists {
            yes: list("yes"),
            no: list("no"),
            negation: list("negation"),
            present: list("present"),
            denial: list("denial"),
            clause_end: list("clause-end"),
            talk_end: list("talk-end"),
            question: list("question"),
            stop: list("stop"),
            stop_reference: list("stop-reference"),
            reference: list("reference"),
            after_object: list("after-object"),
            other_order: list("other-order"),
            keep: list("keep"),
            limited: list("limited"),
            choice: list("choice"),
            habit_now: list("habit-now"),
            quit: list("quit"),
            relapse: list("relapse"),
            denied_before: list("denied-before"),
            time_lasting: list("time-lasting"),
            time_past: list("time-past"),
            time_ahead: list("time-ahead"),
            about: list("about"),
            several: list("several"),
            hypothetical: list("hypothetical"),
            family: list("family"),
            allergy: list("allergy"),
            left: list("left"),
            right: list("right"),
            both: list("both"),
            clinician: list("clinician"),
            patient: list("patient"),
            filler: list("filler"),
            having: list("having"),
            quantifier: list("quantifier"),
            reach_end: list("reach-end"),
            reporting: list("reporting"),
            told: list("told"),
            trouble: list("trouble"),
            not_a_side: list("not-a-side"),
            settled: list("settled"),
            owned: list("owned"),
            core_end: list("core-end"),
            order: list("order"),
            subject: list("subject"),
            known_thing: list("known"),
            thought: list("thought"),
            multiple: list("multiple"),
            case: list("case"),
            qualifier: list("qualifier"),
            answered: list("answered"),
            pronoun: list("pronoun"),
            end_after: list("end-after"),
            statement: list("statement"),
            knowing: list("knowing"),
            elsewhere: list("elsewhere"),
            open: list("open"),
            ache: list("ache"),
            using: list("using"),
            general: list("general"),
            relative: list("relative"),
            repair: list("repair"),
            example: list("example"),
            spanish_side: list("spanish-side"),
            asking: list("asking"),
            changed: list("changed"),
            at_admission: list("at-admission"),
            later: list("later"),
            from: list("from"),
            talk: list("talk"),
            person: list("person"),
            follow_up: list("follow-up"),
            now: list("now"),
            fine: list("fine"),
            earlier: list("earlier"),
            open_question: list("open-question"),
            listening: list("listening"),
            of_patient: list("of-patient"),
            diagnosis: list("diagnosis"),
            denied_verb: list("denied-verb"),
            plain_no: list("plain-no"),
            link: list("link"),
            intent: list("intent"),
            at_place: list("at-place"),
            examining: list("examining"),
            ordinary: list("ordinary"),
            additional: list("additional"),
            had: list("had"),
            earlier_question: list("earlier-question"),
        }
    });
    &LISTS
}

/// Returns the forms of the cues of `cues.tsv` with an effect and a side: "relative/both".
fn forms_of<'t>(cues: &'t Table, cue: &'t str) -> impl Iterator<Item = &'t str> {
    let (effect, side) = cue.split_once('/').unwrap_or((cue, "both"));
    let is_it = move |row: &&Row| row.get("effect") == effect && row.get("side") == side;
    cues.rows().iter().filter(is_it).flat_map(|row| row.list("forms"))
}

/// Cues of `cues.tsv` for an earlier time.
#[derive(Debug)]
pub struct Historical {
    /// Cues that precede the words: "history of".
    pub ahead: List,
    /// Cues that follow the words: "years ago".
    pub behind: List,
}

/// Returns the cues for an earlier time.
#[must_use]
pub fn historical() -> &'static Historical {
    static HISTORICAL: LazyLock<Historical> = LazyLock::new(|| {
        let cues = table("cues.tsv");
        let list = |cue: &str| {
            let mut out = List::default();
            forms_of(&cues, cue).for_each(|form| out.insert(form));
            out
        };
        Historical { ahead: list("historical/ahead"), behind: list("historical/behind") }
    });
    &HISTORICAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_in_both_cue_tables() {
        let (words, cues) = (table("spoken/words.tsv"), table("cues.tsv"));
        let mut listed = 0;
        for row in words.rows() {
            let own: FxHashSet<&str> = row.list("words").collect();
            let orders = lists();
            for cue in row.list("cues") {
                let forms: Vec<&str> = forms_of(&cues, cue).collect();
                assert!(!forms.is_empty(), "{cue} is no row of cues.tsv");
                listed += forms.len();
                let is_order = |form: &str| orders.stop.length_at(&words_of(form), 0) > 0;
                let both: Vec<&&str> =
                    forms.iter().filter(|form| own.contains(**form) && !is_order(form)).collect();
                assert!(both.is_empty(), "{} of {cue}: {both:?}", row.get("list"));
            }
        }
        assert!(listed > 300, "{listed}");
    }

    fn words_of(text: &str) -> Vec<Word> {
        words(text, 0)
    }
}
