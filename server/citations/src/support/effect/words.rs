//! Splits a sentence into words, each with its role in the statement of an effect.

use crate::support::word_lists::{WordList, forms_of_verb};
use referee_text::stem;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The maximum number of words of a sentence that are read.
const MAX_WORDS: usize = 120;

/// The role of a word in the statement of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A content word.
    Content,
    /// A function word or a word that is common in all papers.
    Empty,
    More,
    Less,
    Better,
    Worse,
    Effective,
    Ineffective,
    Denial,
    /// A word for an association without a direction.
    Link,
}

impl Role {
    /// Returns whether the word means more, less, better, worse, effective or ineffective.
    pub(super) fn is_direction(self) -> bool {
        !matches!(self, Role::Content | Role::Empty | Role::Denial | Role::Link)
    }
}

/// A word of a sentence.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The word in lower case.
    pub(super) text: String,
    pub(super) root: String,
    pub(super) role: Role,
    /// Whether a comma precedes the word.
    pub(super) comma: bool,
    /// Whether a semicolon or a colon precedes the word.
    pub(super) stop: bool,
    /// Whether a hyphen joins the word to the one before it.
    pub(super) hyphen: bool,
}

impl Word {
    /// Returns whether a predicate begins at this word: a verb, an auxiliary or a denial.
    pub(super) fn begins_predicate(&self, before: Option<&Word>) -> bool {
        let text = self.text.as_str();
        // `mice lacking X`, `receptor-interacting protein`.
        let is_participle = text.ends_with("ing") && before.is_some_and(|before| !is_helping(&before.text));
        if is_participle || (self.hyphen && before.is_some()) {
            return false;
        }
        // `metformin reduced mortality`, but not `with reduced mortality`.
        let is_past = self.role.is_direction()
            && text.ends_with("ed")
            && !self.comma
            && before.is_some_and(|word| word.role == Role::Content || is_adverb(&word.text));
        let is_verb = !matches!(self.role, Role::Content | Role::Empty)
            && !WordList::Nominal.has(text)
            && text != "without";
        is_verb
            || is_past
            || WordList::Auxiliary.has(text)
            || matches!(
                text,
                "lead" | "leads" | "led" | "result" | "results" | "resulted" | "shows" | "occurs"
            )
    }
}

/// Returns whether a word is a form of `be`, `have` or `do`, or a modal verb.
pub(super) fn is_helping(text: &str) -> bool {
    WordList::Auxiliary.has(text)
        || matches!(
            text,
            "be" | "been" | "remain" | "remained" | "remains" | "seemed" | "seems" | "appeared" | "appears"
        )
}

/// Returns the words of a sentence, except those in parentheses.
pub(super) fn words(sentence: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut depth = 0_usize;
    let (mut comma, mut stop, mut hyphen) = (false, false, false);
    let mut word = String::new();
    let mut is_capital = false;
    // The number of capitals in this word, and whether the word before has several.
    let (mut capitals, mut is_name) = (0_usize, false);
    let plain = sentence.replace("n't", " not").replace("n’t", " not");
    let plain = plain.replace("'s ", " ").replace("’s ", " ");
    let plain = joined_prefixes(&plain);
    let plain = plain.replace("(-/-)", "-null").replace("(−/−)", "-null").replace("−/−", "-null");
    for c in plain.chars().chain(std::iter::once(' ')) {
        if depth == 0 && c.is_alphanumeric() {
            if word.is_empty() {
                is_capital = c.is_uppercase();
            }
            capitals += usize::from(c.is_uppercase());
            match greek(c) {
                Some(name) => word.push_str(name),
                None => word.extend(c.to_lowercase()),
            }
            continue;
        }
        if !word.is_empty() && out.len() < MAX_WORDS {
            // `GATA-3` is `GATA3`.
            let is_number_of_name = hyphen
                && word.len() <= 2
                && word.starts_with(|c: char| c.is_ascii_digit())
                && out.last().is_some_and(|before| before.role == Role::Content && is_name);
            if let Some(before) = out.last_mut().filter(|_| is_number_of_name) {
                before.text.push_str(&word);
                before.root = before.text.clone();
                word.clear();
                hyphen = matches!(c, '-' | '‐' | '‑' | '–');
                continue;
            }
            is_name = capitals > 1;
            capitals = 0;
            let root = stem::root(&word);
            let is_attribute = hyphen && WordList::AttributeSuffix.has(&word);
            let is_letter = is_capital && !comma && !stop && is_letter_of_name(&word, out.last());
            out.push(Word {
                role: match () {
                    () if is_attribute => Role::Empty,
                    () if is_letter => Role::Content,
                    () => role(&word),
                },
                text: std::mem::take(&mut word),
                root,
                comma: std::mem::take(&mut comma),
                stop: std::mem::take(&mut stop),
                hyphen,
            });
            hyphen = matches!(c, '-' | '‐' | '‑' | '–');
        } else {
            hyphen = false;
        }
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' => comma |= depth == 0,
            ';' | ':' => stop |= depth == 0,
            _ => {}
        }
    }
    read_in_place(&mut out);
    out
}

/// Returns the name of a Greek letter that occurs in names: `β-catenin`.
fn greek(letter: char) -> Option<&'static str> {
    Some(match letter {
        'α' => "alpha",
        'β' | 'ß' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' => "epsilon",
        'ζ' => "zeta",
        'κ' => "kappa",
        'λ' => "lambda",
        'ω' => "omega",
        _ => return None,
    })
}

/// Joins the hyphenated prefixes of words of direction: `up-regulated`, `over-expression`.
fn joined_prefixes(text: &str) -> String {
    let mut out = text.to_owned();
    for (written, joined) in [
        ("p-regul", "pregul"),
        ("own-regul", "ownregul"),
        ("ver-express", "verexpress"),
        ("yper-sens", "ypersens"),
        ("yper-activ", "yperactiv"),
    ] {
        if out.contains(written) {
            out = out.replace(written, joined);
        }
    }
    out
}

/// Returns whether a capital letter belongs to the name before it: `vitamin D`, `hepatitis B`. `P`
/// and `N` usually belong to numbers.
fn is_letter_of_name(word: &str, before: Option<&Word>) -> bool {
    word.len() == 1
        && !matches!(word, "p" | "n")
        && before.is_some_and(|before| before.role == Role::Content && before.text.len() > 1)
}

/// Returns the role of a word without its context.
fn role(word: &str) -> Role {
    static ROLE_OF_WORD: LazyLock<FxHashMap<String, Role>> = LazyLock::new(|| {
        let verbs = [
            (WordList::WorseVerb, Role::Worse),
            (WordList::BetterVerb, Role::Better),
            (WordList::LessVerb, Role::Less),
            (WordList::MoreVerb, Role::More),
        ];
        let verbs = verbs
            .into_iter()
            .flat_map(|(list, role)| list.words().flat_map(forms_of_verb).map(move |form| (form, role)));
        let lists = [
            (WordList::Empty, Role::Empty),
            (WordList::Link, Role::Link),
            (WordList::Ineffective, Role::Ineffective),
            (WordList::Effective, Role::Effective),
            (WordList::Worse, Role::Worse),
            (WordList::Better, Role::Better),
            (WordList::Less, Role::Less),
            (WordList::More, Role::More),
            (WordList::Denial, Role::Denial),
        ];
        let words =
            lists.into_iter().flat_map(|(list, role)| list.words().map(move |word| (word.to_owned(), role)));
        verbs.chain(words).collect()
    });
    match ROLE_OF_WORD.get(word).or_else(|| ROLE_OF_WORD.get(inflected(word, &ROLE_OF_WORD)?.as_str())) {
        Some(role) => *role,
        None if is_adverb(word) => Role::Empty,
        None if word.chars().count() < 2 || word.bytes().all(|byte| byte.is_ascii_digit()) => Role::Empty,
        None => Role::Content,
    }
}

/// Returns another form of a verb of direction, if the lists have it: `delay` for `delaying`.
fn inflected(word: &str, roles: &FxHashMap<String, Role>) -> Option<String> {
    const MIN_STEM: usize = 4;
    // `falls` is more often a noun than a verb.
    let stem = ["ing", "ed"].iter().find_map(|ending| word.strip_suffix(ending))?;
    if stem.len() < MIN_STEM {
        return None;
    }
    let is_verb = |form: &String| {
        let role = roles.get(form.as_str());
        role.is_some_and(|role| {
            matches!(role, Role::More | Role::Less | Role::Better | Role::Worse | Role::Link)
        }) && !WordList::Nominal.has(form)
    };
    [String::new(), "e".to_owned(), "es".to_owned(), "s".to_owned(), "ed".to_owned()]
        .iter()
        .map(|ending| format!("{stem}{ending}"))
        .find(is_verb)
}

/// Returns whether a word has the ending of an adverb: `highly`.
fn is_adverb(word: &str) -> bool {
    const MIN_LETTERS: usize = 6;
    word.len() >= MIN_LETTERS
        && word.ends_with("ly")
        && !matches!(
            word,
            "anomaly" | "assembly" | "elderly" | "family" | "monopoly" | "supply" | "butterfly"
        )
}

/// Returns the index of `activated` if it can only be the verb of a sentence: `metformin activated
/// AMPK`, but not `activated T cells reduced survival`.
fn only_activated(words: &[Word]) -> Option<usize> {
    let at = words.iter().position(|word| word.text == "activated")?;
    let before = words.get(at.checked_sub(1)?)?;
    let is_subject = !words.get(at)?.comma && (before.role == Role::Content || is_adverb(&before.text));
    let has_other_verb = words.iter().enumerate().any(|(other, word)| {
        other != at
            && (word.role.is_direction()
                || word.role == Role::Link
                || WordList::Auxiliary.has(&word.text)
                || (word.role == Role::Content && word.text.ends_with("ed")))
    });
    (is_subject && !has_other_verb).then_some(at)
}

/// Makes `lack` a denial before an association: `a lack of association with`.
fn deny_lacking_links(words: &mut [Word]) {
    for at in 0..words.len() {
        let is_lack = words.get(at).is_some_and(|word| matches!(word.text.as_str(), "lack" | "absence"))
            && words.get(at + 1).is_some_and(|word| word.text == "of")
            && words.get(at + 2..).into_iter().flatten().take(2).any(|word| word.role == Role::Link);
        if let Some(word) = words.get_mut(at).filter(|_| is_lack) {
            word.role = Role::Denial;
        }
    }
}

/// Empties the words of direction of a bound: `4,000 g or more`.
fn skip_bounds(words: &mut [Word]) {
    const MAX_WORDS_TO_NUMBER: usize = 3;
    for at in 1..words.len() {
        let has_number = || {
            let before = words.get(at.saturating_sub(1 + MAX_WORDS_TO_NUMBER)..at - 1);
            before.into_iter().flatten().any(|word| word.text.starts_with(|c: char| c.is_ascii_digit()))
        };
        let is_bound = words.get(at - 1).is_some_and(|word| word.text == "or")
            && words.get(at).is_some_and(|word| WordList::DirectionAdjective.has(&word.text))
            && has_number();
        if let Some(word) = words.get_mut(at).filter(|_| is_bound) {
            word.role = Role::Empty;
        }
    }
}

/// Assigns roles that words have only in context: `resistance to`, `loss of`, `a negative
/// association`.
fn read_in_place(words: &mut [Word]) {
    let only_verb = only_activated(words);
    deny_lacking_links(words);
    skip_bounds(words);
    for at in 0..words.len() {
        let next = words.get(at + 1).map_or("", |word| word.text.as_str());
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |word| word.text.as_str());
        let text = words.get(at).map_or("", |word| word.text.as_str());
        let role = if WordList::MoreState.has(text) && matches!(next, "to" | "for") {
            Role::More
        } else if (WordList::LessState.has(text) && next == "to") || (text == "loss" && next == "of") {
            Role::Less
        } else if matches!(text, "positive" | "negative")
            && ["correlation", "association", "relationship", "effect", "impact"]
                .iter()
                .any(|beginning| next.starts_with(beginning))
        {
            if text == "positive" { Role::More } else { Role::Less }
        } else if text == "anti" && words.get(at + 1).is_some_and(|next| next.hyphen) {
            Role::Less
        } else if (WordList::Dependence.has(text) && matches!(next, "for" | "to"))
            || matches!(text, "requires" | "require")
            || (text == "activated" && (is_helping(before) || before == "and" || only_verb == Some(at)))
            || (matches!(text, "factor" | "factors") && before == "risk")
            || (matches!(text, "factor" | "factors")
                && matches!(before, "causal" | "causative" | "key" | "important" | "major" | "prognostic"))
            || (matches!(text, "confer" | "confers" | "conferred") && next.starts_with("resist"))
        {
            Role::More
        } else {
            continue;
        };
        if let Some(word) = words.get_mut(at) {
            word.role = role;
        }
    }
}

/// Returns whether a word or its root denotes something bad: `mortality`, `nephritis`.
pub(super) fn is_adverse(word: &str) -> bool {
    WordList::AdverseBeginning.words().any(|beginning| word.starts_with(beginning))
        || WordList::AdverseEnding.words().any(|ending| word.ends_with(ending))
}
