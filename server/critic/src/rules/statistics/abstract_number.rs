//! `statistics/abstract-number`

mod numbers;
mod run_in;

use crate::analysis::statistics::{PlainText, Statistics};
use crate::analysis::topics::Topics;
use crate::rules::manuscript::chapter::Chapter;
use crate::rules::manuscript::paper::{Paper, Position, Role};
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan};
use numbers::{AbstractNumber, ExactNumber, gather, holds, told};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_syntax::Format;
use std::sync::Arc;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "statistics/abstract-number",
        summary: "A number in the abstract is missing from the text",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A result in the abstract (a number with decimals, a percentage, a count above 20) that stands nowhere in the body of the \
paper: neither as it is, nor with more decimals, nor as a proportion, nor as the percentage of a count that stands there. \
More than five are told as one.

## Why

In six large journals four of ten papers had a number in the abstract that the text did not hold; most come from an \
earlier version of the analysis.

## Example

The abstract says `42.5% relapsed`, the results say `17 of 41 (41.5%) relapsed`.

## What it cannot tell

What is in figures, supplements and tables that are kept in other files. It says nothing where the body is put together from \
several files or computed when the paper is rendered, and where the results hold fewer than ten numbers.

## Fixes

None: only the author knows which number is right.

## Sources

P. Fontelo, A. Gavino and R. F. Sarmiento, \"Comparing data accuracy between structured abstracts and full-text journal \
articles\", 2013, 10.1136/eb-2013-101272.
",
    },
    checks: &[Check::document(Applies::Manuscripts, check)],
    fixes: None,
};

/// Searches the body for numbers of the abstract.
struct BodyNumbers;

/// The numbers of the abstract that some blocks of the body contain.
#[derive(Default)]
struct HeldNumbers {
    /// The number of numbers in the blocks.
    count: usize,
    /// For each number of the abstract, whether they contain it. Empty if the blocks contain no number.
    found: Vec<bool>,
}

impl Scan for BodyNumbers {
    type State = (Position, Arc<[ExactNumber]>);
    type Summary = HeldNumbers;

    fn visit((position, wanted): &mut Self::State, summary: &mut HeldNumbers, block: &BlockContext<'_>) {
        let role = position.enter(block, |_, _, _| {});
        if !matches!(role, Role::Body(_)) || !block.flags().any(BlockFlags::DIGIT) {
            return;
        }
        let statistics = block.statistics();
        summary.count += statistics.numbers.len();
        summary.found.resize(wanted.len(), false);
        for (one, found) in wanted.iter().zip(&mut summary.found).filter(|(_, found)| !**found) {
            *found = holds(statistics, one);
        }
    }
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let paper = Paper::of(draft);
    if !paper.has_abstract() && !paper.has(Chapter::Results) {
        return run_in::check(draft);
    }
    if !paper.has(Chapter::Results) || !paper.is_written() || !paper.has_abstract() {
        return Vec::new();
    }
    let mut wanted: Vec<AbstractNumber> = Vec::new();
    for (block, _) in paper.blocks_of(&[Role::Abstract]) {
        if block.is_prose() && !block.is_heading() {
            gather(block.statistics(), block.start, &mut wanted);
        }
    }
    if let Some(span) = paper.front_abstract
        && let Some(text) = draft.text(span)
    {
        gather(
            &Statistics::of(PlainText::read(text, Format::Markdown, &[])),
            span.start as usize,
            &mut wanted,
        );
    }
    if wanted.is_empty() || paper.topics().any(Topics::ELSEWHERE) {
        return Vec::new();
    }
    let numbers: Arc<[ExactNumber]> = wanted.iter().map(|one| one.number).collect();
    let mut held = 0;
    for group in draft.scan::<BodyNumbers>((Position::START, numbers)) {
        held += group.summary.count;
        for (one, found) in wanted.iter_mut().zip(&group.summary.found) {
            one.found |= found;
        }
    }
    told(wanted, held, draft.is_spanish())
}

#[cfg(test)]
mod tests {
    use crate::rules::manuscript::paper::samples::{articulo, paper};
    use crate::rules::testing::{manuscript, said};
    use referee_syntax::Format;

    const ID: &str = "statistics/abstract-number";
    const METHODS: &str = "Patients were seen twice a week in one clinic for a year.";
    const RESULTS: &str = "Of 140 patients, 61 (43.6%) relapsed after 12.34 months (SD 3.1). The odds ratio was 0.763 (95% CI 0.61 to 0.95; p = .016). Women were 77 (55.0%), men 63. The mean score fell from 24.5 to 19.2. Of the treated, 33/70 had pain. Sensitivity was 0.874.";

    fn places(text: &str) -> Vec<String> {
        let all = said(ID, Format::Markdown, text, &manuscript());
        all.iter().map(|said| text[said.remark.place.range()].to_owned()).collect()
    }

    #[test]
    fn must_fire() {
        for (sentence, wanted) in [
            ("In all, 47.5% relapsed.", "47.5"),
            ("In all, 43.9% relapsed.", "43.9"),
            ("In all, 42% relapsed.", "42"),
            ("They relapsed after 13.4 months.", "13.4"),
            ("They relapsed after 12.54 months.", "12.54"),
            ("The odds ratio was 0.67.", "0.67"),
            ("The odds ratio was 0.76 (95% CI 0.61–0.98).", "0.98"),
            ("The odds ratio was 0.76 (95% CI 0.51–0.95).", "0.51"),
            ("The odds ratio was 0.76 (p = .061).", ".061"),
            ("We saw 141 patients.", "141"),
            ("We saw 410 patients.", "410"),
            ("We saw 1,400 patients.", "1,400"),
            ("Women were 57%.", "57"),
            ("Women were 57.0%.", "57.0"),
            ("Women were 78 of all.", "78"),
            ("The score fell from 24.5 to 18.2.", "18.2"),
            ("The score fell from 25.4 to 19.2.", "25.4"),
            ("Sensitivity was 89.4%.", "89.4"),
            ("Sensitivity was 0.847.", "0.847"),
            ("Pain was seen in 48.1%.", "48.1"),
            ("Pain was seen in 37 of 70.", "37"),
            ("The SD was 3.7 months.", "3.7"),
        ] {
            let found = places(&paper(sentence, METHODS, RESULTS, ""));
            assert_eq!(found, [wanted], "{sentence}");
        }
        let resultados = "De 140 pacientes, 61 (43,6%) recayeron a los 12,34 meses (DE 3,1). La OR fue 0,763 (IC 95% 0,61 a 0,95; p = 0,016). Hubo 77 mujeres (55,0%) y 63 hombres.";
        for (sentence, wanted) in [
            ("Recayó el 47,5%.", "47,5"),
            ("Recayeron a los 13,4 meses.", "13,4"),
            ("La OR fue 0,67.", "0,67"),
            ("La OR fue 0,76 (IC 95% 0,61-0,98).", "0,98"),
            ("Vimos a 141 pacientes.", "141"),
            ("La OR fue 0,76 (p = 0,061).", "0,061"),
            ("Las mujeres eran el 57%.", "57"),
            ("Recayeron 62 pacientes.", "62"),
        ] {
            let found = places(&articulo(sentence, METHODS, resultados, ""));
            assert_eq!(found, [wanted], "{sentence}");
        }
        let latex = format!(
            "\\begin{{abstract}}\nIn all, 47.5\\% relapsed.\n\\end{{abstract}}\n\n{}",
            paper("", METHODS, RESULTS, "")
                .replace("## Abstract\n\n", "")
                .replace("# On something", "")
                .replace("## Introduction", "\\section{Introduction}")
                .replace("## Methods", "\\section{Methods}")
                .replace("## Results", "\\section{Results}")
                .replace("## Discussion", "\\section{Discussion}")
                .replace("## References\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.", "\\section{References}")
                .replace('%', "\\%")
        );
        assert_eq!(said(ID, Format::Latex, &latex, &manuscript()).len(), 1);
        let front = format!(
            "---\ntitle: On something\nabstract: |\n  In all, 47.5% relapsed after a year in which nothing else of note happened to anybody.\n---\n\n{}",
            paper("", METHODS, RESULTS, "").replace("## Abstract\n\n", "")
        );
        assert_eq!(places(&front), ["47.5"]);
    }

    #[test]
    fn must_not_fire() {
        for sentence in [
            "In all, 43.6% relapsed.",
            "In all, 44% relapsed.",
            "In all, 61 of 140 (43.6%) relapsed.",
            "In all, 43.57% relapsed.",
            "They relapsed after 12.3 months.",
            "They relapsed after 12 months.",
            "The odds ratio was 0.76 (95% CI 0.61–0.95).",
            "The odds ratio was 0.763 (95% CI, 0.61 to 0.95; P = .02).",
            "The odds ratio was 0.8.",
            "It was significant (p < .05).",
            "It was significant (P < 0.001).",
            "The 95% confidence interval was wide.",
            "Women were 55%.",
            "Women were 55.0% and men 45%.",
            "The score fell from 24.5 to 19.2.",
            "The score fell by 5.3.",
            "Sensitivity was 87.4%.",
            "Sensitivity was 0.87.",
            "Pain was seen in 33 of 70.",
            "Pain was seen in 33/70 (47.1%).",
            "In 2019 we saw 140 patients.",
            "From 1998 to 2004 we saw 140 patients.",
            "Three of 12 centres took part.",
            "Trial NCT01234567 saw 140 patients.",
            "CD4 and IL-6 were measured.",
            "See 10.1000/xyz123 for more.",
            "It took 5 years.",
            "All (100%) agreed.",
            "None (0%) agreed.",
            "HbA1c and SF-36 were measured.",
            "There were 203 people of both sexes less 63.",
            "Women and men were 140.",
        ] {
            let found = places(&paper(sentence, METHODS, &format!("{RESULTS} In all, 203 were asked."), ""));
            assert_eq!(found, Vec::<String>::new(), "{sentence}");
        }
        let abstract_ = "In all, 47.5% relapsed.";
        let without_numbers = paper(abstract_, METHODS, "They did well.", "");
        let elsewhere = paper(abstract_, METHODS, &format!("{RESULTS} \\input{{table}}"), "");
        let computed = paper(abstract_, METHODS, &format!("{RESULTS} In all `r share` relapsed."), "");
        let half = format!("# On something\n\n## Abstract\n\n{abstract_}\n\n## Results\n\n61 of 140.\n");
        let no_abstract = paper("", METHODS, RESULTS, abstract_);
        let readme = format!("# A tool\n\nIt is 47.5% faster.\n\n## Results\n\n{RESULTS}\n");
        for (at, text) in [without_numbers, elsewhere, computed, half, no_abstract, readme].iter().enumerate()
        {
            assert_eq!(places(text), Vec::<String>::new(), "text {at}");
        }
        for sentence in [
            "Recayó el 43,6%.",
            "Recayeron 61 de 140 (43,6%).",
            "Recayeron a los 12,3 meses.",
            "La OR fue 0,76 (IC 95% 0,61-0,95; p = 0,02).",
            "Las mujeres eran el 55%.",
            "En 2019 vimos a 140 pacientes.",
            "Fue significativo (p < 0,05).",
        ] {
            let resultados = "De 140 pacientes, 61 (43,6%) recayeron a los 12,34 meses (DE 3,1). La OR fue 0,763 (IC 95% 0,61 a 0,95; p = 0,016). Hubo 77 mujeres (55,0%) y 63 hombres.";
            let found = places(&articulo(sentence, METHODS, resultados, ""));
            assert_eq!(found, Vec::<String>::new(), "{sentence}");
        }
    }

    #[test]
    fn many_are_told_as_one() {
        let abstract_ = "We saw 31.1, 32.7, 33.9, 36.2, 37.8, 39.5 and 41.3.";
        let text = paper(abstract_, METHODS, RESULTS, "");
        let all = said(ID, Format::Markdown, &text, &manuscript());
        assert_eq!(all.len(), 1);
        assert!(
            all[0].remark.message.starts_with("7 numbers are in the abstract"),
            "{}",
            all[0].remark.message
        );
    }
}
