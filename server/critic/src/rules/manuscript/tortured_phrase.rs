//! `manuscript/tortured-phrase`

use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use aho_corasick::{AhoCorasick, MatchKind};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// Flags paraphrases that replace an established term in machine-reworded text.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/tortured-phrase",
        summary: "A phrase is a paraphrasing program's version of a technical term",
        severity: Some(Severity::Hint),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

Phrases that readers of the literature have reported as a paraphrase of an established term: “counterfeit consciousness” for \
“artificial intelligence”, “bosom malignancy” for “breast cancer”. Only phrases that no field uses itself are in the list.

## Why

They come from programs that replace words by synonyms, or from a translation, and lead reviewers to suspect a paper mill. A \
passage that was taken over from such a paper carries them along.

## Example

```text
We trained a profound neural organization.
```

## What it cannot tell

How the phrase came about. A phrase in quotation marks, and a text about such phrases, are passed over.

## Fixes

None: write the term of the field, and look at the rest of the passage.

## Sources

Cabanac, Labbé and Magazinov 2021, arXiv 2107.06751, who named and reported such phrases; the list here is a small selection \
of our own from what is publicly reported.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::NONE, check)],
    fixes: None,
};

/// The phrases and the terms that they replace, from `tortured_phrases.tsv` of `referee-knowledge`.
static PHRASES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let table = referee_knowledge::table("tortured_phrases.tsv").unwrap_or_default();
    table.rows().iter().map(|row| (row.get("phrase").to_owned(), row.get("term").to_owned())).collect()
});

static PHRASE_FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(PHRASES.iter().map(|(phrase, _)| phrase))
        .ok()
});

fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let Some(matcher) = PHRASE_FINDER.as_ref().filter(|_| !block.in_references && block.is_prose()) else {
        return Vec::new();
    };
    let text = block.prose();
    let mut out = Vec::new();
    for found in matcher.find_iter(text) {
        let before = text.get(..found.start()).unwrap_or_default();
        let behind = text.get(found.end()..).unwrap_or_default();
        let behind = behind.strip_prefix('s').unwrap_or(behind);
        let is_part = before.ends_with(|c: char| c.is_alphanumeric() || c == '-')
            || behind.starts_with(|c: char| c.is_alphanumeric());
        let is_quoted = before.ends_with(['"', '“', '‘', '\'', '«', '`']);
        let Some((_, term)) = PHRASES.get(found.pattern().as_usize()) else { continue };
        // "Profound learning disability" is an established term.
        let is_disability =
            behind.trim_start().starts_with("disab") || behind.trim_start().starts_with("difficult");
        let is_landscape = ["woodland", "timberland", "backwoods", "forest"]
            .iter()
            .any(|word| found_text(text, found.start(), found.end()).contains(word))
            && !speaks_of_learning(text);
        if is_part || is_quoted || is_disability || is_landscape || is_about_phrases(text) {
            continue;
        }
        let span = Span::new(found.start(), found.end());
        let shown = block.slice(span);
        let message = if block.in_spanish() {
            format!("«{shown}» consta como paráfrasis de «{term}». Escriba el término de la especialidad.")
        } else {
            format!("“{shown}” is reported as a paraphrase of “{term}”. Write the term of the field.")
        };
        out.push(Remark::new(span, message));
    }
    out
}

fn found_text(text: &str, start: usize, end: usize) -> String {
    text.get(start..end).unwrap_or_default().to_lowercase()
}

/// Whether a block is about machine learning, where "forests" are not vegetation.
fn speaks_of_learning(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["classif", "algorithm", "machine", "predict", "accura"].iter().any(|word| lower.contains(word))
}

/// Whether a block is about tortured phrases.
fn is_about_phrases(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["tortured", "paraphras", "paper mill", "spun text", "spinbot"].iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{manuscript, places};
    use referee_syntax::Format;

    const ID: &str = "manuscript/tortured-phrase";

    #[test]
    fn a_reported_paraphrase_is_told_with_its_term() {
        for (text, phrase) in [
            ("We used counterfeit consciousness.", "counterfeit consciousness"),
            ("A profound neural organization was trained.", "profound neural organization"),
            ("Bosom malignancy is common in women.", "Bosom malignancy"),
            ("Patients with kidney disappointment were excluded.", "kidney disappointment"),
            ("The irregular woodland classifier had the best accuracy.", "irregular woodland"),
            ("The mean square blunder was small.", "mean square blunder"),
            ("Lymph hubs were removed.", "Lymph hub"),
            ("The amino corrosive sequence is known.", "amino corrosive"),
        ] {
            assert_eq!(places(ID, Format::Markdown, text, &manuscript()), [phrase], "{text}");
        }
    }

    #[test]
    fn terms_of_the_field_and_phrases_that_are_cited_as_such_are_left_alone() {
        for text in [
            "We used artificial intelligence.",
            "A deep neural network was trained.",
            "The neural organization of the retina is layered.",
            "Breast cancer is common in women.",
            "Patients with kidney failure were excluded.",
            "The disappointment of patients was large.",
            "Tortured phrases such as counterfeit consciousness were counted.",
            "Some write “counterfeit consciousness” instead.",
            "A random forest was grown.",
            "Birds of the irregular woodland were counted.",
            "The calculated relapse rate was 4%.",
            "The mean square error was small.",
            "The relapse rate was low.",
            "A wood-land of irregular shape was mapped.",
            "Lymph nodes were removed.",
            "The genetic algorithm converged.",
            "A clinical trial was planned.",
            "Oxidative stress rises under pressure.",
        ] {
            assert!(places(ID, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
        }
    }
}
