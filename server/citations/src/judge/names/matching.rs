//! Decides whether two persons in lists of authors are the same.

use super::given_names::{self, GivenMatch};
use super::person::Person;
use referee_text::{fold, similarity};

/// The relation of two persons, from the best match to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PersonMatch {
    /// The same person, as far as the lists show.
    Yes,
    /// Probably the same person: a letter differs, or two spellings of a given name with one
    /// initial.
    Doubt,
    /// The same family name, other initials.
    Family,
    /// The same family name, and another given name, in full on both sides.
    Namesake,
    No,
}

/// Compares two persons.
pub(super) fn matches(a: &Person, b: &Person) -> PersonMatch {
    if a.tokens == b.tokens {
        return PersonMatch::Yes;
    }
    let family = family(a, b);
    let given = given(a, b);
    match (family, given) {
        (FamilyMatch::Same, PersonMatch::Yes) => PersonMatch::Yes,
        _ if is_rearranged(a, b) || is_rearranged(b, a) => PersonMatch::Yes,
        (FamilyMatch::Same, given) => given,
        (FamilyMatch::Part, PersonMatch::Yes) => PersonMatch::Yes,
        (FamilyMatch::Part, PersonMatch::Doubt) => PersonMatch::Doubt,
        (FamilyMatch::Similar, PersonMatch::Yes) => PersonMatch::Doubt,
        _ if swapped(a, b) || swapped(b, a) => PersonMatch::Yes,
        _ => PersonMatch::No,
    }
}

/// The relation of the family names of two persons.
enum FamilyMatch {
    Same,
    /// One is the beginning or the end of the other: "García" and "García Márquez".
    Part,
    /// One or two letters differ, as in transliterations.
    Similar,
    Other,
}

fn family(a: &Person, b: &Person) -> FamilyMatch {
    if a.family_key == b.family_key {
        return FamilyMatch::Same;
    }
    let (short, long) = if a.family_keys.len() <= b.family_keys.len() { (a, b) } else { (b, a) };
    let (few, many) = (&short.family_keys, &long.family_keys);
    if few.len() < many.len() {
        if many.starts_with(few) || many.ends_with(few) {
            return FamilyMatch::Part;
        }
        // "Silva Santos, João" and "Santos, João Silva": a middle name on the other side of the
        // comma.
        let given = short.given.iter().map(|word| fold::name_key(word));
        let whole: Vec<String> = given.chain(few.iter().cloned()).collect();
        if whole.len() > many.len() && whole.ends_with(many) {
            return FamilyMatch::Same;
        }
    }
    let length = a.family_key.chars().count().min(b.family_key.chars().count());
    let edits = similarity::edits(&a.family_key, &b.family_key);
    if (length >= 5 && edits <= 1) || (length >= 8 && edits <= 2) {
        FamilyMatch::Similar
    } else {
        FamilyMatch::Other
    }
}

fn given(a: &Person, b: &Person) -> PersonMatch {
    let (Some(first), Some(other)) = (a.given.first(), b.given.first()) else {
        return PersonMatch::Yes;
    };
    if a.given_key == b.given_key {
        return PersonMatch::Yes;
    }
    let spells = |person: &Person| person.given.iter().any(|word| word.len() > 1);
    if spells(a) && spells(b) {
        return match given_names::compare(a, b) {
            GivenMatch::Same => PersonMatch::Yes,
            GivenMatch::Similar => PersonMatch::Doubt,
            GivenMatch::Other => PersonMatch::Namesake,
        };
    }
    let (left, right) = (a.initials(), b.initials());
    if left.first() == right.first()
        || given_names::has_form_with_initial(first, other)
        || given_names::has_form_with_initial(other, first)
    {
        return PersonMatch::Yes;
    }
    // "J. Robert" and "Robert": known by the second name. Several initials may be in another order.
    if left.iter().any(|initial| right.contains(initial)) && (left.len() > 1 || right.len() > 1) {
        return PersonMatch::Yes;
    }
    PersonMatch::Family
}

/// Returns whether two persons that [`matches`] distinguishes may be one whose name was
/// transliterated or damaged: the family name is similar and an initial is the same.
pub(super) fn is_variant(a: &Person, b: &Person) -> bool {
    const MIN_LIKENESS: f64 = 0.75;
    const MIN_SHARED_LETTERS: usize = 4;
    let initial = a.given.is_empty()
        || b.given.is_empty()
        || a.initials().iter().any(|initial| b.initials().contains(initial));
    let shares = a
        .family_keys
        .iter()
        .any(|word| word.chars().count() >= MIN_SHARED_LETTERS && b.family_keys.contains(word));
    let alike = a.family_key.chars().count().min(b.family_key.chars().count()) >= MIN_SHARED_LETTERS
        && similarity::ratio(&a.family_key, &b.family_key) >= MIN_LIKENESS;
    initial && (shares || alike)
}

/// Returns whether the words of `a`, split at another place, are the name of `b`: the family name
/// comes first, as in Hungary and China, or the last of several given names was taken for it ("S,
/// Andam Kwaw" for Kwaw S. Andam).
fn is_rearranged(a: &Person, b: &Person) -> bool {
    let words: Vec<&String> = a.given.iter().chain(&a.family_keys).collect();
    let wanted = b.family_keys.len();
    if b.given.is_empty() || words.len() < wanted + 1 {
        return false;
    }
    (0..=words.len() - wanted).any(|from| {
        let run = || words.iter().skip(from).take(wanted);
        let is_family = b.family_key.len() > 1
            && run().map(|word| fold::name_key(word)).collect::<String>() == b.family_key;
        let rest: Vec<&str> = words
            .iter()
            .take(from)
            .chain(words.iter().skip(from + wanted))
            .map(|word| word.as_str())
            .collect();
        is_family && (stand_for_each_other(&rest, &b.given) || are_initials(&rest, &b.given))
    })
}

/// Returns whether a short word consists of the initials of a double given name without the
/// capitals: "Sj" for Shu-jen.
fn are_initials(words: &[&str], names: &[String]) -> bool {
    const MAX_INITIALS: usize = 3;
    let [word] = words else { return false };
    let initials: String = names.iter().filter_map(|name| name.chars().next()).collect();
    (2..=MAX_INITIALS).contains(&word.len()) && names.len() > 1 && *word == initials
}

/// Returns whether two lists of given names may be one person's: each word of the shorter list is
/// in the other, in full or as an initial, in any order.
fn stand_for_each_other(a: &[&str], b: &[String]) -> bool {
    let b: Vec<&str> = b.iter().map(String::as_str).collect();
    let (few, many) = if a.len() <= b.len() { (a.to_vec(), b) } else { (b, a.to_vec()) };
    let mut free = many;
    !few.is_empty()
        && few.iter().all(|word| {
            let same = |other: &&str| {
                word == other
                    || (word.len() == 1 && other.starts_with(word))
                    || (other.len() == 1 && word.starts_with(*other))
            };
            free.iter().position(same).map(|at| free.swap_remove(at)).is_some()
        })
}

/// Returns whether family and given name are swapped: "Wang Wei" for Wei Wang.
fn swapped(a: &Person, b: &Person) -> bool {
    if a.given_key.is_empty() || a.given_key != b.family_key {
        return false;
    }
    let (family, given) = (&a.family_key, &b.given_key);
    let initials = b.given.iter().all(|word| word.len() == 1);
    family == given
        || (given.len() == 1 && family.starts_with(given.as_str()))
        || (family.len() == 1 && given.starts_with(family.as_str()))
        || (initials && b.given.first().is_some_and(|initial| family.starts_with(initial.as_str())))
}
