//! Compares lists of authors and decides whether they are of one work.

mod given_names;
mod matching;
mod person;
pub(crate) mod vocabulary;
mod words;

use super::titles;
use crate::{AuthorChange, Weight};
use matching::{PersonMatch, is_variant, matches};
use person::Person;
use referee_bibliography::Name;
use vocabulary::is_organisation;
use words::are_same_words;

/// The comparison of two lists of authors.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AuthorComparison {
    /// Whether both lists have persons; otherwise nothing is known.
    pub known: bool,
    /// The share of the claimed persons that the record has too, from 0 to 1.
    pub overlap: f64,
    /// Whether the first persons are the same.
    pub first: bool,
    /// The weight of the difference; `None` if the lists do not differ.
    pub weight: Option<Weight>,
    /// The differences by person.
    pub changes: Vec<AuthorChange>,
}

impl AuthorComparison {
    /// Returns whether the lists may be of the same work: at least half of the persons are the
    /// same.
    pub(super) fn agree(&self) -> bool {
        self.known && self.overlap >= 0.5
    }

    /// Returns whether no person is on both lists.
    pub(super) fn disjoint(&self) -> bool {
        self.known && self.overlap == 0.0
    }
}

/// A list of authors, parsed for comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Authors {
    persons: Vec<Person>,
    /// The number of authors that were not read as persons; one of them may be a person after all
    /// (M. A. Bureau).
    others: usize,
    truncated: bool,
}

/// The maximum number of authors that are compared one by one.
const MAX_AUTHORS: usize = 150;

impl Authors {
    /// Reads the persons of a list; organizations, consortia and "et al." are not persons.
    pub(super) fn read(names: &[Name], truncated: bool) -> Authors {
        let mut out = Authors { persons: Vec::new(), others: 0, truncated };
        for name in names {
            let (family, given, particle) = match name {
                Name::Person { family, given, particle, .. } => {
                    (family.as_str(), given.as_str(), particle.as_str())
                }
                // One word in braces that is not in capitals: a person with one name.
                Name::Organisation { name }
                    if !name.trim().contains(' ') && name.chars().any(char::is_lowercase) =>
                {
                    (name.as_str(), "", "")
                }
                Name::Organisation { .. } => {
                    out.others += 1;
                    continue;
                }
            };
            let person = Person::read(&titles::plain(family), &titles::plain(given), particle, shown(name));
            let all = person.tokens.join(" ");
            if matches!(all.as_str(), "others" | "and others" | "et al" | "al et" | "et" | "al" | "u a") {
                out.truncated = true;
            } else if !person.tokens.is_empty() && !is_organisation(&person.tokens) {
                out.persons.push(person);
            } else {
                out.others += 1;
            }
            if out.persons.len() == MAX_AUTHORS {
                out.truncated = true;
                break;
            }
        }
        out
    }

    /// Reads the list of authors of a record, and marks it as truncated if it has the length at
    /// which its index truncates. MEDLINE had 10 authors from 1984 to 1995 and 25 from 1996 to
    /// 1999; OpenAlex has 100.
    pub(super) fn of_record(names: &[Name], truncated: bool, year: Option<i32>) -> Authors {
        let mut out = Authors::read(names, truncated);
        let count = out.persons.len();
        out.truncated |= match year {
            Some(1984..=1995) => count == 10,
            Some(1996..=1999) => count == 25,
            _ => false,
        } || count == 100;
        out
    }
}

/// The relation of the two works, as far as it matters for lists of authors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Versions {
    /// Both are of one publication.
    One,
    /// One may be a preprint or a conference version of the other, so authors may have been added
    /// or removed.
    Maybe,
}

/// The maximum number of authors in a record whose list is assumed to be complete; registers cut
/// off the end of longer lists.
const MAX_WHOLE_LIST: usize = 3;

/// Compares the claimed authors with those of a record.
///
/// Both lists must have the same persons, unless one of them is marked as truncated. Three
/// differences do not mislead a reader: a list with only the first authors, a list with all authors
/// of the record and many more, and a list in another order. One or two persons that the record
/// lacks are serious, except at the end of a long list. So is a list that omits a person in the
/// middle. In different versions of a work (preprint, article), one name in five may be added or
/// removed.
pub(super) fn compare(claimed: &Authors, recorded: &Authors, versions: Versions) -> AuthorComparison {
    let (c, r) = (&claimed.persons, &recorded.persons);
    // One "person" of many words is a list that could not be split.
    let unreadable = c.len() == 1 && c[0].tokens.len() > 8;
    if c.is_empty() || r.is_empty() || unreadable {
        return AuthorComparison::default();
    }
    let pairs = align(c, r);
    let is_whole = pairs.len() == r.len() && pairs.iter().all(|(_, found)| *found == PersonMatch::Yes);
    if !is_whole && are_same_words(c, r) {
        return AuthorComparison { known: true, overlap: 1.0, first: true, ..AuthorComparison::default() };
    }
    let count = |wanted: &[PersonMatch]| pairs.iter().filter(|pair| wanted.contains(&pair.1)).count();
    let (yes, doubt) = (count(&[PersonMatch::Yes]), count(&[PersonMatch::Doubt]));
    let (family, namesakes) = (count(&[PersonMatch::Family]), count(&[PersonMatch::Namesake]));
    let found = yes + doubt;
    let overlap = found as f64 / c.len() as f64;
    let (claimed_only, recorded_only) = unpaired(&pairs, r.len());
    // If the list of the record is truncated, a claimed person beyond its end may be correct.
    let beyond = if recorded.truncated { c.len().saturating_sub(r.len()) } else { 0 };
    let unmatched = claimed_only.len().saturating_sub(beyond + recorded.others);
    let absent = recorded_only.len().saturating_sub(claimed.others);
    let missing = if claimed.truncated { 0 } else { absent };
    let first = pairs.first().is_some_and(|(index, found)| *index == Some(0) && *found != PersonMatch::No);
    let lenient = versions == Versions::Maybe;
    let fifth = |count: usize, of: usize| count * 5 <= of;

    let mut weight: Option<Weight> = None;
    let mut at_least = |new: Weight| weight = Some(weight.map_or(new, |old| old.max(new)));
    if found + family + namesakes == 0 && unmatched > 0 {
        at_least(Weight::Serious);
    }
    if unmatched > 0 {
        let fuller = absent == 0 && found > 0;
        // Registers lose the end of a list, or all but its first name, and some databases append
        // the handling editor to a long list. Any other person whom the record lacks is an
        // invention.
        let is_end = claimed_only.first().is_none_or(|first| first + claimed_only.len() == c.len());
        let is_whole = !recorded.truncated
            && r.len() >= 2
            && unmatched * 2 <= r.len()
            && (!is_end || r.len() <= MAX_WHOLE_LIST);
        at_least(if fuller && (lenient || !is_whole) || lenient && fifth(unmatched, c.len()) {
            Weight::Slight
        } else {
            Weight::Serious
        });
    }
    if missing > 0 {
        // The first authors of the list, in order: shortened according to a citation style, without
        // an "et al.".
        let cut_short = unmatched == 0 && pairs.iter().enumerate().all(|(at, (index, _))| *index == Some(at));
        // Programs lose people who have one name.
        let nameless = missing == 1 && c.len() > 1 && recorded_only.iter().all(|at| r[*at].given.is_empty());
        let few = cut_short
            || nameless
            || missing * 10 <= r.len()
            || (lenient && missing == 1 && fifth(missing, r.len()));
        at_least(if few { Weight::Slight } else { Weight::Serious });
    }
    if family > 0 {
        // One wrong initial among otherwise correct authors is a slip, and so is one in ten of a
        // long list; otherwise these are different people.
        let few = family == 1 && yes > 0 || first && family * 10 <= c.len();
        at_least(if few { Weight::Slight } else { Weight::Serious });
    }
    if namesakes > 0 {
        at_least(if lenient && fifth(namesakes, c.len()) { Weight::Slight } else { Weight::Serious });
    }
    if doubt > 0 {
        let many = doubt >= 2 && doubt * 2 >= c.len();
        at_least(if many && yes == 0 { Weight::Serious } else { Weight::Slight });
    }
    let reordered = !first && found + family + namesakes > 0 && r.len() > 1 && unmatched == 0;
    if reordered {
        let same_people = claimed_only.is_empty() && recorded_only.is_empty();
        at_least(if same_people || lenient { Weight::Slight } else { Weight::Serious });
    }
    let changes = match weight {
        None => Vec::new(),
        Some(_) => changes(&pairs, (c, &claimed_only), (r, &recorded_only), claimed.truncated),
    };
    AuthorComparison { known: true, overlap, first, weight, changes }
}

/// Returns the indexes of the claimed and of the recorded persons without a counterpart in the
/// other list.
fn unpaired(pairs: &[(Option<usize>, PersonMatch)], recorded: usize) -> (Vec<usize>, Vec<usize>) {
    let claimed_only = (0..pairs.len()).filter(|at| pairs[*at].0.is_none()).collect();
    let recorded_only =
        (0..recorded).filter(|at| !pairs.iter().any(|(index, _)| *index == Some(*at))).collect();
    (claimed_only, recorded_only)
}

/// Returns the differences of two lists by person: who was replaced, added or omitted. Another first person comes first.
fn changes(
    pairs: &[(Option<usize>, PersonMatch)],
    (claimed, claimed_only): (&[Person], &[usize]),
    (recorded, recorded_only): (&[Person], &[usize]),
    truncated: bool,
) -> Vec<AuthorChange> {
    let mut out: Vec<(usize, AuthorChange)> = Vec::new();
    let other = |at: usize, index: usize| AuthorChange::Other {
        position: at + 1,
        claimed: claimed[at].shown.clone(),
        recorded_position: index + 1,
        recorded: recorded[index].shown.clone(),
    };
    for (at, (index, found)) in pairs.iter().enumerate() {
        if let (Some(index), PersonMatch::Doubt | PersonMatch::Family | PersonMatch::Namesake) =
            (index, found)
        {
            out.push((at, other(at, *index)));
        }
    }
    let mut free: Vec<usize> = recorded_only.to_vec();
    for at in claimed_only {
        // The claimed person replaces a missing one between the same neighbours, best at the same index.
        let after = pairs.iter().take(*at).rev().find_map(|(index, _)| *index);
        let before = pairs.iter().skip(*at).find_map(|(index, _)| *index);
        let is_between = |index: &usize| {
            after.is_none_or(|after| *index > after) && before.is_none_or(|before| *index < before)
        };
        let same = free.iter().position(|index| index == at && is_between(index));
        let place = same.or_else(|| free.iter().position(is_between));
        let change = match place.map(|place| free.remove(place)) {
            Some(index) => other(*at, index),
            None => AuthorChange::Added { position: at + 1, claimed: claimed[*at].shown.clone() },
        };
        out.push((*at, change));
    }
    let lacks_first = !truncated && free.first() == Some(&0);
    if !truncated {
        let missing = |at: usize| {
            (at, AuthorChange::Missing { position: at + 1, recorded: recorded[at].shown.clone() })
        };
        out.extend(free.into_iter().map(missing));
    }
    out.sort_by_key(|(at, _)| *at);
    let first = match pairs.first() {
        Some((Some(index), _)) if *index > 0 && !lacks_first => Some(AuthorChange::Order {
            claimed: claimed[0].shown.clone(),
            position: index + 1,
            recorded: recorded[0].shown.clone(),
        }),
        _ => None,
    };
    first.into_iter().chain(out.into_iter().map(|(_, change)| change)).collect()
}

/// Formats a name for messages.
pub(super) fn shown(name: &Name) -> String {
    match name {
        Name::Person { given, .. } if !given.is_empty() => format!("{given} {}", name.surname()),
        _ => name.surname(),
    }
}

/// Assigns to each claimed person the best person of the record that is still free, preferring the
/// same index.
fn align(c: &[Person], r: &[Person]) -> Vec<(Option<usize>, PersonMatch)> {
    let mut pairs: Vec<(Option<usize>, PersonMatch)> = vec![(None, PersonMatch::No); c.len()];
    let mut free: Vec<bool> = vec![true; r.len()];
    for wanted in [PersonMatch::Yes, PersonMatch::Doubt, PersonMatch::Family, PersonMatch::Namesake] {
        for (at, person) in c.iter().enumerate() {
            if pairs[at].0.is_some() {
                continue;
            }
            let near = std::iter::once(at).chain(0..r.len());
            let found = near
                .filter(|index| free.get(*index).copied().unwrap_or(false))
                .find(|index| r.get(*index).is_some_and(|other| matches(person, other) == wanted));
            if let Some(index) = found {
                free[index] = false;
                pairs[at] = (Some(index), wanted);
            }
        }
    }
    // The remaining persons may still be one person whose name is written in two ways.
    let (claimed_only, mut recorded_only) = unpaired(&pairs, r.len());
    for at in claimed_only {
        let place = recorded_only.iter().position(|index| is_variant(&c[at], &r[*index]));
        if let Some(place) = place {
            pairs[at] = (Some(recorded_only.remove(place)), PersonMatch::Doubt);
        }
    }
    pairs
}
