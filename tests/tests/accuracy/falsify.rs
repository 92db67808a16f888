//! The ways to falsify a reference.
//!
//! Authors are removed from the middle of a list and not from its end: styles and databases
//! truncate lists, often without a mark, and a list of the first authors misleads no reader. That
//! is information, not a falsification.
//!
//! An invented journal has an invented volume and pages, as fabricators write it. With the right
//! volume, page, year and authors an unknown journal is information: a reader finds the work, and
//! real vendors write such journals.

use referee_bibliography::{Identifier, Name, Work};
use referee_text::fold;

/// Falsifies a work. The other arguments are another work to take parts from and the work's number
/// in the file. Returns whether the work had the part to change.
pub(crate) type Falsify = fn(&mut Work, &Work, usize) -> bool;

/// The ways to falsify a reference; each one returns whether it could.
pub(crate) const FALSIFICATIONS: &[(&str, Falsify)] = &[
    ("another work's DOI", |work, other, _| {
        swap_identifier(work, other, |identifier| matches!(identifier, Identifier::Doi(_)))
    }),
    ("another work's PubMed number", |work, other, _| {
        swap_identifier(work, other, |identifier| matches!(identifier, Identifier::Pmid(_)))
    }),
    ("an invented DOI", |work, _, at| {
        strip(work);
        work.identifiers.insert(Identifier::Doi(format!(
            "10.1016/j.invent.{}.{:03}",
            2000 + at % 24,
            at % 997
        )));
        true
    }),
    ("year off by three or more", |work, _, at| {
        strip(work);
        let Some(date) = work.date.as_mut() else { return false };
        date.year += if at % 2 == 0 { 3 } else { -(3 + i32::try_from(at % 5).unwrap_or_default()) };
        true
    }),
    ("year off, with identifiers", |work, _, _| {
        let Some(date) = work.date.as_mut() else { return false };
        date.year -= 4;
        true
    }),
    ("other authors", |work, other, _| {
        strip(work);
        replace_authors(work, other)
    }),
    ("other authors, with identifiers", |work, other, _| replace_authors(work, other)),
    ("authors left out", |work, _, at| {
        strip(work);
        let persons = work.authors.iter().filter(|name| matches!(name, Name::Person { .. })).count();
        if persons < 4 || persons != work.authors.len() {
            return false;
        }
        // First and last author remain, so that no citation style explains the gap.
        let last = work.authors.pop();
        work.authors.truncate(1 + at % 2);
        work.authors.extend(last);
        true
    }),
    ("first author replaced", |work, other, _| {
        strip(work);
        let (Some(first), Some(Name::Person { .. })) = (other.authors.first().cloned(), work.authors.first())
        else {
            return false;
        };
        if !matches!(first, Name::Person { .. })
            || work.authors.len() < 2
            || work.authors.iter().any(|name| name.surname() == first.surname())
        {
            return false;
        }
        work.authors[0] = first;
        true
    }),
    ("a number in the title changed", |work, _, _| {
        strip(work);
        change_number(work)
    }),
    ("a number in the title changed, with identifiers", |work, _, _| change_number(work)),
    ("a decisive word changed", |work, _, _| {
        strip(work);
        change_word(work)
    }),
    ("a decisive word changed, with identifiers", |work, _, _| change_word(work)),
    ("a word of the title replaced", |work, other, at| {
        strip(work);
        replace_word(work, other, at)
    }),
    ("a word of the title replaced, with identifiers", |work, other, at| replace_word(work, other, at)),
    ("another journal", |work, other, _| {
        strip(work);
        replace_journal(work, other)
    }),
    ("another journal, with identifiers", |work, other, _| replace_journal(work, other)),
    ("a journal that does not exist, in a place of its own", |work, _, at| {
        strip(work);
        if work.volume.is_none() || work.pages.is_none() {
            return false;
        }
        work.volume = Some(format!("{}", 200 + at % 60));
        work.pages = Some(format!("{}-{}", 9_101 + at % 700, 9_110 + at % 700));
        const INVENTED: &[&str] = &[
            "Journal of Integrative Outcomes Medicine",
            "International Archives of Molecular Bedside Research",
            "Annals of Translational Cardio-Metabolism",
            "European Review of Predictive Hepatology",
        ];
        work.container = INVENTED.get(at % INVENTED.len()).map(|name| (*name).to_owned());
        work.container_short = None;
        true
    }),
    ("an invented title, real authors and journal", |work, other, at| {
        strip(work);
        invent_title(work, other, at)
    }),
    ("an invented title on a real DOI", |work, other, at| {
        work.identifiers.doi().is_some() && invent_title(work, other, at)
    }),
    ("an invented reference", |work, other, at| {
        strip(work);
        work.volume = Some(format!("{}", 17 + at % 60));
        work.pages = Some(format!("{}-{}", 101 + at % 700, 110 + at % 700));
        replace_authors(work, other) && invent_title(work, other, at)
    }),
    ("chimera: title here, authors and journal there", |work, other, _| {
        strip(work);
        work.container.clone_from(&other.container);
        work.container_short.clone_from(&other.container_short);
        work.volume.clone_from(&other.volume);
        work.pages.clone_from(&other.pages);
        replace_authors(work, other)
    }),
    ("chimera: title here, the rest and the DOI there", |work, other, _| {
        let title = work.title.clone();
        let same = title == other.title;
        *work = Work { title, subtitle: work.subtitle.clone(), original_title: None, ..other.clone() };
        !same && work.identifiers.doi().is_some()
    }),
];

fn strip(work: &mut Work) {
    work.identifiers = Default::default();
}

fn swap_identifier(work: &mut Work, other: &Work, kind: fn(&Identifier) -> bool) -> bool {
    let Some(foreign) = other.identifiers.iter().find(|identifier| kind(identifier)).cloned() else {
        return false;
    };
    let had = work.identifiers.iter().any(kind);
    work.identifiers = work.identifiers.iter().filter(|identifier| !kind(identifier)).cloned().collect();
    // Keep only the false identifier, so that a true one does not reveal it.
    strip(work);
    work.identifiers.insert(foreign);
    had
}

fn replace_authors(work: &mut Work, other: &Work) -> bool {
    let persons = |work: &Work| work.authors.iter().any(|name| matches!(name, Name::Person { .. }));
    let family = |name: &Name| fold::name(&name.surname());
    let shared =
        work.authors.iter().any(|name| other.authors.iter().any(|theirs| family(name) == family(theirs)));
    if !persons(work) || !persons(other) || shared {
        return false;
    }
    work.authors.clone_from(&other.authors);
    true
}

fn replace_journal(work: &mut Work, other: &Work) -> bool {
    if work.container == other.container || other.container.is_none() || work.container.is_none() {
        return false;
    }
    work.container.clone_from(&other.container);
    work.container_short.clone_from(&other.container_short);
    true
}

fn change_number(work: &mut Work) -> bool {
    let Some(title) = &mut work.title else { return false };
    let Some(at) = title.find(|c: char| c.is_ascii_digit()) else { return false };
    let digit = title[at..].chars().next().and_then(|c| c.to_digit(10)).unwrap_or_default();
    title.replace_range(at..=at, &((digit + 1) % 9 + u32::from(digit == 8)).to_string());
    work.original_title = None;
    true
}

fn change_word(work: &mut Work) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("children", "adults"),
        ("adults", "children"),
        ("women", "men"),
        ("men", "women"),
        ("male", "female"),
        ("female", "male"),
        ("with", "without"),
        ("without", "with"),
        ("type 1", "type 2"),
        ("type 2", "type 1"),
        ("increased", "decreased"),
        ("increases", "decreases"),
        ("decreased", "increased"),
        ("reduces", "increases"),
        ("acute", "chronic"),
        ("chronic", "acute"),
        ("mortality", "morbidity"),
        ("prevention", "treatment"),
        ("treatment", "prevention"),
        ("early", "late"),
        ("late", "early"),
        ("inhibition", "activation"),
        ("activation", "inhibition"),
        ("inhibits", "induces"),
        ("induces", "inhibits"),
        ("mice", "rats"),
        ("rats", "mice"),
        ("mouse", "rat"),
        ("rat", "mouse"),
        ("human", "murine"),
        ("in vitro", "in vivo"),
        ("in vivo", "in vitro"),
        ("randomized", "non-randomized"),
        ("prospective", "retrospective"),
        ("retrospective", "prospective"),
        ("hypertension", "hypotension"),
        ("inflammation", "infection"),
        ("infection", "inflammation"),
        ("positive", "negative"),
        ("high", "low"),
        ("low", "high"),
        ("diagnosis", "prognosis"),
        ("prognosis", "diagnosis"),
        ("efficacy", "safety"),
        ("insulin", "glucagon"),
        ("aspirin", "warfarin"),
        ("loss", "gain"),
        ("patients", "healthy volunteers"),
        ("symptomatic", "asymptomatic"),
        ("oral", "intravenous"),
    ];
    let Some(title) = &mut work.title else { return false };
    let words: Vec<&str> = title.split(' ').collect();
    for (from, to) in PAIRS {
        let from_words: Vec<&str> = from.split(' ').collect();
        if let Some(at) = words.windows(from_words.len()).position(|window| {
            window.iter().zip(&from_words).all(|(word, from)| word.eq_ignore_ascii_case(from))
        }) {
            let mut changed: Vec<&str> = words[..at].to_vec();
            changed.extend(to.split(' '));
            changed.extend(&words[at + from_words.len()..]);
            *title = changed.join(" ");
            work.original_title = None;
            return true;
        }
    }
    false
}

/// Replaces a long word in the middle of the title with one from another title.
fn replace_word(work: &mut Work, other: &Work, at: usize) -> bool {
    let (Some(title), Some(lender)) = (&mut work.title, &other.title) else { return false };
    let long = |word: &&str| word.len() >= 6 && word.chars().all(|c| c.is_ascii_alphabetic());
    let words: Vec<&str> = title.split(' ').collect();
    let places: Vec<usize> =
        words.iter().enumerate().filter(|(_, word)| long(word)).map(|(place, _)| place).collect();
    let Some(new) =
        lender.split(' ').filter(long).find(|new| !words.iter().any(|word| stem(word) == stem(new)))
    else {
        return false;
    };
    if words.len() < 4 || places.is_empty() {
        return false;
    }
    let mut changed = words.clone();
    changed[places[at % places.len()]] = new;
    *title = changed.join(" ");
    work.original_title = None;
    true
}

fn stem(word: &str) -> String {
    word.to_lowercase().chars().take(5).collect()
}

/// Invents a plausible title: the subject of one work in the pattern of another kind of study.
fn invent_title(work: &mut Work, other: &Work, at: usize) -> bool {
    const PATTERNS: &[&str] = &[
        "Emerging role of {} in personalised medicine: a systematic review and meta-analysis",
        "Long-term outcomes of {} in a nationwide cohort study",
        "{}: mechanisms, biomarkers and therapeutic opportunities",
        "Machine learning prediction of {} in primary care",
        "Effect of {} on quality of life: a multicentre randomised controlled trial",
    ];
    let Some(title) = &other.title else { return false };
    let topic: Vec<&str> = title.split(' ').filter(|word| word.len() >= 5).take(3).collect();
    if topic.len() < 2 {
        return false;
    }
    work.title = Some(PATTERNS[at % PATTERNS.len()].replace("{}", &topic.join(" ").to_lowercase()));
    work.subtitle = None;
    work.original_title = None;
    true
}
