//! Labelled sentences on which a rule must or must not report.
//!
//! In such a file `= RULE` sets the rule for the lines below it. The rule must report on a line that begins with `+`
//! and must not on one with `-`; `↵` is a line break; other lines are ignored. `@` sets region and profile for the
//! lines below it, optionally followed by `elsewhere` (the language model is not on this machine), `cells` (the author
//! has a list of cell lines) or `icmje` (the journal follows the ICMJE). Below `%` the text of the line is embedded in
//! a whole paper: `% abstract`, `% methods`, `% results` and `% end` say where; `% resumen` and so on use a Spanish
//! paper.

use crate::analysis::cell_lines::CellLines;
use crate::rules::from_file;
use crate::{Applies, Journal, Profile, Region, RuleCache, Setting};
use referee_findings::RuleHit;
use referee_syntax::{Document, DraftKind, Format};
use referee_text::Rope;
use std::sync::Arc;

/// A list of cell lines as an author imports it.
const LISTED_CELLS: &str = "Misidentified cell line,Contaminating cell line,RRID\nMade-Up-2,Other-1,CVCL_ZZ01\nXY 77,Other-1,CVCL_ZZ02\nBend,Other-1,\n";

/// The labelled sentences that are built into the program, by file.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("abstract-number.txt", include_str!("../tests/suite/labelled/abstract-number.txt")),
    ("allergy-conflict-told.txt", include_str!("../tests/suite/labelled/allergy-conflict-told.txt")),
    ("allergy-conflict.txt", include_str!("../tests/suite/labelled/allergy-conflict.txt")),
    ("assistant-leftover.txt", include_str!("../tests/suite/labelled/assistant-leftover.txt")),
    ("causal-language.txt", include_str!("../tests/suite/labelled/causal-language.txt")),
    ("caution.txt", include_str!("../tests/suite/labelled/caution.txt")),
    ("cell-line.txt", include_str!("../tests/suite/labelled/cell-line.txt")),
    ("contradiction.txt", include_str!("../tests/suite/labelled/contradiction.txt")),
    ("contraindicated.txt", include_str!("../tests/suite/labelled/contraindicated.txt")),
    ("drug-abbreviation.txt", include_str!("../tests/suite/labelled/drug-abbreviation.txt")),
    ("duplicate.txt", include_str!("../tests/suite/labelled/duplicate.txt")),
    ("flow-total.txt", include_str!("../tests/suite/labelled/flow-total.txt")),
    ("follow-up.txt", include_str!("../tests/suite/labelled/follow-up.txt")),
    ("frequency-abbreviation.txt", include_str!("../tests/suite/labelled/frequency-abbreviation.txt")),
    ("gene-date.txt", include_str!("../tests/suite/labelled/gene-date.txt")),
    ("identifiers-leaving.txt", include_str!("../tests/suite/labelled/identifiers-leaving.txt")),
    ("implausible-dose.txt", include_str!("../tests/suite/labelled/implausible-dose.txt")),
    ("impossible-mean.txt", include_str!("../tests/suite/labelled/impossible-mean.txt")),
    ("impossible-p.txt", include_str!("../tests/suite/labelled/impossible-p.txt")),
    ("impossible-stage.txt", include_str!("../tests/suite/labelled/impossible-stage.txt")),
    ("impossible-statistic.txt", include_str!("../tests/suite/labelled/impossible-statistic.txt")),
    ("impossible-value.txt", include_str!("../tests/suite/labelled/impossible-value.txt")),
    ("interaction.txt", include_str!("../tests/suite/labelled/interaction.txt")),
    ("interval-and-p.txt", include_str!("../tests/suite/labelled/interval-and-p.txt")),
    ("interval.txt", include_str!("../tests/suite/labelled/interval.txt")),
    ("intrathecal-vinca.txt", include_str!("../tests/suite/labelled/intrathecal-vinca.txt")),
    ("methotrexate-daily.txt", include_str!("../tests/suite/labelled/methotrexate-daily.txt")),
    ("missing-rrid.txt", include_str!("../tests/suite/labelled/missing-rrid.txt")),
    ("missing-section.txt", include_str!("../tests/suite/labelled/missing-section.txt")),
    ("missing-statement.txt", include_str!("../tests/suite/labelled/missing-statement.txt")),
    ("naked-decimal.txt", include_str!("../tests/suite/labelled/naked-decimal.txt")),
    ("p-value.txt", include_str!("../tests/suite/labelled/p-value.txt")),
    ("patient-limit.txt", include_str!("../tests/suite/labelled/patient-limit.txt")),
    ("percentage.txt", include_str!("../tests/suite/labelled/percentage.txt")),
    ("reconciliation.txt", include_str!("../tests/suite/labelled/reconciliation.txt")),
    ("resistant-organism.txt", include_str!("../tests/suite/labelled/resistant-organism.txt")),
    ("tortured-phrase.txt", include_str!("../tests/suite/labelled/tortured-phrase.txt")),
    ("trailing-zero.txt", include_str!("../tests/suite/labelled/trailing-zero.txt")),
    (
        "treatment-before-diagnosis.txt",
        include_str!("../tests/suite/labelled/treatment-before-diagnosis.txt"),
    ),
    ("trial-registration.txt", include_str!("../tests/suite/labelled/trial-registration.txt")),
    ("uncited-dose.txt", include_str!("../tests/suite/labelled/uncited-dose.txt")),
    ("undeclared.txt", include_str!("../tests/suite/labelled/undeclared.txt")),
    ("unit-abbreviation.txt", include_str!("../tests/suite/labelled/unit-abbreviation.txt")),
    ("wrong-antidote.txt", include_str!("../tests/suite/labelled/wrong-antidote.txt")),
];

/// A labelled sentence, or a draft of several.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The id of the rule.
    pub rule: String,
    /// Whether the rule must report; otherwise it must not.
    pub must: bool,
    /// The draft.
    pub text: String,
    /// Inputs other than the draft.
    pub setting: Setting,
    /// The line in the file, from 1.
    pub line: usize,
}

impl Labelled {
    /// Reads the sentences of a file.
    #[must_use]
    pub fn read(source: &str) -> Vec<Labelled> {
        let mut rule = String::new();
        let mut setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
        let mut frame = String::new();
        let mut out = Vec::new();
        for (line, text) in source.lines().enumerate() {
            let Some((mark, rest)) = text.split_at_checked(1) else { continue };
            match mark {
                "=" => {
                    rule = rest.trim().to_owned();
                    setting.kind = kind_of_drafts(&rule);
                }
                "%" => frame = rest.trim().to_owned(),
                "@" => {
                    let mut words = rest.split_whitespace();
                    setting.region = Region::parse(words.next().unwrap_or_default());
                    setting.profile = Profile::parse(words.next().unwrap_or_default());
                    match words.next() {
                        Some("elsewhere") => setting.model_elsewhere = true,
                        Some("icmje") => setting.journal = Some(Journal::Icmje),
                        Some("cells") => setting.cell_lines = Some(Arc::new(CellLines::read(LISTED_CELLS))),
                        _ => {}
                    }
                }
                "+" | "-" => out.push(Labelled {
                    rule: rule.clone(),
                    must: mark == "+",
                    text: framed(&frame, &rest.trim().replace('↵', "\n")),
                    setting: setting.clone(),
                    line: line + 1,
                }),
                _ => {}
            }
        }
        out
    }

    /// The sentences of all rules that are files, with the file of each.
    #[must_use]
    pub fn of_rule_files() -> Vec<(String, Labelled)> {
        let files = referee_knowledge::rule_files().rules().iter();
        let of_file = |file: &'static referee_knowledge::RuleFile| {
            let setting = Setting { kind: kind_of_drafts(&file.id), ..Setting::default() };
            file.sentences.iter().map(move |sentence| {
                let labelled = Labelled {
                    rule: file.id.clone(),
                    must: sentence.must,
                    text: sentence.text.clone(),
                    setting: setting.clone(),
                    line: sentence.line,
                };
                (file.file.clone(), labelled)
            })
        };
        files.flat_map(of_file).collect()
    }

    /// All hits in the draft.
    #[must_use]
    pub fn hits(&self, format: Format) -> Vec<RuleHit> {
        let document = Document::read(format, Rope::from_str(&self.text), Arc::default());
        RuleCache::default().review(&document, &self.setting, &|| false).unwrap_or_default()
    }

    /// Whether a rule, or a kind of one, reports on the draft.
    #[must_use]
    pub fn speaks(&self, rule: &str, format: Format) -> bool {
        self.hits(format).iter().any(|hit| hit.has_id(rule))
    }
}

/// The kind of draft for a rule. `note/undeclared` looks for notes among papers.
#[must_use]
pub fn kind_of_drafts(rule: &str) -> DraftKind {
    if let Some(drafts) = from_file::drafts_of(rule) {
        return if drafts == Applies::Manuscripts { DraftKind::Manuscript } else { DraftKind::ClinicalNote };
    }
    let is_of_papers = ["statistics/", "manuscript/", "draft/"].iter().any(|family| rule.starts_with(family))
        || rule == "note/undeclared";
    if is_of_papers { DraftKind::Manuscript } else { DraftKind::ClinicalNote }
}

/// Embeds a text in a whole paper; without a frame returns it unchanged.
fn framed(frame: &str, text: &str) -> String {
    let spanish = ["resumen", "metodos", "resultados", "final"];
    let is_spanish = spanish.contains(&frame);
    if frame.is_empty() {
        return text.to_owned();
    }
    let filler = if is_spanish {
        "Las mediciones se repitieron otro día y dieron el mismo orden de los grupos que antes. "
    } else {
        "The measurements were repeated on another day and gave the same order of the groups as before. "
    };
    let names = if is_spanish {
        ["Sobre algo", "Resumen", "Introducción", "Métodos", "Resultados", "Discusión", "Referencias"]
    } else {
        ["On something", "Abstract", "Introduction", "Methods", "Results", "Discussion", "References"]
    };
    // Several parts of one paper share a line, separated by `||`.
    let parts: Vec<&str> = text.split("||").map(str::trim).collect();
    let mut places: Vec<&str> = frame.split_whitespace().collect();
    places.truncate(parts.len());
    let at = |english: &str, own: &str| {
        let here = places.iter().position(|place| *place == english || *place == own);
        here.and_then(|index| parts.get(index)).copied().unwrap_or_default().to_owned()
    };
    let or = |found: String, other: &str| if found.is_empty() { other.to_owned() } else { found };
    let people = if is_spanish {
        "Se vio a cuarenta pacientes dos veces por semana en una consulta."
    } else {
        "Forty patients were seen twice a week in one clinic."
    };
    let [title, summary, begin, methods, results, discussion, references] = names;
    format!(
        "# {title}\n\n## {summary}\n\n{}\n\n## {begin}\n\n{}\n\n## {methods}\n\n{}\n\n## {results}\n\n{} {}\n\n## {discussion}\n\n{}\n\n{}\n\n## {references}\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n",
        or(at("abstract", "resumen"), people),
        filler.repeat(4),
        or(at("methods", "metodos"), people),
        at("results", "resultados"),
        filler.repeat(5),
        filler.repeat(6),
        at("end", "final"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_rules_settings_and_sentences() {
        let all = Labelled::read(
            "about nothing\n= a/b\n+ One.↵Two.\n@ es-es soap\n- Three.\n= statistics/x\n+ Four.\n",
        );
        let [one, three, four] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!(
            (one.rule.as_str(), one.must, one.text.as_str(), one.line),
            ("a/b", true, "One.\nTwo.", 3)
        );
        assert!(!three.must && three.setting.region.is_spanish());
        assert_eq!((four.rule.as_str(), four.setting.kind), ("statistics/x", DraftKind::Manuscript));
    }

    #[test]
    fn a_sentence_is_put_into_a_paper() {
        let all = Labelled::read("= statistics/p-value\n% results\n+ It was p = 0.000.\n");
        assert!(all[0].text.contains("## Results\n\nIt was p = 0.000."));
    }
}
