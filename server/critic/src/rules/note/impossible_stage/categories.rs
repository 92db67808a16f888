//! Categories and groups that a site's classification lacks: N3 in the colon, M1a in the breast, stage IV of a
//! seminoma, stage III of papillary thyroid cancer below age 55.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::stage_groups::site_of;
use crate::analysis::staging::{ClaimedStage, Group, Tnm};
use crate::pattern::{Pattern, any_case, context};
use crate::{BlockContext, Sentence};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::LazyLock;

/// The English name of a site in the table of groups, its highest N, and the last letter of its M1 (a space for none).
const SITE_CATEGORIES: &[(&str, u8, char)] = &[
    ("breast", 3, ' '),
    ("colon and rectum", 2, 'c'),
    ("lung", 3, 'c'),
    ("prostate", 1, 'c'),
    ("kidney", 1, ' '),
    ("pancreas", 2, ' '),
    ("melanoma of the skin", 3, 'd'),
    ("liver (hepatocellular carcinoma)", 1, ' '),
];

/// Reports the categories and groups of a block that its site lacks.
pub(super) fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    let whole = fold(block.prose());
    for stage in block.stages() {
        let Some(sentence) = block.sentence_at(stage.span.start as usize) else { continue };
        let said = assertion::within(block, sentence, stage.span);
        // "No bone or visceral↵cT3b N2 M0": the negation ends with its line, or at a comma.
        let is_apart = said.cue.is_some_and(|cue| {
            cue.end <= stage.span.start
                && block.slice(Span { start: cue.end, end: stage.span.start }).contains([',', '\n'])
        });
        if said.state == State::Negated && !is_apart || said.experiencer != Experiencer::Patient {
            continue;
        }
        let words = fold(block.slice(sentence.span));
        let found = match &stage.says {
            ClaimedStage::Tnm(tnm) => of_categories(tnm, &words, &whole),
            ClaimedStage::Group(group) => of_group(block, sentence, group, &words, &whole),
        };
        if let Some((english, spanish)) = found {
            out.push(category_remark(block, stage.span, &english, &spanish));
        }
    }
    out
}

fn category_remark(block: &BlockContext<'_>, span: Span, english: &str, spanish: &str) -> Remark {
    let shown = block.slice(span);
    let message = if block.in_spanish() {
        format!("«{shown}»: {spanish}. Compruebe la categoría y el tumor.")
    } else {
        format!("“{shown}”: {english}. Check the category and the tumour.")
    };
    Remark::new(span, message)
}

/// Why the categories are impossible for a site, in English and Spanish.
fn of_categories(tnm: &Tnm, words: &str, whole: &str) -> Option<(String, String)> {
    let site = site_of(words).or_else(|| site_of(whole))?;
    let (_, highest, last) = SITE_CATEGORIES.iter().find(|(name, ..)| *name == site.english)?;
    let digit =
        |value: &Option<String>| value.as_ref()?.bytes().next().filter(u8::is_ascii_digit).map(|d| d - b'0');
    if let Some(n) = digit(&tnm.n).filter(|n| n > highest && *n <= 3) {
        return Some((
            format!("in the {} there is no N{n} (eighth edition), N goes up to N{highest}", site.english),
            format!("en {} no hay N{n} (octava edición), N llega a N{highest}", site.spanish),
        ));
    }
    let letter = tnm.m.as_ref().and_then(|m| m.strip_prefix('1')).and_then(|m| m.chars().next());
    if let Some(letter) = letter.filter(|letter| letter.is_ascii_lowercase() && letter > last) {
        return Some(if *last == ' ' {
            (
                format!("in the {} M1 has no letters, and there is no M1{letter}", site.english),
                format!("en {} M1 no lleva letras, y no hay M1{letter}", site.spanish),
            )
        } else {
            (
                format!("in the {} there is no M1{letter}, the last is M1{last}", site.english),
                format!("en {} no hay M1{letter}, la última es M1{last}", site.spanish),
            )
        });
    }
    let is_in_situ = tnm.t.as_deref() == Some("is") && !tnm.prefix.contains('y');
    (is_in_situ && site.english == "colon and rectum" && digit(&tnm.n).is_some_and(|n| n > 0)).then(|| {
        (
            "a carcinoma in situ of the bowel has no nodes with metastases".to_owned(),
            "un carcinoma in situ del intestino no tiene ganglios con metástasis".to_owned(),
        )
    })
}

/// Why a group is impossible for a tumour, in English and Spanish.
fn of_group(
    block: &BlockContext<'_>,
    sentence: Sentence,
    group: &Group,
    words: &str,
    whole: &str,
) -> Option<(String, String)> {
    static TESTICULAR_CANCER: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:seminoma|testicular (?:cancer|tumou?r|carcinoma)|cancer (?:de )?testic\w+|tumor testicular|tumor de testiculo)\b",
        )
    });
    static DIFFERENTIATED_THYROID_CANCER: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:papillary|follicular|papilar|folicular)\b[^.;]{0,40}\b(?:thyroid|tiroid\w+)|\b(?:thyroid|tiroid\w+)\b[^.;]{0,30}\b(?:papillary|follicular|papilar|folicular)\b",
        )
    });
    static AGE_IN_YEARS: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?P<a>[1-9][0-9])[- ]?(?:years?|yrs?|y|anos)\b|\b(?P<b>[1-9][0-9])(?-i:[MFyf])\b|\b(?:mujer|varon|hombre|paciente) de (?P<c>[1-9][0-9]) anos",
        )
    });
    static OTHER_STAGED_DISEASE: LazyLock<Pattern> =
        LazyLock::new(|| context("impossible-stage/categories/other-staged-disease"));
    if OTHER_STAGED_DISEASE.is_match(words) {
        return None;
    }
    if TESTICULAR_CANCER.is_match(words) && group.number == 4 {
        return Some((
            "the stages of testicular tumours go from I to III".to_owned(),
            "los estadios de los tumores testiculares van de I a III".to_owned(),
        ));
    }
    if DIFFERENTIATED_THYROID_CANCER.is_match(words)
        && group.number >= 3
        && group.number <= 4
        && !OTHER_STAGED_DISEASE.is_match(whole)
    {
        let ages: Vec<u32> = AGE_IN_YEARS
            .captures_iter(whole)
            .filter_map(|found| {
                ["a", "b", "c"].iter().find_map(|name| found.name(name))?.as_str().parse().ok()
            })
            .collect();
        // Several ages belong to several times or people.
        let [age] = ages.as_slice() else { return None };
        return (*age < 55).then(|| {
            (
                format!("below 55 years a papillary or follicular cancer of the thyroid is stage I or II (eighth edition), and the note says {age}"),
                format!("antes de los 55 años un cáncer papilar o folicular de tiroides es estadio I o II (octava edición), y la nota dice {age}"),
            )
        });
    }
    let site = site_of(words)?;
    let is_staged = block.slice(sentence.span).len() < 400;
    (is_staged && group.number == 3 && group.sub.starts_with('D') && site.english != "melanoma of the skin")
        .then(|| {
            (
                format!("in the {} there is no stage IIID; only melanoma has one", site.english),
                format!("en {} no hay estadio IIID; solo lo tiene el melanoma", site.spanish),
            )
        })
}
