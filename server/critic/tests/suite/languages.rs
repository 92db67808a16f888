//! Findings in a Spanish draft, or in a Spanish region, are in Spanish.

use crate::labelled::{all_files, read};
use referee_critic::labelled::Labelled;
use referee_critic::{FixContext, Region, RuleCache, Setting};
use referee_findings::Severity;
use referee_syntax::{Document, Format};
use referee_text::{FileId, Rope};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Words that occur in English sentences only.
const ENGLISH: &[&str] = &[
    "the", "is", "are", "of", "and", "not", "which", "with", "this", "that", "check", "was", "for", "or",
    "than", "here", "does", "write", "says", "stands", "between", "whether",
];

/// Words that occur in Spanish sentences only.
const SPANISH: &[&str] =
    &["el", "la", "los", "las", "de", "que", "del", "una", "compruebe", "no", "en", "se", "es", "y"];

/// The words of a message outside its quotations.
fn own_words(message: &str) -> Vec<String> {
    let mut out = String::new();
    let mut depth = 0_u32;
    for c in message.chars() {
        match c {
            '«' | '“' => depth += 1,
            '»' | '”' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    // A profile's name is a settings value.
    out.to_lowercase()
        .replace("history-and-physical", "")
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// All text about a draft: messages, related notes, titles of fixes.
fn said(case: &Labelled, region: Region) -> Vec<(&'static str, String)> {
    let setting = Setting { region, ..case.setting.clone() };
    let document = Document::read(Format::Markdown, Rope::from_str(&case.text), Arc::default());
    let mut cache = RuleCache::default();
    let hits = cache.review(&document, &setting, &|| false).unwrap();
    let file = FileId::new("draft.md");
    let context = FixContext { file: &file, draft: cache.read(&document, &setting) };
    let mut out = Vec::new();
    for hit in hits {
        out.push((hit.rule.id, hit.remark.message.clone()));
        out.extend(hit.remark.related.iter().map(|related| (hit.rule.id, related.message.clone())));
        let place = hit.remark.place;
        let finding = hit.remark.into_finding(hit.rule, Severity::Warning, &file, place);
        let rule = referee_critic::rules::RULES.iter().find(|rule| rule.rule.id == finding.rule).unwrap();
        out.extend(rule.fixes(&context, &finding).into_iter().map(|fix| (rule.rule.id, fix.title)));
    }
    out
}

#[test]
fn in_a_spanish_region_no_message_and_no_fix_is_english() {
    let mut wrong: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut heard: BTreeMap<&str, usize> = BTreeMap::new();
    for path in all_files() {
        let (_, cases) = read(&path);
        for case in cases.iter().filter(|case| case.must) {
            for (rule, message) in said(case, Region::EsEs) {
                *heard.entry(rule).or_default() += 1;
                let words = own_words(&message);
                if words.iter().any(|word| ENGLISH.contains(&word.as_str())) {
                    wrong.insert((rule, message));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} English:\n{wrong:#?}", wrong.len());
    assert!(heard.len() >= 25, "{heard:?}");
}

#[test]
fn in_a_spanish_paper_messages_are_spanish_without_any_setting() {
    let mut told = 0;
    for (text, rule) in [
        (
            "La prueba dio un efecto en los pacientes de la muestra, t(28) = 2,20; p = 0,41.",
            "statistics/p-value",
        ),
        ("---\nlang: es\n---\n\n23/87 (27,4 %).", "statistics/percentage"),
        (
            "Los pacientes con bosom peril se incluyeron en la muestra del estudio.",
            "manuscript/tortured-phrase",
        ),
        ("Los genes de la lista son TP53, BRCA1, 1-mar y SOX2.", "manuscript/gene-date"),
        ("Las células MCF-7 (ATCC) se cultivaron en el medio de la casa.", "manuscript/missing-rrid"),
    ] {
        let document = Document::read(Format::Markdown, Rope::from_str(text), Arc::default());
        let hits = RuleCache::default().review(&document, &Setting::default(), &|| false).unwrap();
        for hit in hits.iter().filter(|hit| hit.rule.id == rule) {
            let words = own_words(&hit.remark.message);
            assert!(words.iter().any(|word| SPANISH.contains(&word.as_str())), "{}", hit.remark.message);
            assert!(!words.iter().any(|word| word == "the" || word == "of"), "{}", hit.remark.message);
            told += 1;
        }
    }
    assert!(told >= 5, "{told}");
}

/// The findings about a note without any setting, and the text that their fixes insert.
fn said_and_written(text: &str) -> Vec<String> {
    let setting = Setting { kind: referee_syntax::DraftKind::ClinicalNote, ..Setting::default() };
    let document = Document::read(Format::Markdown, Rope::from_str(text), Arc::default());
    let mut cache = RuleCache::default();
    let hits = cache.review(&document, &setting, &|| false).unwrap();
    let file = FileId::new("note.md");
    let context = FixContext { file: &file, draft: cache.read(&document, &setting) };
    let mut out = Vec::new();
    for hit in hits {
        out.push(hit.remark.message.clone());
        let place = hit.remark.place;
        let finding = hit.remark.into_finding(hit.rule, Severity::Warning, &file, place);
        let rule = referee_critic::rules::RULES.iter().find(|rule| rule.rule.id == finding.rule).unwrap();
        out.extend(rule.fixes(&context, &finding).into_iter().map(|fix| fix.title));
    }
    out
}

#[test]
fn a_spanish_note_of_a_few_words_is_told_in_spanish() {
    for text in [
        "Plan: zopiclona 7,5 mg hs.",
        "Plan: atorvastatina 40 mg qd.",
        "Heparina 5.000 UI/8 h sc.",
        "Artritis reumatoide.\n\nPlan: metotrexato 10 mg 1-0-0.",
        "Tª 376 ºC, FC 80.",
        "TA 80/120 mmHg.",
        "FC 720 lpm.",
        "Plan: vincristina 2 mg IT.",
    ] {
        let all = said_and_written(text);
        assert!(!all.is_empty(), "{text}");
        for message in all {
            let words = own_words(&message);
            assert!(!words.iter().any(|word| ENGLISH.contains(&word.as_str())), "{text}: {message}");
        }
    }
    for text in [
        "Plan: zopiclone 7.5 mg hs.",
        "Heparin 5000 IU TDS sc.",
        "RA.\n\nPlan: methotrexate 10 mg 1-0-0.",
        "Temp 376, HR 80.",
        "Dr Cristina Medina: atorvastatin 40 mg qd.",
    ] {
        let all = said_and_written(text);
        assert!(!all.is_empty(), "{text}");
        assert!(all.iter().all(|message| !message.contains('«')), "{text}: {all:?}");
    }
}
