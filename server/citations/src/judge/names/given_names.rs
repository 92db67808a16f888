//! Decides whether two given names in full may be those of one person.

use super::person::Person;
use crate::judge::tables::rows;
use referee_text::similarity;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The relation of the given name of two persons, in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GivenMatch {
    /// The same name: a short form, another language or transliteration, or the second of two.
    Same,
    /// Perhaps one name: one or two letters differ, or one may be a name that the person adopted
    /// abroad.
    Similar,
    /// Different names.
    Other,
}

/// Compares two persons with full given names.
pub(super) fn compare(a: &Person, b: &Person) -> GivenMatch {
    let pairs = || a.given.iter().flat_map(|one| b.given.iter().map(move |other| (one, other)));
    // An initial may abbreviate a full name; two equal middle initials are little evidence.
    let is_spelled = |(one, other): &(&String, &String)| one.len() > 1 || other.len() > 1;
    if pairs().filter(is_spelled).any(|(one, other)| is_same(one, other))
        || begins(&a.given_key, &b.given_key)
        || has_rows_of_initials(a, b)
        || has_rows_of_initials(b, a)
        || is_same(&a.given_key, &b.given_key)
    {
        return GivenMatch::Same;
    }
    let similar = pairs().filter(is_spelled).any(|(one, other)| is_similar(one, other));
    if similar || is_similar(&a.given_key, &b.given_key) || may_be_adopted(a, b) {
        GivenMatch::Similar
    } else {
        GivenMatch::Other
    }
}

/// Returns whether two words are forms of one name, or one is the initial of the other.
fn is_same(a: &str, b: &str) -> bool {
    a == b
        || begins(a, b)
        || is_form_of(a, b)
        || without_doubles(a) == without_doubles(b)
        || skeleton(a) == skeleton(b) && has_consonants(a)
}

/// Returns whether one word is a prefix of the other: "Sam" and "Samuel", "B" and "Ben".
fn begins(a: &str, b: &str) -> bool {
    !a.is_empty() && !b.is_empty() && (a.starts_with(b) || b.starts_with(a))
}

/// Returns whether the table lists both as forms of one name.
pub(super) fn is_form_of(a: &str, b: &str) -> bool {
    let lines = |name: &str| FORMS.get(name).map_or(&[][..], Vec::as_slice);
    lines(a).iter().any(|line| lines(b).contains(line))
}

/// Returns whether a name has a form in the table with this initial: "B" for a William who is
/// called Bill.
pub(super) fn has_form_with_initial(name: &str, initial: &str) -> bool {
    let lines = FORMS.get(name).map_or(&[][..], Vec::as_slice);
    initial.len() == 1 && lines.iter().any(|line| INITIALS.contains(&(*line, initial.as_bytes()[0])))
}

/// Returns whether so few letters differ that it may be a slip or another transliteration.
fn is_similar(a: &str, b: &str) -> bool {
    const MIN_LIKENESS: f64 = 0.8;
    let shorter = a.len().min(b.len());
    shorter >= 3
        && (similarity::ratio(a, b) >= MIN_LIKENESS || skeleton(a) == skeleton(b) && skeleton(a).len() > 1)
        || shorter >= 4 && similarity::edits(a, b) <= 1
}

/// Returns whether a name has so many consonants that another one with the same consonants is a
/// form of it; "Ann" and "Ian" are different.
fn has_consonants(name: &str) -> bool {
    const MIN_CONSONANTS: usize = 3;
    skeleton(name).len() >= MIN_CONSONANTS
}

/// Replaces double letters by single ones, and "ou" by "o": "Yuuichi", "Anna", "Youhei".
fn without_doubles(name: &str) -> String {
    let mut out = String::new();
    for c in name.replace("ou", "o").chars() {
        if !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// Returns the consonants of a name, with one spelling for letters that are transliterated in
/// several ways.
fn skeleton(name: &str) -> String {
    let mut text = name.to_owned();
    for (from, to) in [
        ("sch", "s"),
        ("tch", "c"),
        ("tsch", "c"),
        ("sh", "s"),
        ("ch", "c"),
        ("cz", "c"),
        ("zh", "z"),
        ("kh", "h"),
        ("ph", "f"),
        ("th", "t"),
        ("gh", "g"),
        ("dj", "j"),
        ("dzh", "j"),
        ("gu", "g"),
        ("qu", "k"),
        ("ck", "k"),
        ("x", "ks"),
        ("tz", "ts"),
        ("w", "v"),
        ("q", "k"),
        ("c", "k"),
        ("z", "s"),
    ] {
        text = text.replace(from, to);
    }
    let mut out = String::new();
    for c in text.chars().filter(|c| !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'j' | 'h')) {
        if !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// Returns whether a short word of `a` consists of the initials of `b` without their capitals: "Yn"
/// for Yong Neng or Yongneng.
fn has_rows_of_initials(a: &Person, b: &Person) -> bool {
    const MAX_INITIALS: usize = 3;
    a.given.first().is_some_and(|short| {
        let mut rest = b.given_key.chars();
        short.len() <= MAX_INITIALS
            && short.len() < b.given_key.len()
            && short.chars().all(|c| rest.any(|other| other == c))
    })
}

/// Returns whether one of the two may be the name under which a person from East Asia publishes
/// abroad.
fn may_be_adopted(a: &Person, b: &Person) -> bool {
    let adopted = |person: &Person| {
        person
            .given
            .iter()
            .any(|word| ADOPTED.names.contains(word.as_str()) || FORMS.contains_key(word.as_str()))
    };
    let family = |person: &Person| person.family_keys.iter().any(|word| ADOPTED.families.contains(word));
    family(a) && family(b) && adopted(a) != adopted(b)
}

/// The rows of `given_names.tsv` that contain each form.
static FORMS: LazyLock<HashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut out: HashMap<&str, Vec<usize>> = HashMap::new();
    for (line, form) in forms() {
        out.entry(form).or_default().push(line);
    }
    out
});

/// The first letters of the forms in each row.
static INITIALS: LazyLock<HashSet<(usize, u8)>> =
    LazyLock::new(|| forms().filter_map(|(line, form)| Some((line, *form.as_bytes().first()?))).collect());

fn forms() -> impl Iterator<Item = (usize, &'static str)> {
    rows(include_str!("../../../data/given_names.tsv"))
        .flat_map(|(line, text)| text.split('\t').map(move |form| (line, form)))
}

/// The family names of East Asia, and the given names that people adopt abroad.
struct Adopted {
    families: HashSet<String>,
    names: HashSet<&'static str>,
}

static ADOPTED: LazyLock<Adopted> = LazyLock::new(|| {
    let mut lists = rows(include_str!("../../../data/adopted_names.tsv")).map(|(_, line)| line.split('\t'));
    let families = lists.next().into_iter().flatten().map(referee_text::fold::name_key).collect();
    Adopted { families, names: lists.next().into_iter().flatten().collect() }
});
