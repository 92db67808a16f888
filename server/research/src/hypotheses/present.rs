//! Renders hypotheses as a page.

use super::{Assertion, Hop, HypothesisAssessment, MechanismHypothesis, NO_EVIDENCE, Quote, Sign, Tier};
use crate::model::ModelContribution;
use crate::page::{Block, Inline, Page, cite, text};
use std::collections::BTreeSet;

/// The maximum number of quotations of a hop that are shown on each side.
const MAX_QUOTES_SHOWN: usize = 2;

/// Renders an assessment as a page.
#[must_use]
pub fn page(assessment: &HypothesisAssessment) -> Page {
    let mut page = Page::default();
    page.heading(1, "Hypotheses");
    if assessment.hypotheses.is_empty() {
        let none = assessment.knowledge_gaps.iter().any(|gap| gap == NO_EVIDENCE);
        if let Some(complaint) = assessment.model.as_ref().and_then(ModelContribution::complaint) {
            page.words(complaint);
        }
        page.words(if none {
            NO_EVIDENCE
        } else {
            "No mechanism linking a drug to an effect was found in this evidence."
        });
    } else if let Some(part) = assessment.model.as_ref().filter(|part| part.error.is_none()) {
        let left_out = match part.left_out.len() {
            0 => String::new(),
            some => format!(" Removed because the evidence does not support them: {some} of its statements."),
        };
        page.words(format!(
            "Proposed by the language model {} from numbered evidence and kept only where quotations support it: {} in {}.{left_out} Confidence is the model's own, limited to what the evidence allows; it is not a probability, and no claim of novelty is made.",
            part.model,
            counted(assessment.sentences, "sentence"),
            counted(assessment.papers, "paper"),
        ));
    } else {
        if let Some(complaint) = assessment.model.as_ref().and_then(ModelContribution::complaint) {
            page.words(format!("{complaint} What follows was compiled without it."));
        }
        let has_stated = assessment.hypotheses.iter().any(|one| one.tier == Tier::Stated);
        let extracted = if has_stated {
            format!(
                "Extracted from {} in {}: each step of a hypothesis is stated in a single sentence.",
                counted(assessment.sentences, "sentence"),
                counted(assessment.papers, "paper"),
            )
        } else {
            "No mechanism was found with every step stated.".to_owned()
        };
        page.words(format!(
            "{extracted} Confidence ranks how much evidence there is; it is not a probability, and no claim of novelty is made.",
        ));
    }
    let mut is_second_tier = false;
    for (index, hypothesis) in assessment.hypotheses.iter().enumerate() {
        if hypothesis.tier == Tier::NamedTogether && !is_second_tier {
            is_second_tier = true;
            page.heading(2, "Named together");
            page.words(
                "One step of each mechanism below is not stated: sentences only mention both of its ends with a word of effect. Such a mechanism suggests where to look and does not count as evidence.",
            );
        }
        one(&mut page, index + 1, hypothesis);
    }
    if assessment.hypotheses.iter().flat_map(|one| &one.hops).any(|hop| hop.estimated) {
        page.words(
            "An estimated direction comes from a model trained on marked abstracts, which judges the words around the two names. About one in twenty is the wrong way round: read the sentence.",
        );
    }
    if let Some(primary) = &assessment.primary_hypothesis {
        page.heading(2, "Primary hypothesis");
        page.words(primary.mechanism());
    }
    if assessment.knowledge_gaps.iter().any(|gap| gap != NO_EVIDENCE) {
        page.heading(2, "Knowledge gaps");
        for gap in &assessment.knowledge_gaps {
            page.item(vec![text(gap)]);
        }
    }
    if !assessment.recommended_searches.is_empty() {
        page.heading(2, "Recommended next searches");
        for search in &assessment.recommended_searches {
            page.item(vec![Inline::Code(search.clone())]);
        }
    }
    page
}

/// Formats a number with its noun: `1 paper`, `2 papers`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn one(page: &mut Page, number: usize, hypothesis: &MechanismHypothesis) {
    let level = if hypothesis.tier == Tier::Stated { 2 } else { 3 };
    page.heading(level, format!("Hypothesis {number} (Confidence: {})", hypothesis.confidence));
    page.paragraph(vec![
        Inline::Strong("Mechanism".into()),
        text(format!(": {} ({}).", hypothesis.mechanism(), hypothesis.outcome())),
        text(match hypothesis.tier {
            Tier::Stated => support(hypothesis),
            // The evidence of each step is shown with the step. A paper that only mentions both
            // ends states nothing.
            Tier::NamedTogether => String::new(),
        }),
        text(match hypothesis.model_confidence {
            Some(said) => format!(" Proposed by {}, which gave it {said}.", hypothesis.made_by),
            None if hypothesis.made_by == "extracted" => String::new(),
            None => format!(" Proposed by {}.", hypothesis.made_by),
        }),
    ]);
    for hop in &hypothesis.hops {
        let (supporting, contradicting) = hop.counts();
        page.item(vec![
            text(match hop.tier {
                Tier::Stated => format!("{}: {} for", hop.says(), counted(supporting, "paper")),
                Tier::NamedTogether => format!("{}: in {}", hop.says(), counted(supporting, "paper")),
            }),
            all_works(&hop.supporting),
            text(match hop.tier {
                Tier::Stated => format!(", {contradicting} against"),
                Tier::NamedTogether => String::new(),
            }),
            all_works(&hop.contradicting),
            text("."),
        ]);
        quotes(page, if hop.tier == Tier::Stated { "For" } else { "Names both" }, &hop.supporting);
        quotes(page, "Against", &hop.contradicting);
        quotes(page, "Supposed", &hop.supposed);
    }
    if let Some(hop) = &hypothesis.direct {
        // Only a directed statement supports or contradicts a directed chain.
        let side = match (hop.sign, hypothesis.sign()) {
            (direct, chain) if !direct.is_directed() || !chain.is_directed() => "Stated",
            (direct, chain) if direct == chain => "For",
            _ => "Against",
        };
        page.item(vec![text(format!("Directly: {}", hop.says())), all_works(&hop.supporting), text(".")]);
        quotes(page, side, &hop.supporting);
    }
    if !hypothesis.hops.is_empty() {
        page.blocks.push(Block::Diagram(mermaid(&hypothesis.hops)));
    }
    let searches = hypothesis.to_search_queries();
    let mut parts = vec![Inline::Strong("Suggested searches".into()), text(": ")];
    for (index, search) in searches.iter().enumerate() {
        if index > 0 {
            parts.push(text(", "));
        }
        parts.push(Inline::Code(search.clone()));
    }
    page.paragraph(parts);
}

/// Describes how many papers support and contradict a chain, and how many state all of it.
fn support(hypothesis: &MechanismHypothesis) -> String {
    let whole = match (hypothesis.hops.len(), hypothesis.works_that_state_the_whole()) {
        (0 | 1, _) => String::new(),
        (_, 0) => " No single paper was found to state the whole mechanism.".to_owned(),
        (_, 1) => " 1 paper states the whole mechanism.".to_owned(),
        (_, some) => format!(" {some} papers state the whole mechanism."),
    };
    format!(
        " {}: {} for, {} against.{whole}",
        capitalised(hypothesis.status().as_str()),
        counted(hypothesis.supporting_evidence.len(), "paper"),
        hypothesis.contradicting_evidence.len(),
    )
}

/// Cites all works of one side if not all of them are quoted below.
fn all_works(quotes: &[Quote]) -> Inline {
    let works: Vec<String> = first_of_each_work(quotes).map(|quote| quote.work.clone()).collect();
    Inline::Cite(if works.len() > MAX_QUOTES_SHOWN { works } else { Vec::new() })
}

fn quotes(page: &mut Page, side: &str, quotes: &[Quote]) {
    for quote in of_most_works(quotes).into_iter().take(MAX_QUOTES_SHOWN) {
        let side =
            if side == "Against" && quote.assertion == Assertion::Denied { "Against (denied)" } else { side };
        page.blocks.push(Block::SubItem(vec![
            text(format!("{side}: ")),
            Inline::Quote(quote.text.clone()),
            cite(&quote.work),
        ]));
    }
}

/// Orders quotations so that the first of each work come first; a short excerpt then covers several
/// papers.
pub(crate) fn of_most_works(quotes: &[Quote]) -> Vec<&Quote> {
    let mut works = BTreeSet::new();
    let (first, more): (Vec<&Quote>, Vec<&Quote>) =
        quotes.iter().partition(|quote| works.insert(quote.work.as_str()));
    [first, more].concat()
}

/// Returns the first quotation of each work.
pub(crate) fn first_of_each_work(quotes: &[Quote]) -> impl Iterator<Item = &Quote> {
    let mut works = BTreeSet::new();
    quotes.iter().filter(move |quote| works.insert(quote.work.as_str()))
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Renders the mechanism as a Mermaid diagram: an arrow for an increase, a blunt end for a
/// decrease, a dotted line for things that are only named together.
#[must_use]
fn mermaid(hops: &[Hop]) -> String {
    let mut out = String::from("flowchart LR\n");
    let mut nodes: Vec<&str> = Vec::new();
    for hop in hops {
        for name in [hop.from.as_str(), hop.to.as_str()] {
            if !nodes.contains(&name) {
                nodes.push(name);
            }
        }
    }
    for (index, name) in nodes.iter().enumerate() {
        out.push_str(&format!("  n{index}[\"{}\"]\n", name.replace(['"', '\n', '`'], "'")));
    }
    for hop in hops {
        let at = |name: &str| nodes.iter().position(|node| *node == name).unwrap_or_default();
        let (supporting, contradicting) = hop.counts();
        let (arrow, label) = match (hop.tier, hop.sign) {
            (Tier::NamedTogether, sign) if hop.estimated => {
                ("-.-", format!("{}, estimated: {}", sign.verb(), counted(supporting, "paper")))
            }
            (Tier::NamedTogether, _) => ("-.-", format!("named together: {}", counted(supporting, "paper"))),
            (Tier::Stated, sign) => (
                if sign == Sign::Decreases { "--x" } else { "-->" },
                format!("{}: {supporting} for, {contradicting} against", sign.verb()),
            ),
        };
        out.push_str(&format!("  n{} {arrow}|\"{label}\"| n{}\n", at(&hop.from), at(&hop.to)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(from: &str, sign: Sign, to: &str, tier: Tier) -> Hop {
        let quote = Quote {
            work: "a".to_owned(),
            text: format!("{from} and {to}."),
            assertion: Assertion::Stated,
            source: String::new(),
            context: super::super::QuoteContext::default(),
        };
        Hop { supporting: vec![quote], tier, ..Hop::new(from, sign, to) }
    }

    fn named_together() -> MechanismHypothesis {
        let hops = vec![
            hop("aspirin", Sign::Decreases, "COX-1", Tier::Stated),
            hop("COX-1", Sign::Affects, "stroke", Tier::NamedTogether),
        ];
        MechanismHypothesis {
            drug: "aspirin".into(),
            target: "COX-1".into(),
            pathway: String::new(),
            effect: "stroke".into(),
            confidence: Default::default(),
            supporting_evidence: vec!["a".into()],
            contradicting_evidence: vec![],
            search_suggestions: vec![],
            hops,
            direct: Some(hop("aspirin", Sign::Decreases, "stroke", Tier::Stated)),
            tier: Tier::NamedTogether,
            made_by: "extracted".into(),
            model_confidence: None,
        }
    }

    #[test]
    fn the_page_of_hypotheses_has_its_parts_in_their_order() {
        let mut one = named_together();
        one.tier = Tier::Stated;
        one.hops[1].tier = Tier::Stated;
        one.search_suggestions = vec!["aspirin stroke trial".to_owned()];
        let assessment = HypothesisAssessment {
            primary_hypothesis: Some(one.clone()),
            hypotheses: vec![one],
            knowledge_gaps: vec!["Nothing in people.".to_owned()],
            recommended_searches: vec!["COX-1 stroke".to_owned()],
            ..Default::default()
        };
        let shown = format!("{:?}", page(&assessment).blocks);
        let parts = [
            "Hypothesis 1 (Confidence: 0%)",
            "aspirin → COX-1 → stroke",
            "Suggested searches",
            "aspirin stroke trial",
            "Primary hypothesis",
            "Knowledge gaps",
            "Nothing in people.",
            "Recommended next searches",
            "COX-1 stroke",
        ];
        let places: Vec<Option<usize>> = parts.iter().map(|part| shown.find(part)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {shown}");
    }

    #[test]
    fn a_chain_that_is_only_named_together_has_no_papers_for_it() {
        let assessment = HypothesisAssessment { hypotheses: vec![named_together()], ..Default::default() };
        let shown = format!("{:?}", page(&assessment).blocks);
        assert!(!shown.contains("Supported") && !shown.contains("Reported once"), "{shown}");
        assert!(!shown.contains("states the whole") && !shown.contains("0 sentences"), "{shown}");
        assert!(shown.contains("No mechanism was found with every step stated."), "{shown}");
        assert!(shown.contains("-.-|\\\"named together: 1 paper"), "{shown}");
    }

    #[test]
    fn a_direct_statement_is_not_against_a_chain_without_a_direction() {
        let side = |sign: Sign| {
            let mut one = named_together();
            one.hops[1] = hop("COX-1", sign, "stroke", Tier::Stated);
            one.tier = Tier::Stated;
            let assessment = HypothesisAssessment { hypotheses: vec![one], ..Default::default() };
            let blocks = page(&assessment).blocks.into_iter();
            let mut last = blocks.filter_map(|block| match block {
                Block::SubItem(inlines) => inlines.first().map(|inline| format!("{inline:?}")),
                _ => None,
            });
            last.next_back().unwrap_or_default()
        };
        assert!(side(Sign::Affects).contains("Stated: "), "{}", side(Sign::Affects));
        assert!(side(Sign::Increases).contains("For: "), "{}", side(Sign::Increases));
        assert!(side(Sign::Decreases).contains("Against: "), "{}", side(Sign::Decreases));
    }

    #[test]
    fn where_few_quotations_are_shown_they_are_of_several_papers() {
        let quote = |work: &str, text: &str| Quote {
            work: work.to_owned(),
            text: text.to_owned(),
            assertion: Assertion::Stated,
            source: String::new(),
            context: super::super::QuoteContext::default(),
        };
        let all = [quote("a", "one"), quote("a", "two"), quote("b", "three")];
        let order: Vec<&str> = of_most_works(&all).iter().map(|quote| quote.text.as_str()).collect();
        assert_eq!(order, ["one", "three", "two"]);
    }
}
