//! `manuscript/causal-language`

use super::chapter::Chapter;
use super::paper::{Paper, Position, Role};
use crate::analysis::topics::Topics;
use crate::pattern::Pattern;
use crate::{Applies, BlockContext, Check, CriticRule, Draft, Scan};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/causal-language",
        summary: "An observational study uses a causal verb in its abstract or conclusion",
        severity: Some(Severity::Hint),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

In a paper that calls itself a cohort, case-control, cross-sectional or observational study and says nothing of random \
assignment: verbs of causing (causes, prevents, leads to, results in, protects against, reduces or increases the risk) in \
the abstract, the discussion and the conclusion. At most five in a file.

## Why

Observation alone shows that things go together. Many journals ask for `was associated with`, unless the design was made \
for causal inference.

## Example

```text
In this cohort study, coffee prevents stroke.
```

## What it cannot tell

What the design allows; readers disagree about how strong a wording is, so this is a hint. Sentences that hedge (may, \
could, suggests, whether, puede), that quote a hypothesis or that cite other work are left alone.

## Fixes

None: how much a study can say is for its authors to decide.

## Sources

Haber and others 2022, 10.1093/aje/kwac137: language that links exposure and outcome in 1,170 abstracts.
",
    },
    checks: &[Check::document(Applies::Manuscripts, check)],
    fixes: None,
};

/// The maximum number of findings per file.
const MAX_FINDINGS: usize = 5;

fn verbs() -> Option<&'static Pattern> {
    static CAUSAL_VERBS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\b(?:causes|caused (?:a|an|the|more|fewer|less)|prevents|prevented|leads to|lead to|led to|resulted in|results in|protects (?:against|from)|(?:reduces|increases|reduced|increased|lowers) (?:the )?(?:\w+ )?(?:risk|mortality|incidence|odds)|causa|causan|previene|previenen|conduce a|conducen a|protege (?:contra|frente a|de)|(?:reduce|aumenta|disminuye|incrementa) (?:el riesgo|la mortalidad|la incidencia))\b",
        ))
    });
    CAUSAL_VERBS.as_ref()
}

/// Words that weaken a sentence's claim or change its meaning.
const HEDGES: [&str; 47] = [
    " no ",
    "nos pregunt",
    "evaluar si",
    "investigar si",
    "estudiar si",
    "may ",
    "might",
    "could",
    "can ",
    "would",
    "should",
    "suggest",
    "whether",
    "hypothes",
    "appear",
    "seem",
    "if ",
    "possib",
    "likely",
    "potential",
    "cause of",
    "causes of",
    "caused by",
    "all-cause",
    "cause-specific",
    "to prevent",
    "not ",
    "no evidence",
    "cannot",
    "puede",
    "podría",
    "sugier",
    "parece",
    "hipótesis",
    "posible",
    "associated with",
    "association",
    "asociad",
    "asociación",
    "known to",
    "previous",
    "increased risk",
    "reduced risk",
    "causa de",
    "causas de",
    "por todas las causas",
    "risk of bias",
];

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let paper = Paper::of(draft);
    if !paper.has(Chapter::Methods) {
        return Vec::new();
    }
    let opening = paper.topics_where(|role| matches!(role, Role::Front | Role::Abstract));
    let methods = paper.topics_where(|role| role == Role::Body(Some(Chapter::Methods)));
    let observes = opening.and(methods).any(Topics::OBSERVATIONAL);
    if !observes || opening.and(methods).any(Topics::RANDOMISED.and(Topics::NO_TRIAL)) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for group in draft.scan::<CausalVerbs>(Position::START) {
        for (span, verb) in group.summary.iter().take(MAX_FINDINGS - out.len()) {
            let message = if draft.is_spanish() || paper.is_spanish() {
                format!(
                    "«{verb}» dice más de lo que suele mostrar un diseño observacional. Diga qué se asoció con qué, o qué parte \
                     del diseño sostiene una causa."
                )
            } else {
                format!(
                    "“{verb}” says more than an observational design usually shows. Say what went together with what, or which part \
                     of the design supports a cause.",
                )
            };
            out.push(Remark::new(span.shift(group.start), message));
        }
    }
    out
}

/// The causal verbs of a block, with their locations.
struct BlockVerbs(Vec<(Span, String)>);

impl BlockVerbs {
    fn of(block: &BlockContext<'_>) -> BlockVerbs {
        let Some(verbs) = verbs() else { return BlockVerbs(Vec::new()) };
        let mut out = Vec::new();
        for sentence in block.sentences() {
            let text = block.prose().get(sentence.span.range()).unwrap_or_default();
            let Some(found) = verbs.find(text) else { continue };
            let folded = text.to_lowercase();
            let cites = block.citations().iter().any(|citation| sentence.span.contains(citation.span));
            if cites || HEDGES.iter().any(|hedge| folded.contains(hedge)) {
                continue;
            }
            let start = sentence.span.start as usize + found.start();
            out.push((Span::new(start, start + found.len()), found.as_str().to_owned()));
        }
        BlockVerbs(out)
    }
}

/// Finds the first causal verbs in the abstract and the discussion.
struct CausalVerbs;

impl Scan for CausalVerbs {
    type State = Position;
    type Summary = Vec<(Span, String)>;

    fn visit(position: &mut Position, summary: &mut Self::Summary, block: &BlockContext<'_>) {
        let role = position.enter(block, |_, _, _| {});
        let is_looked_at = matches!(role, Role::Abstract | Role::Body(Some(Chapter::Discussion)));
        if !is_looked_at || !block.is_prose() || !block.topics().any(Topics::CAUSE) {
            return;
        }
        for (span, verb) in block.fact(BlockVerbs::of).0.iter().take(MAX_FINDINGS - summary.len()) {
            summary.push((span.shift(block.start), verb.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::paper::samples::{articulo, paper};
    use crate::rules::testing::{manuscript, said};
    use referee_syntax::Format;

    const ID: &str = "manuscript/causal-language";
    const METHODS: &str = "This cohort study followed people for one year in two towns.";

    fn count(sentence: &str) -> usize {
        let text = paper(&format!("We followed a cohort. {sentence}"), METHODS, "They did well.", "");
        said(ID, Format::Markdown, &text, &manuscript()).len()
    }

    fn cuantas(sentence: &str) -> usize {
        let metodos = "Este estudio observacional siguió a personas durante un año.";
        let text = articulo(&format!("Seguimos una cohorte. {sentence}"), metodos, "Bien.", "");
        said(ID, Format::Markdown, &text, &manuscript()).len()
    }

    #[test]
    fn must_fire() {
        for sentence in [
            "Coffee prevents stroke.",
            "Coffee prevented stroke in women.",
            "Coffee causes headache.",
            "Coffee caused a rise of pressure.",
            "Coffee caused more headache.",
            "Smoking leads to asthma.",
            "Smoking led to asthma.",
            "Late meals lead to obesity.",
            "Late meals resulted in obesity.",
            "Poor sleep results in obesity.",
            "Walking protects against dementia.",
            "Walking protects from dementia.",
            "Walking reduces the risk of dementia.",
            "Walking reduced the risk of dementia.",
            "Walking reduces mortality.",
            "Walking lowers the risk of dementia.",
            "Smoking increases the risk of asthma.",
            "Smoking increases the incidence of asthma.",
            "Smoking increased mortality.",
            "Smoking increases the odds of asthma.",
            "In conclusion, a short sleep leads to obesity.",
            "A diet of fish prevents stroke in men and women.",
        ] {
            assert_eq!(count(sentence), 1, "{sentence}");
        }
        for sentence in [
            "El café previene el ictus.",
            "El tabaco causa asma.",
            "Las cenas tardías causan obesidad.",
            "Dormir poco conduce a la obesidad.",
            "Caminar protege contra la demencia.",
            "Caminar protege frente a la demencia.",
            "Caminar reduce el riesgo de demencia.",
            "El tabaco aumenta el riesgo de asma.",
            "Caminar reduce la mortalidad.",
        ] {
            assert_eq!(cuantas(sentence), 1, "{sentence}");
        }
    }

    #[test]
    fn must_not_fire() {
        for sentence in [
            "Coffee was associated with stroke.",
            "Coffee may prevent stroke.",
            "Coffee might prevent stroke.",
            "Coffee could lead to stroke.",
            "These data suggest that coffee prevents stroke.",
            "We asked whether coffee prevents stroke.",
            "The hypothesis was that coffee prevents stroke.",
            "It appears that coffee prevents stroke.",
            "Coffee seems to protect, which leads to nothing.",
            "If coffee prevents stroke, many would drink it.",
            "Stroke is a cause of death.",
            "Causes of death were counted.",
            "Deaths caused by stroke were counted.",
            "All-cause mortality was counted.",
            "Cause-specific mortality was counted.",
            "Programmes to prevent stroke exist.",
            "Coffee does not lead to stroke.",
            "There was no evidence that coffee prevents stroke.",
            "This design cannot show what causes stroke.",
            "An increased risk was seen.",
            "The risk was lower among those who drank coffee.",
            "Coffee is known to reduce sleep, which leads to yawning.",
            "Previous work found that coffee prevents stroke.",
            "Coffee was linked to stroke.",
            "Those who drank coffee had fewer strokes.",
            "The prevention of stroke matters.",
            "Preventive care was counted.",
            "The leading town had more cases.",
            "It likely prevents stroke.",
            "Coffee possibly prevents stroke.",
            "The potential harm leads to caution.",
            "Coffee prevents stroke [@roe2019].",
            "The association leads to questions.",
            "The risk of bias increases the risk of error.",
            "The study followed people for a year.",
            "Because it rained, we stayed.",
        ] {
            assert_eq!(count(sentence), 0, "{sentence}");
        }
        for sentence in [
            "El café se asoció con el ictus.",
            "El café puede prevenir el ictus.",
            "El café podría causar ictus.",
            "El ictus es causa de muerte.",
            "Las causas de muerte se contaron.",
            "La mortalidad por todas las causas bajó.",
            "Los datos sugieren que el café previene el ictus.",
            "Es posible que el café previene el ictus.",
            "La asociación causa dudas.",
            "El riesgo fue menor.",
            "La hipótesis fue que el café previene el ictus.",
            "Parece que el café previene el ictus.",
        ] {
            assert_eq!(cuantas(sentence), 0, "{sentence}");
        }
        let trial = paper("In this randomised trial coffee prevents stroke.", METHODS, "They did well.", "");
        let other = paper(
            "Coffee prevents stroke.",
            "We gave coffee to people for one year in two towns.",
            "Well.",
            "",
        );
        let review = paper("A meta-analysis of cohorts: coffee prevents stroke.", METHODS, "Well.", "");
        let half = "# On coffee\n\nIn this cohort study coffee prevents stroke.\n".to_owned();
        let readme = "# A tool\n\n## Methods\n\nIt leads to faster cohorts.\n".to_owned();
        let intro = paper("We followed a cohort.", METHODS, "Coffee prevents stroke, we found.", "");
        for (at, text) in [trial, other, review, half, readme, intro].iter().enumerate() {
            assert_eq!(said(ID, Format::Markdown, text, &manuscript()).len(), 0, "text {at}");
        }
        for word in ["cross-sectional", "case-control", "observational"] {
            let text = paper(&format!("A {word} study. Coffee was tried."), METHODS, "Well.", "");
            assert_eq!(said(ID, Format::Markdown, &text, &manuscript()).len(), 0, "{word}");
        }
    }

    #[test]
    fn at_most_five_are_told() {
        let text =
            paper(&format!("A cohort. {}", "Coffee prevents stroke. ".repeat(9)), METHODS, "Well.", "");
        assert_eq!(said(ID, Format::Markdown, &text, &manuscript()).len(), 5);
    }
}
