//! The `statistics/` rules.

mod abstract_number;
mod flow_total;
mod impossible_mean;
mod impossible_p;
mod impossible_statistic;
mod interval;
mod interval_and_p;
mod p_value;
mod percentage;
mod wording;

use crate::CriticRule;

/// All `statistics/` rules, in documentation order.
pub static RULES: &[&CriticRule] = &[
    &p_value::RULE,
    &percentage::RULE,
    &impossible_statistic::RULE,
    &interval::RULE,
    &interval_and_p::RULE,
    &impossible_p::RULE,
    &abstract_number::RULE,
    &flow_total::RULE,
    &impossible_mean::RULE,
];

#[cfg(test)]
mod tests {
    use super::RULES;
    use crate::rules::testing::manuscript;
    use crate::{FixContext, RuleCache, Setting};
    use proptest::prelude::*;
    use referee_findings::Severity;
    use referee_syntax::{Document, Format};
    use referee_text::{FileId, Rope};
    use std::sync::Arc;

    /// Fragments of results, valid and broken.
    const PIECES: [&str; 64] = [
        "t(28) = 2.20",
        "F(1, 138)",
        "χ²(1, N = 90)",
        "$\\chi^2_{1}$",
        "z = ",
        "r(98)",
        "Q(4)",
        "p = .000",
        "*p* < .05",
        "p",
        "=",
        "<",
        "≤",
        ".036",
        "0,036",
        "1,234",
        "−",
        "–",
        "--",
        "\u{2009}",
        "\u{a0}",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "$",
        "_",
        "^",
        "~",
        "\\",
        "%",
        "95% CI",
        "IC del 95 %",
        "0.61-0.95",
        "OR",
        "HR 0.76",
        "23/87",
        "(26.4%)",
        " of ",
        "n = 43",
        "M = 4.37",
        "integer",
        "\n",
        "\n\n",
        "# Results\n\n",
        "# Abstract\n\n",
        "# Methods\n\n",
        "# References\n\n",
        "randomised",
        "patients",
        "EudraCT 2004-1",
        "RBR-1",
        "ns",
        "², ³",
        "₂₈",
        "e-5",
        "× 10⁻⁵",
        "é",
        "𝑝",
        "99999999999999999999",
        "0",
        "cohort causes",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn any_heap_of_pieces_is_judged_within_its_text(
            pieces in proptest::collection::vec(0_usize..64, 0..40), spaces in any::<u64>(), which in 0_usize..4,
        ) {
            let mut text = String::new();
            for (at, piece) in pieces.iter().enumerate() {
                text.push_str(PIECES[*piece]);
                if spaces >> (at % 64) & 1 == 1 {
                    text.push(' ');
                }
            }
            let format = [Format::Markdown, Format::Latex, Format::Typst, Format::PlainText][which];
            let document = Document::read(format, Rope::from_str(&text), Arc::default());
            let setting: Setting = manuscript();
            let mut memory = RuleCache::default();
            let all = memory.review(&document, &setting, &|| false).unwrap_or_default();
            let file = FileId::new("draft");
            let context = FixContext { file: &file, draft: memory.read(&document, &setting) };
            for said in all {
                prop_assert!(text.get(said.remark.place.range()).is_some(), "{:?} {}", text, said.remark.message);
                for related in &said.remark.related {
                    prop_assert!(text.get(related.span.range()).is_some());
                }
                let place = said.remark.place;
                let finding = said.remark.into_finding(said.rule, Severity::Hint, &file, place);
                let rule = RULES.iter().find(|rule| rule.rule.id == finding.rule);
                for fix in rule.map(|rule| rule.fixes(&context, &finding)).unwrap_or_default() {
                    for edit in fix.edits {
                        prop_assert!(text.get(edit.span.range()).is_some(), "{:?} {:?}", text, edit);
                    }
                }
            }
        }
    }
}
