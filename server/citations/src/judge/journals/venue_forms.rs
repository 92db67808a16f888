//! Derives all forms of a work's venue that databases use.

use super::conferences::{conference, is_workshop_series};
use super::venue_name::{VenueName, is_written_as_acronym};
use super::vocabulary::{
    is_common, is_conference, is_number, is_place, is_repository, is_society, is_sponsor,
};
use referee_bibliography::Work;
use referee_text::fold;

/// Returns all forms of the venue of a work: as given, abbreviated, and the parts that can be used
/// alone.
pub(super) fn venues(work: &Work) -> Vec<VenueName> {
    let mut names = Names::default();
    let own = [&work.container, &work.container_short].into_iter().flatten();
    for raw in own.chain(&work.container_others) {
        names.add_forms(raw);
        if VenueName::read(raw).is_some_and(|name| name.series.is_none()) {
            names.add_conference_forms(raw);
        }
    }
    names.found
}

/// The forms found in the venue fields of a work.
#[derive(Default)]
struct Names {
    found: Vec<VenueName>,
}

impl Names {
    fn add(&mut self, text: &str) {
        self.add_part(text, "");
    }

    /// Adds a part of a name; `left_out` is the rest of the name.
    fn add_part(&mut self, text: &str, left_out: &str) {
        let Some(mut venue) = VenueName::read(text) else { return };
        if let Some(rest) = VenueName::read(left_out) {
            venue.section = venue.section.or(rest.section);
            venue.left_out = rest.words;
        }
        self.push(venue);
    }

    fn push(&mut self, venue: VenueName) {
        if !self.found.contains(&venue) && !is_repository(&venue.folded) {
            self.found.push(venue);
        }
    }

    /// Adds a name in all forms in which databases write it.
    fn add_forms(&mut self, raw: &str) {
        let spelled = spelled_out(raw);
        let raw = spelled.as_ref();
        self.add(raw);
        // "BMJ (Clinical research ed.)", "… Letters [Web site]", "… Pattern Recognition (CVPR)":
        // the name, and the text in parentheses if that is a name.
        for (open, close) in [('(', ')'), ('[', ']')] {
            if let Some((outside, inside)) = parenthesis(raw, open, close) {
                self.add(&outside);
                self.add_inner_forms(&outside);
                let is_host = |venue: &VenueName| {
                    is_workshop(raw) && conference(venue).is_some_and(|known| !is_workshop_series(known))
                };
                if VenueName::read(inside).is_some_and(|venue| venue.acronym && !is_host(&venue)) {
                    self.add(inside);
                }
            }
        }
        // "Zeitschrift für … = Journal of Public Health", "Turkish Journal of Forestry | …": one
        // name in two languages.
        for separator in [" = ", " | ", " / "] {
            for part in raw.split(separator).filter(|_| raw.contains(separator)) {
                self.add(part);
                self.add_inner_forms(part);
            }
        }
        self.add_inner_forms(raw);
        // "ACL/IJCNLP": two conferences held together.
        if raw.contains('/') {
            for part in raw.split('/') {
                if VenueName::read(part).is_some_and(|venue| !venue.core.is_empty()) {
                    self.add(part);
                }
            }
        }
    }

    /// Adds the parts of a conference's name that can be used alone: the text after "Proceedings of
    /// the", the text before the place, each of two conferences that are held together, the
    /// acronym.
    fn add_conference_forms(&mut self, raw: &str) {
        let name = without_lead(raw);
        if name.len() < raw.len()
            && let Some(mut venue) = VenueName::read(name)
        {
            venue.conference = true;
            self.push(venue);
        }
        let is_conference = |text: &str| {
            VenueName::read(text).is_some_and(|venue| venue.conference || conference(&venue).is_some())
        };
        for (at, _) in name.match_indices(", ") {
            let head = name.get(..at).unwrap_or_default();
            if tells_enough(head, 2) && is_conference(head) {
                self.add(head);
            }
        }
        let is_workshop = is_workshop(name);
        let is_name = |part: &str| {
            VenueName::read(part).is_some_and(|venue| match conference(&venue) {
                Some(known) => !is_workshop || is_workshop_series(known),
                None => venue.acronym && !is_sponsor(&venue.folded) && !is_workshop,
            })
        };
        for separator in [" - ", " – ", " — ", ": ", ", ", " and the ", "@", "--", "—", "–"] {
            for part in name.split(separator).filter(|_| name.contains(separator)) {
                let part = without_lead(part.trim());
                if is_name(part) {
                    self.add(part);
                }
            }
        }
        // "ACM CCS", "ACM/IEEE JCDL 2019".
        let bare = without_sponsors(name);
        if bare.len() < name.len() && is_name(bare) {
            self.add(bare);
        }
        if !is_conference(raw) {
            return;
        }
        for acronym in acronyms(name) {
            self.add(&acronym);
        }
    }

    /// Adds the parts of a name that can be used alone.
    fn add_inner_forms(&mut self, raw: &str) {
        // "Proteins : structure, function, and bioinformatics", "Acta crystallographica. Section F,
        // …".
        for separator in [" : ", ": ", ". ", ", "] {
            if let Some((head, tail)) = raw.split_once(separator)
                && VenueName::read(head).is_some_and(|venue| {
                    venue.core.len() >= 2 || (venue.acronym && venue.core.len() == 1 && separator != ". ")
                })
            {
                self.add_part(head, tail);
            }
        }
        // "Cambridge Prisms: Global Mental Health".
        if let Some((_, tail)) = raw.split_once(": ").filter(|(_, tail)| tells_enough(tail, 3)) {
            self.add(tail);
        }
        // "Global Environmental Change Part A: Human & Policy Dimensions".
        if let Some(at) = raw.find(" Part ").filter(|at| tells_enough(&raw[..*at], 2)) {
            self.add_part(&raw[..at], &raw[at..]);
        }
        self.add_hyphenated(raw);
        self.add_without_society(raw);
        // "NAD Nordic Studies on Alcohol and Drugs": its acronym is in front of the name.
        if let Some((acronym, name)) = raw.split_once(' ')
            && is_acronym(acronym)
            && raw.chars().any(char::is_lowercase)
            && name.starts_with(char::is_alphabetic)
            && tells_enough(name, 3)
        {
            self.add(name);
        }
        // "Environmental science and pollution research international".
        if let Some(name) = raw.strip_suffix(" international").or_else(|| raw.strip_suffix(" International"))
            && tells_enough(name, 3)
        {
            self.add(name);
        }
    }

    /// Adds the parts of a name whose subtitle or place follows a hyphen, as in Web of Science:
    /// "FIRE-SWITZERLAND", "GLOBAL ENVIRONMENTAL CHANGE-HUMAN AND POLICY DIMENSIONS".
    fn add_hyphenated(&mut self, raw: &str) {
        for (at, _) in raw.match_indices('-') {
            let (head, tail) = (raw[..at].trim(), raw[at + 1..].trim());
            let is_place = fold::words(tail).last().is_some_and(|word| is_place(word))
                && fold::words(tail).len() <= 2
                && !head.is_empty();
            let is_title = tail.chars().next().is_some_and(char::is_uppercase);
            if is_place && is_title {
                self.add(head);
            } else if is_title && tells_enough(head, 2) {
                self.add_part(head, tail);
            }
            if is_title && tells_enough(tail, 3) {
                self.add(tail);
            }
        }
    }

    /// Adds a name without the society that publishes the journal: "Biological reviews of the
    /// Cambridge Philosophical Society".
    fn add_without_society(&mut self, raw: &str) {
        let lower = raw.to_ascii_lowercase();
        for (at, _) in lower.match_indices(" of the ") {
            let (Some(head), Some(tail)) = (raw.get(..at), lower.get(at..)) else { continue };
            if fold::words(tail).iter().any(|word| is_society(word)) && tells_enough(head, 2) {
                self.add(head);
            }
        }
    }
}

/// Returns whether a part of a name has at least `words` significant words, and not only common
/// ones such as "journal".
fn tells_enough(part: &str, words: usize) -> bool {
    VenueName::read(part)
        .is_some_and(|venue| venue.core.len() >= words && venue.core.iter().any(|word| !is_common(word)))
}

/// Returns the name without its introduction: "In Proceedings of the 28th", "Proc. of".
fn without_lead(raw: &str) -> &str {
    let mut rest = raw.trim();
    let mut is_introduced = false;
    while let Some((word, tail)) = rest.split_once(char::is_whitespace) {
        let word = word.trim_matches(['(', '[', ']', ',', ':', '.']).to_lowercase();
        let introduces = matches!(word.as_str(), "proceedings" | "proc" | "procs");
        let follows = is_introduced && (matches!(word.as_str(), "of" | "annual") || is_number(&word));
        if !introduces && !follows && !matches!(word.as_str(), "in" | "the") {
            break;
        }
        is_introduced |= introduces;
        rest = tail.trim_start();
    }
    if is_introduced { rest } else { raw.trim() }
}

/// Returns the name without the societies in front of it.
fn without_sponsors(name: &str) -> &str {
    let mut rest = name;
    while let Some((word, tail)) = rest.split_once(' ') {
        if !word.split('/').all(|part| is_sponsor(&part.to_lowercase())) {
            break;
        }
        rest = tail.trim_start();
    }
    rest
}

/// Returns whether a name is that of a workshop; it may contain the name of the conference that
/// hosts it.
fn is_workshop(name: &str) -> bool {
    name.to_lowercase().contains("workshop") || name.contains("WKSHP")
}

/// Returns the acronyms in the name of a conference: before a word for a conference ("the 2019 CHI
/// Conference on …"), next to a year ("MICCAI 2015", "KDD '21"), or alone ("Findings of EMNLP").
/// The conference that hosts a workshop does not count.
fn acronyms(name: &str) -> Vec<String> {
    let is_workshop = is_workshop(name);
    let trim =
        |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '*' && c != '!').to_owned();
    let words: Vec<String> = name.split_whitespace().map(trim).filter(|word| !word.is_empty()).collect();
    let telling = VenueName::read(name).map(|venue| venue.core.len()).unwrap_or_default();
    let mut out: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '\'' | '’' | '-'));
        let has_year = letters.len() < word.len();
        let next = words.get(at + 1).map(|next| next.to_lowercase()).unwrap_or_default();
        let is_before_year = next.trim_start_matches(['\'', '’']).bytes().all(|byte| byte.is_ascii_digit())
            && matches!(next.trim_start_matches(['\'', '’']).len(), 2 | 4);
        let is_named = is_conference(&next) && next != "proceedings";
        if !is_written_as_acronym(letters)
            || is_sponsor(&letters.to_lowercase())
            || !(has_year || is_before_year || is_named || telling == 1)
        {
            continue;
        }
        let known = VenueName::read(letters).and_then(|venue| conference(&venue));
        if is_workshop && known.is_some_and(|known| !is_workshop_series(known)) {
            continue;
        }
        out.push(letters.to_owned());
        // "EMNLP-IJCNLP 2019", "ACL/IJCNLP".
        let parts: Vec<&str> = letters.split(['-', '/']).collect();
        if parts.len() > 1 {
            let known =
                |part: &&&str| VenueName::read(part).is_some_and(|venue| conference(&venue).is_some());
            out.extend(parts.iter().filter(known).map(|part| (*part).to_owned()));
        }
    }
    out
}

fn is_acronym(word: &str) -> bool {
    (2..=6).contains(&word.len()) && word.chars().all(char::is_uppercase)
}

/// Expands the abbreviated name of a family of journals: `WIREs`.
fn spelled_out(raw: &str) -> std::borrow::Cow<'_, str> {
    for (short, long) in [
        ("WIREs ", "Wiley Interdisciplinary Reviews "),
        ("Wiley Interdiscip Rev ", "Wiley Interdisciplinary Reviews "),
    ] {
        if let Some(rest) = raw.strip_prefix(short) {
            return format!("{long}{rest}").into();
        }
    }
    raw.into()
}

fn parenthesis(raw: &str, open: char, close: char) -> Option<(String, &str)> {
    let from = raw.find(open)?;
    let to = from + raw.get(from..)?.find(close)?;
    let outside = format!("{} {}", raw.get(..from)?.trim_end(), raw.get(to + 1..)?.trim_start());
    Some((outside.trim().to_owned(), raw.get(from + 1..to)?))
}
