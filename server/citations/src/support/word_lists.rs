//! The words by which statements are read and compared: the table `claim_words.tsv`.

use referee_knowledge::built_in;
use referee_text::stem;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// A list of words of the table, which describes each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordList {
    More,
    Less,
    Better,
    Worse,
    Effective,
    Ineffective,
    Denial,
    TargetedDenial,
    Link,
    Empty,
    MoreVerb,
    LessVerb,
    BetterVerb,
    WorseVerb,
    Nominal,
    AttachedNoun,
    StrongLink,
    GenericActor,
    AttributeSuffix,
    LackingSuffix,
    Dependence,
    MoreState,
    LessState,
    Auxiliary,
    ClauseBreak,
    Preposition,
    Measure,
    DirectionAdjective,
    AdverseBeginning,
    AdverseEnding,
    MoreRoot,
    LessRoot,
    ContentDenial,
    Uninformative,
    PaperRoot,
    EnglishGrammar,
    OtherGrammar,
    Contrast,
    OwnWork,
    NoFinding,
    LossNoun,
    CareNoun,
    Exclusive,
    Question,
    BackgroundHeading,
    OwnHeading,
    OwnPlace,
    OwnAdjective,
    OwnDemonstrative,
    OwnNoun,
    OtherAuthors,
    OtherOwner,
    MethodWord,
    Instrument,
}

/// The names of the lists in the table.
const NAMES: &[(&str, WordList)] = &[
    ("role/more", WordList::More),
    ("role/less", WordList::Less),
    ("role/better", WordList::Better),
    ("role/worse", WordList::Worse),
    ("role/effective", WordList::Effective),
    ("role/ineffective", WordList::Ineffective),
    ("role/denial", WordList::Denial),
    ("targeted-denial", WordList::TargetedDenial),
    ("role/link", WordList::Link),
    ("role/empty", WordList::Empty),
    ("verb/more", WordList::MoreVerb),
    ("verb/less", WordList::LessVerb),
    ("verb/better", WordList::BetterVerb),
    ("verb/worse", WordList::WorseVerb),
    ("nominal", WordList::Nominal),
    ("attached-noun", WordList::AttachedNoun),
    ("strong-link", WordList::StrongLink),
    ("generic-actor", WordList::GenericActor),
    ("attribute-suffix", WordList::AttributeSuffix),
    ("lacking-suffix", WordList::LackingSuffix),
    ("dependence", WordList::Dependence),
    ("more-state", WordList::MoreState),
    ("less-state", WordList::LessState),
    ("auxiliary", WordList::Auxiliary),
    ("clause-break", WordList::ClauseBreak),
    ("preposition", WordList::Preposition),
    ("measure", WordList::Measure),
    ("direction-adjective", WordList::DirectionAdjective),
    ("adverse-beginning", WordList::AdverseBeginning),
    ("adverse-ending", WordList::AdverseEnding),
    ("content/more-root", WordList::MoreRoot),
    ("content/less-root", WordList::LessRoot),
    ("content/denial", WordList::ContentDenial),
    ("content/uninformative", WordList::Uninformative),
    ("content/paper-root", WordList::PaperRoot),
    ("grammar/english", WordList::EnglishGrammar),
    ("grammar/other", WordList::OtherGrammar),
    ("contrast", WordList::Contrast),
    ("own-work", WordList::OwnWork),
    ("no-finding", WordList::NoFinding),
    ("loss-noun", WordList::LossNoun),
    ("care-noun", WordList::CareNoun),
    ("exclusive", WordList::Exclusive),
    ("question", WordList::Question),
    ("heading/background", WordList::BackgroundHeading),
    ("heading/own", WordList::OwnHeading),
    ("own-place", WordList::OwnPlace),
    ("own-study/adjective", WordList::OwnAdjective),
    ("own-study/demonstrative", WordList::OwnDemonstrative),
    ("own-study/noun", WordList::OwnNoun),
    ("other-authors", WordList::OtherAuthors),
    ("other-owner", WordList::OtherOwner),
    ("method/word", WordList::MethodWord),
    ("method/instrument", WordList::Instrument),
];

/// The name of the rows of words with the same meaning, which are no list.
const SAME_THING: &str = "same";

/// The words of one list.
#[derive(Default)]
struct Words {
    set: FxHashSet<String>,
    /// The same in the order of the table.
    all: Vec<String>,
}

/// The words of each list, by its number.
static LISTS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let mut out: Vec<Words> = NAMES.iter().map(|_| Words::default()).collect();
    let Ok(table) = built_in("claim_words.tsv") else { return out };
    for row in table.rows() {
        let Some((_, list)) = NAMES.iter().find(|(name, _)| *name == row.get("list")) else { continue };
        let Some(words) = out.get_mut(*list as usize) else { continue };
        for word in row.list("words").map(|word| word.replace('_', " ")) {
            if words.set.insert(word.clone()) {
                words.all.push(word);
            }
        }
    }
    out
});

impl WordList {
    /// Returns whether the list has this word, in lower case.
    pub(super) fn has(self, word: &str) -> bool {
        LISTS.get(self as usize).is_some_and(|words| words.set.contains(word))
    }

    /// Returns the words of the list, in the order of the table.
    pub(super) fn words(self) -> impl Iterator<Item = &'static str> {
        LISTS.get(self as usize).into_iter().flat_map(|words| words.all.iter().map(String::as_str))
    }

    /// Returns whether a text in lower case contains a phrase of the list.
    pub(super) fn is_in(self, text: &str) -> bool {
        self.words().any(|phrase| text.contains(phrase))
    }
}

/// The number of the set of words with the same meaning, by the root of each word.
static SAME: LazyLock<FxHashMap<String, usize>> = LazyLock::new(|| {
    let mut out = FxHashMap::default();
    let Ok(table) = built_in("claim_words.tsv") else { return out };
    for (number, row) in table.rows().iter().filter(|row| row.get("list") == SAME_THING).enumerate() {
        out.extend(row.list("words").map(|word| (stem::root(word), number)));
    }
    out
});

/// Returns whether two roots are of words with the same meaning: `renal` and `kidney`.
pub(super) fn mean_the_same(left: &str, right: &str) -> bool {
    SAME.get(left).is_some_and(|set| SAME.get(right) == Some(set))
}

/// Returns every form of a regular English verb: `carries`, `carried` and `carrying` for `carry`.
pub(super) fn forms_of_verb(verb: &str) -> Vec<String> {
    let stem = verb.strip_suffix('e');
    let before_y = verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let third = match before_y {
        Some(stem) => format!("{stem}ies"),
        None if ["s", "x", "z", "ch", "sh"].iter().any(|ending| verb.ends_with(ending)) => {
            format!("{verb}es")
        }
        None => format!("{verb}s"),
    };
    let past = match (before_y, stem) {
        (Some(stem), _) => format!("{stem}ied"),
        (None, Some(stem)) => format!("{stem}ed"),
        (None, None) => format!("{verb}ed"),
    };
    let stem = stem.filter(|stem| !stem.ends_with('e')).unwrap_or(verb);
    vec![verb.to_owned(), third, past, format!("{stem}ing")]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::{LISTS, NAMES, SAME_THING, WordList, forms_of_verb, mean_the_same};
    use referee_knowledge::built_in;
    use referee_text::stem;

    #[test]
    fn each_list_has_words_and_each_row_a_list() {
        for (at, (name, list)) in NAMES.iter().enumerate() {
            assert_eq!(*list as usize, at, "{name}");
            assert!(list.words().next().is_some(), "{name}");
        }
        for row in built_in("claim_words.tsv").unwrap().rows() {
            let list = row.get("list");
            assert!(list == SAME_THING || NAMES.iter().any(|(name, _)| *name == list), "{list}");
        }
        assert_eq!(LISTS.len(), NAMES.len());
        assert!(WordList::Preposition.has("among") && WordList::Contrast.is_in("this is in contrast to"));
    }

    #[test]
    fn words_of_one_set_mean_the_same() {
        let same = |left: &str, right: &str| mean_the_same(&stem::root(left), &stem::root(right));
        assert!(same("renal", "kidneys") && same("tumours", "cancer") && !same("renal", "liver"));
        assert!(!same("unknown", "unknown"));
    }

    #[test]
    fn a_regular_verb_has_four_forms() {
        assert_eq!(forms_of_verb("reduce"), ["reduce", "reduces", "reduced", "reducing"]);
        assert_eq!(forms_of_verb("carry"), ["carry", "carries", "carried", "carrying"]);
        assert_eq!(forms_of_verb("suppress"), ["suppress", "suppresses", "suppressed", "suppressing"]);
        assert_eq!(forms_of_verb("delay"), ["delay", "delays", "delayed", "delaying"]);
    }
}
