//! Whether two lists of authors are of one work.

use super::titles;
use crate::Weight;
use referee_bibliography::Name;
use referee_text::{fold, similarity};

/// How two lists of authors compare.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AuthorComparison {
    /// Whether both sides name persons; where one does not, nothing is known.
    pub known: bool,
    /// The share of the claimed persons that the record has too.
    pub overlap: f64,
    /// Whether the first persons are the same.
    pub first: bool,
    /// How much the lists differ; `None` where they do not.
    pub weight: Option<Weight>,
}

impl AuthorComparison {
    /// Whether the lists are of the same work for all one can see: most persons are the same.
    pub(super) fn agree(&self) -> bool {
        self.known && self.overlap >= 0.5
    }

    /// Whether the lists have nobody in common.
    pub(super) fn disjoint(&self) -> bool {
        self.known && self.overlap == 0.0
    }
}

/// A list of authors, read for comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Authors {
    persons: Vec<Person>,
    /// How many names were not read as persons: one may be a person after all (M. A. Bureau).
    others: usize,
    truncated: bool,
}

/// A list of so many authors is rarely typed out …
const VERY_LONG: usize = 20;

/// … and cut off behind so many at the earliest: Vancouver and NLM name six.
const CUT_SHORT: usize = 6;

/// More authors than this are not compared one by one.
const MAX_AUTHORS: usize = 150;

impl Authors {
    /// Reads the persons of a list; organisations, consortia and "et al." are no persons.
    pub(super) fn read(names: &[Name], truncated: bool) -> Authors {
        let mut out = Authors { persons: Vec::new(), others: 0, truncated };
        for name in names {
            let (family, given, particle) = match name {
                Name::Person { family, given, particle, .. } => {
                    (family.as_str(), given.as_str(), particle.as_str())
                }
                // One word in braces, and not in capitals: a person with one name.
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
            let person = Person::read(&titles::plain(family), &titles::plain(given), particle);
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

    /// The same list, of a record: cut off where the index is known to cut. MEDLINE had 10 authors from 1984 to
    /// 1995 and 25 from 1996 to 1999; OpenAlex has 100.
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

/// A person, read for comparison.
#[derive(Clone, Debug)]
struct Person {
    /// The words of the given names without particles, folded; initials are words of one letter.
    given: Vec<String>,
    /// All words, sorted.
    tokens: Vec<String>,
    /// The words of the family name, umlauts levelled.
    family_keys: Vec<String>,
    /// The family name without spaces, umlauts levelled.
    family_key: String,
    /// The given names without spaces, umlauts levelled.
    given_key: String,
}

/// Particles that stand before the family name, or go missing, or are taken for a given name.
const PARTICLES: &[&str] = &[
    "van", "von", "vom", "der", "den", "de", "del", "della", "dello", "di", "da", "das", "dos", "do", "du",
    "la", "las", "le", "les", "lo", "los", "el", "al", "bin", "ibn", "ben", "ter", "ten", "te", "zu", "zum",
    "zur", "af", "av", "y", "e", "d", "l", "het", "t", "st",
];

const SUFFIXES: &[&str] =
    &["jr", "sr", "junior", "senior", "ii", "iii", "iv", "md", "phd", "mbbs", "frcp", "msc", "2nd", "3rd"];

impl Person {
    fn read(family: &str, given: &str, particle: &str) -> Person {
        let mut family_words = tokens(family, false);
        let mut given_words = tokens(given, true);
        strip_suffix(&mut family_words);
        strip_suffix(&mut given_words);
        let mut all: Vec<String> = family_words.iter().chain(&given_words).cloned().collect();
        all.extend(tokens(particle, false));
        all.sort_unstable();
        let strip = |words: Vec<String>| -> Vec<String> {
            let kept: Vec<String> =
                words.iter().filter(|word| !PARTICLES.contains(&word.as_str())).cloned().collect();
            if kept.is_empty() { words } else { kept }
        };
        let family = strip(family_words);
        // "Laurens van der" of a name cut in the wrong place; but "E" and "L" are initials more often.
        let given: Vec<String> = given_words
            .into_iter()
            .filter(|word| word.len() == 1 || !PARTICLES.contains(&word.as_str()))
            .collect();
        Person {
            family_keys: family.iter().map(|word| fold::name_key(word)).collect(),
            family_key: fold::name_key(&family.concat()),
            given_key: fold::name_key(&given.concat()),
            given,
            tokens: all,
        }
    }

    fn initials(&self) -> Vec<char> {
        self.given.iter().filter_map(|word| word.chars().next()).collect()
    }
}

/// The folded words of a name. In given names a short word in capitals is a row of initials: "AB" is A, B.
fn tokens(text: &str, given: bool) -> Vec<String> {
    let mut out = Vec::new();
    for part in text.split(|c: char| {
        c.is_whitespace() || matches!(c, '.' | '-' | '\u{2010}' | '\u{2011}' | '\u{2013}' | ',' | '_' | '~')
    }) {
        let row = given
            && part.chars().count() <= 4
            && part.chars().count() > 1
            && part.chars().all(char::is_uppercase)
            && part.is_ascii();
        for word in fold::name(part).split(' ').filter(|word| !word.is_empty()) {
            // DBLP numbers its homonyms: "Wei Wang 0001".
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            if row {
                out.extend(word.chars().map(String::from));
            } else {
                out.push(word.to_owned());
            }
        }
    }
    out
}

fn strip_suffix(words: &mut Vec<String>) {
    while words.len() > 1 && words.last().is_some_and(|word| SUFFIXES.contains(&word.as_str())) {
        words.pop();
    }
}

/// An organisation that a reader of names took for a person: "Organization, World Health".
fn is_organisation(words: &[String]) -> bool {
    const WORDS: &[&str] = &[
        "organization",
        "organisation",
        "consortium",
        "committee",
        "collaboration",
        "collaborators",
        "collaborative",
        "investigators",
        "association",
        "society",
        "institute",
        "institutes",
        "university",
        "agency",
        "ministry",
        "council",
        "foundation",
        "network",
        "group",
        "team",
        "taskforce",
        "initiative",
        "federation",
        "academy",
        "commission",
        "administration",
        "department",
        "centers",
        "centre",
        "center",
        "program",
        "programme",
        "project",
        "study",
        "trial",
        "registry",
        "alliance",
        "board",
        "panel",
        "workshop",
        "openai",
        "google",
        "deepmind",
        "microsoft",
        "who",
        "cdc",
        "fda",
        "nih",
        "researchers",
        "writing",
        "members",
        "authors",
        "contributors",
        "editors",
        "college",
        "hospital",
        "survey",
        "anonymous",
        "international",
        "national",
    ];
    words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// How two names compare, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PersonMatch {
    /// The same person as far as one can see.
    Yes,
    /// Probably the same: a letter differs, or two spellings of a given name with one initial.
    Doubt,
    /// The same family name, other initials.
    Family,
    No,
}

fn matches(a: &Person, b: &Person) -> PersonMatch {
    if a.tokens == b.tokens {
        return PersonMatch::Yes;
    }
    let family = family(a, b);
    let given = given(a, b);
    match (family, given) {
        (FamilyMatch::Same, given) => given,
        (FamilyMatch::Part, PersonMatch::Yes) => PersonMatch::Yes,
        (FamilyMatch::Part, PersonMatch::Doubt) => PersonMatch::Doubt,
        (FamilyMatch::Similar, PersonMatch::Yes) => PersonMatch::Doubt,
        _ if swapped(a, b) || swapped(b, a) => PersonMatch::Yes,
        _ => PersonMatch::No,
    }
}

enum FamilyMatch {
    Same,
    /// One is the beginning or the end of the other: "García" and "García Márquez".
    Part,
    /// A letter differs, as transliterations do.
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
        // "Silva Santos, João" and "Santos, João Silva": a middle name on the other side of the comma.
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
    let (left, right) = (a.initials(), b.initials());
    if left.first() == right.first() {
        let spelled = first.len() > 1 && other.len() > 1;
        let alike = first.starts_with(other.as_str())
            || other.starts_with(first.as_str())
            || a.given_key.starts_with(&b.given_key)
            || b.given_key.starts_with(&a.given_key)
            || nickname(first) == nickname(other)
            || similarity::ratio(first, other) >= 0.6;
        return if !spelled || alike { PersonMatch::Yes } else { PersonMatch::Doubt };
    }
    if nickname(first) == nickname(other) || nickname_initial(first, other) || nickname_initial(other, first)
    {
        return PersonMatch::Yes;
    }
    // "J. Robert" and "Robert": known by the second name. A row of initials may stand in another order.
    if left.iter().any(|initial| right.contains(initial)) && (left.len() > 1 || right.len() > 1) {
        return PersonMatch::Yes;
    }
    PersonMatch::Family
}

/// The given name stands where the family name should: "Wang Wei" for Wei Wang.
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

/// The long form of a short given name whose initial differs, or of which another short form exists.
fn nickname(name: &str) -> &str {
    match name {
        "bill" | "will" | "billy" | "william" => "william",
        "bob" | "rob" | "bobby" | "robert" => "robert",
        "dick" | "rick" | "richard" => "richard",
        "jim" | "james" | "jimmy" | "jamie" => "james",
        "jack" | "john" | "johnny" | "jon" => "john",
        "ted" | "ed" | "edward" | "eddie" => "edward",
        "peggy" | "meg" | "maggie" | "margaret" => "margaret",
        "liz" | "beth" | "betsy" | "eliza" | "elizabeth" => "elizabeth",
        "tony" | "anthony" | "antony" => "anthony",
        "kate" | "kathy" | "katherine" | "catherine" | "kathryn" => "katherine",
        "chuck" | "charlie" | "charles" => "charles",
        "hank" | "harry" | "henry" => "henry",
        "sasha" | "alex" | "alexander" | "aleksandr" => "alexander",
        "larry" | "lawrence" | "laurence" => "lawrence",
        "gene" | "eugene" => "eugene",
        "drew" | "andy" | "andrew" => "andrew",
        "pepe" | "jose" => "jose",
        "paco" | "francisco" => "francisco",
        "nacho" | "ignacio" => "ignacio",
        "mike" | "misha" | "michael" | "mikhail" => "michael",
        "steve" | "stephen" | "steven" => "stephen",
        "greg" | "gregory" => "gregory",
        "sue" | "susan" | "susanne" => "susan",
        "becky" | "rebecca" => "rebecca",
        _ => name,
    }
}

/// "B" for a William who is called Bill, and the other way round.
fn nickname_initial(initial: &str, name: &str) -> bool {
    initial.len() == 1
        && matches!(
            (nickname(name), initial),
            ("william", "b")
                | ("robert", "b")
                | ("richard", "d")
                | ("edward", "t")
                | ("margaret", "p")
                | ("elizabeth", "b")
                | ("anthony", "t")
        )
}

/// What the two works are, as far as it matters for lists of authors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Versions {
    /// Both are of one publication.
    One,
    /// One may be a preprint or a conference version of the other, to which authors were added or lost.
    Maybe,
}

/// Compares the claimed authors with those of a record.
///
/// All must be there and nobody else, unless one list says that it is cut off. The order matters for the first
/// only. In different versions of a work (preprint, article), one name in five may come or go.
pub(super) fn compare(claimed: &Authors, recorded: &Authors, versions: Versions) -> AuthorComparison {
    let (c, r) = (&claimed.persons, &recorded.persons);
    // One "person" of many words is a list that could not be taken apart.
    let unreadable = c.len() == 1 && c[0].tokens.len() > 8;
    if c.is_empty() || r.is_empty() || unreadable {
        return AuthorComparison::default();
    }
    let pairs = align(c, r);
    let count = |wanted: &[PersonMatch]| pairs.iter().filter(|pair| wanted.contains(&pair.1)).count();
    let (yes, doubt, family) =
        (count(&[PersonMatch::Yes]), count(&[PersonMatch::Doubt]), count(&[PersonMatch::Family]));
    let found = yes + doubt;
    let overlap = found as f64 / c.len() as f64;
    // Before the lists are cut off, a person further down may be anyone.
    let beyond = if recorded.truncated { c.len().saturating_sub(r.len()) } else { 0 };
    let strangers = (c.len() - found - family).saturating_sub(beyond + recorded.others);
    let missing = if claimed.truncated { 0 } else { r.len().saturating_sub(found + family + claimed.others) };
    let first = pairs.first().is_some_and(|(index, found)| *index == Some(0) && *found != PersonMatch::No);
    let lenient = versions == Versions::Maybe;
    let fifth = |count: usize, of: usize| count * 5 <= of;

    let mut weight: Option<Weight> = None;
    let mut at_least = |new: Weight| weight = Some(weight.map_or(new, |old| old.max(new)));
    if found + family == 0 && strangers > 0 {
        at_least(Weight::Serious);
    }
    if strangers > 0 {
        // One in ten is a slip of the pen in a long list, unless it is the first.
        let few = first && strangers * 10 <= c.len() || lenient && fifth(strangers, c.len());
        at_least(if few { Weight::Slight } else { Weight::Serious });
    }
    if missing > 0 {
        // The first names of a very long list, in their order: cut off as styles cut it, without saying so.
        let cut_short = strangers == 0
            && c.len() >= CUT_SHORT
            && r.len() >= VERY_LONG
            && pairs.iter().enumerate().all(|(at, (index, _))| *index == Some(at));
        let few =
            cut_short || missing * 10 <= r.len() || (lenient && missing == 1 && fifth(missing, r.len()));
        at_least(if few { Weight::Slight } else { Weight::Serious });
    }
    if family > 0 {
        // One wrong initial among authors who are right is a slip, and so is one in ten of a long list; otherwise
        // these are other people.
        let few = family == 1 && yes > 0 || first && family * 10 <= c.len();
        at_least(if few { Weight::Slight } else { Weight::Serious });
    }
    if doubt > 0 {
        let many = doubt >= 2 && doubt * 2 >= c.len();
        at_least(if many && yes == 0 { Weight::Serious } else { Weight::Slight });
    }
    if !first && found + family > 0 && r.len() > 1 && strangers == 0 {
        at_least(if lenient { Weight::Slight } else { Weight::Serious });
    }
    AuthorComparison { known: true, overlap, first, weight }
}

/// Gives each claimed person the best person of the record who is still free, the one at the same place first.
fn align(c: &[Person], r: &[Person]) -> Vec<(Option<usize>, PersonMatch)> {
    let mut pairs: Vec<(Option<usize>, PersonMatch)> = vec![(None, PersonMatch::No); c.len()];
    let mut free: Vec<bool> = vec![true; r.len()];
    for wanted in [PersonMatch::Yes, PersonMatch::Doubt, PersonMatch::Family] {
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
    pairs
}
