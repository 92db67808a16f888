//! Reads from a manuscript how many participants were randomised, when recruitment began, whether
//! the trial was registered before it, and the primary outcome.

use super::prose::{any_case, prose};
use referee_bibliography::Date;
use referee_syntax::Document;
use referee_text::Span;
use referee_text::months::{MONTHS, Month};
use regex::{Captures, Regex};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The statements of a manuscript about its trial, each with its span in the file.
#[derive(Default)]
pub(crate) struct StatedTrial {
    /// The total number of randomised participants.
    pub(crate) randomised: Option<(Span, u32)>,
    /// The month in which recruitment began; without a day.
    pub(crate) recruited_from: Option<(Span, Date)>,
    /// The statement that the trial was registered before the first participant.
    pub(crate) prospective: Option<Span>,
    /// The sentences about the primary outcome, with the span of the first.
    pub(crate) primary_outcome: Option<(Span, String)>,
    /// Every whole number in the text.
    pub(crate) numbers: HashSet<u32>,
    /// The numbers in the sentences about randomisation, including those of groups.
    pub(crate) group_sizes: Vec<u32>,
}

const COUNT_PATTERN: &str = r"(?P<n>[0-9]{1,3}(?:[,.\x{202f}\x{a0} ][0-9]{3})+|[0-9]{2,6})";
const PEOPLE_PATTERN: &str = r"(?:patients|participants|women|men|children|adults|adolescents|subjects|volunteers|individuals|people|persons|infants|neonates|couples|pacientes|participantes|mujeres|hombres|niñ[oa]s|adult[oa]s|sujetos|voluntari[oa]s|personas)";

/// Forms in which a paper states how many participants were randomised.
static RANDOMISED_COUNT: LazyLock<Regex> = LazyLock::new(|| {
    let word = r"[\p{L}-]+ ";
    any_case(&format!(
        r"\b{COUNT_PATTERN} (?:{word}){{0,3}}?{PEOPLE_PATTERN} (?:(?:with|aged|con|de) [^.;,]{{1,40}}? |(?:{word}){{0,2}}?)(?:underwent randomi[sz]ation|(?:were|fueron) (?:{word}){{0,3}}?(?:randomi[sz]ed|randomly (?:assigned|allocated)|aleatorizad[oa]s|asignad[oa]s (?:al azar|aleatoriamente)))\b|\b(?:we |were )?(?:randomi[sz]ed|randomly (?:assigned|allocated)|se aleatoriz(?:aron|ó)(?: a)?|se asign(?:aron|ó) (?:al azar|aleatoriamente)(?: a)?) (?:a total of |un total de )?(?P<m>[0-9]{{1,3}}(?:[,.\x{{202f}}\x{{a0}} ][0-9]{{3}})+|[0-9]{{2,6}}) (?:{word}){{0,3}}?{PEOPLE_PATTERN}\b"
    ))
});

/// Text after the size of a group: `to placebo and 63 to the drug`.
static GROUP_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^[^.;]{0,12}\b(?:to|a|al|in|into|en)\b(?:[^.;]{0,90}\b(?:and|y|vs\.?|versus) (?:the )?[0-9]|[^.;]{0,60}\b(?:arm|group|grupo|brazo)\b)",
    )
});

/// Words that indicate another count: of planned or analysed participants, or of another trial.
static OTHER_COUNT: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:planned|plan to|target|required|needed|sample size|power|will|would|previous|earlier|review|meta-analys\w+|trials|studies|other|of whom|so far|to date|per arm|per group|each|at least|assum\w+|previst\w+|necesari\w+|tama[ñn]o|potencia|cada|ensayos|estudios)\b",
    )
});

/// A period: `between March 2015 and June 2017`, `from 3 May to 2 July 2016`, `entre marzo de 2015
/// y junio de 2017`.
static TIME_SPAN: LazyLock<Regex> = LazyLock::new(|| {
    let names: Vec<&str> = MONTHS.iter().flat_map(Month::forms).copied().collect();
    let month = format!(r"(?:{names})\.?", names = names.join("|"));
    let day = r"(?:[0-9]{1,2}(?:st|nd|rd|th)? (?:of |de )?)?";
    let year = r"(?:19|20)[0-9]{2}";
    any_case(&format!(
        r"\b(?:between|from|entre|desde|de) (?:el )?{day}(?P<month>{month})(?: [0-9]{{1,2}}(?:st|nd|rd|th)?)?,? ?(?:(?:de |of )?(?P<year>{year}))?,? (?:and|to|through|until|till|up to|y|a|hasta|–|-) (?:el )?{day}{month}(?: [0-9]{{1,2}}(?:st|nd|rd|th)?)?,? (?:de |of )?(?P<later>{year})"
    ))
});

/// The first words of a period.
static TIME_SPAN_START: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:between|from|entre|desde) (?:el )?(?:[0-9]{1,2}(?:st|nd|rd|th)? (?:of |de )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)",
    )
});

/// Words for the recruitment into a trial.
static RECRUITMENT_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:recruit(?:ed|ment)|enroll?ed|enroll?ment|randomi[sz]ed|randomly (?:assigned|allocated)|underwent randomi[sz]ation|reclut\w+|aleatoriz\w+|asign\w+ al azar)\b",
    )
});

/// Words that indicate a period of something else.
static OTHER_TIME_SPAN: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:follow(?:ed)?[- ]?up|search\w*|database|records?|analy[sz]\w+|interim|first stage|second stage|phase|pilot|sites? in|cent(?:er|re) in|amend\w+|seguimiento|b[uú]squeda|an[aá]lisis|historias|fase|piloto)\b",
    )
});

static PROSPECTIVE_REGISTRATION: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:was|were|is|has been|had been)? ?(?:prospectively (?:pre-?)?registered|registered prospectively|registered before (?:the )?(?:first|start|recruitment|enroll?ment|inclusion|randomi[sz]ation)\b|registrad[oa] (?:de forma prospectiva|de manera prospectiva|prospectivamente)|registrad[oa] antes (?:de|del)\b)",
    )
});

static PRIMARY_OUTCOME: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:the|our|its|el|la) (?:(?:pre-?specified |main )?primary (?:efficacy )?(?:outcome|end ?-?point)(?: measure| variable)?|(?:variable|desenlace|resultado|criterio de valoraci[oó]n|variable de resultado|punto final) (?:principal|primari[oa])(?: de (?:eficacia|valoraci[oó]n))?) (?:was|is|fue|era|es)(?: the| el| la)? (?P<what>.+)",
    )
});

/// Reads the statements of a manuscript about its trial.
pub(crate) fn stated(document: &Document) -> StatedTrial {
    let mut out = StatedTrial::default();
    let mut periods: Vec<(Span, Date)> = Vec::new();
    let mut outcomes: Vec<(Span, String)> = Vec::new();
    for prose in prose(document) {
        out.numbers.extend(numbers(&prose.text));
        for range in prose.sentences() {
            let Some(sentence) = prose.text.get(range.clone()) else { continue };
            let at = |found: regex::Match<'_>| {
                let start = prose.start + range.start;
                Span::new(start + found.start(), start + found.end())
            };
            if let Some((place, count)) = randomised(sentence) {
                out.group_sizes.extend(numbers(sentence));
                if out.randomised.is_none_or(|(_, known)| count > known) {
                    out.randomised = Some((at(place), count));
                }
            }
            // Two periods in one sentence belong to two sites.
            let begins_once = TIME_SPAN_START.find_iter(sentence).nth(1).is_none();
            if begins_once && RECRUITMENT_WORDS.is_match(sentence) && !OTHER_TIME_SPAN.is_match(sentence) {
                periods.extend(
                    TIME_SPAN
                        .captures_iter(sentence)
                        .filter_map(|found| Some((at(found.get(0)?), first_month(&found)?))),
                );
            }
            if out.prospective.is_none() {
                out.prospective = PROSPECTIVE_REGISTRATION.find(sentence).map(at);
            }
            if let Some(found) = PRIMARY_OUTCOME.captures(sentence)
                && let (Some(whole), Some(what)) = (found.get(0), found.name("what"))
            {
                outcomes.push((at(whole), what.as_str().to_owned()));
            }
        }
    }
    // Several periods belong to several sites or parts: it is not certain which of them began the
    // trial.
    out.recruited_from = match periods.as_slice() {
        [one] => Some(*one),
        [first, rest @ ..] if rest.iter().all(|(_, date)| *date == first.1) => Some(*first),
        _ => None,
    };
    // Join the different wordings of the abstract and the methods.
    out.primary_outcome = outcomes.first().map(|(span, _)| {
        (*span, outcomes.iter().map(|(_, what)| what.as_str()).collect::<Vec<_>>().join(" "))
    });
    out
}

/// Returns the total number of randomised participants that a sentence states.
fn randomised(sentence: &str) -> Option<(regex::Match<'_>, u32)> {
    if OTHER_COUNT.is_match(sentence) {
        return None;
    }
    let found = RANDOMISED_COUNT.captures_iter(sentence).filter_map(|found| {
        let count = found.name("n").or_else(|| found.name("m"))?;
        let behind = sentence.get(found.get(0)?.end()..).unwrap_or_default();
        let value = number(count.as_str())?;
        (!GROUP_BEHIND.is_match(behind)).then_some((count, value))
    });
    found.max_by_key(|(_, value)| *value)
}

/// Returns the whole numbers of a text.
fn numbers(text: &str) -> impl Iterator<Item = u32> {
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| any_case(r"[0-9]{1,3}(?:[,.\x{202f}\x{a0} ][0-9]{3})+\b|[0-9]+"));
    NUMBER.find_iter(text).filter_map(|found| number(found.as_str()))
}

fn number(text: &str) -> Option<u32> {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

/// Returns the month in which a period begins; the year may follow only the second month.
fn first_month(found: &Captures<'_>) -> Option<Date> {
    let month = Month::of_start(found.name("month")?.as_str())?;
    let year = found.name("year").or_else(|| found.name("later"))?.as_str().parse().ok()?;
    Some(Date { year, month: Some(month.number), day: None })
}
