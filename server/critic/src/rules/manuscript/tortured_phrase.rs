//! `manuscript/tortured-phrase`

use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule};
use aho_corasick::{AhoCorasick, MatchKind};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// Flags a phrase that stands for a term of the field in reworded text.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/tortured-phrase",
        summary: "A phrase that a paraphrasing program makes of a term of the field",
        severity: Some(Severity::Hint),
        scope: Scope::Sentence,
        needs_reason: false,
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

/// The reported phrase, and the term that it stands for.
const PHRASES: &[(&str, &str)] = &[
    ("counterfeit consciousness", "artificial intelligence"),
    ("man-made brainpower", "artificial intelligence"),
    ("man-made consciousness", "artificial intelligence"),
    ("profound neural organization", "deep neural network"),
    ("counterfeit neural organization", "artificial neural network"),
    ("fake neural organization", "artificial neural network"),
    ("fake neural network", "artificial neural network"),
    ("convolutional neural organization", "convolutional neural network"),
    ("convolution neural organization", "convolutional neural network"),
    ("recurrent neural organization", "recurrent neural network"),
    ("repetitive neural organization", "recurrent neural network"),
    ("help vector machine", "support vector machine"),
    ("bolster vector machine", "support vector machine"),
    ("uphold vector machine", "support vector machine"),
    ("irregular woodland", "random forest"),
    ("arbitrary woodland", "random forest"),
    ("irregular timberland", "random forest"),
    ("arbitrary timberland", "random forest"),
    ("arbitrary backwoods", "random forest"),
    ("credulous bayes", "naive Bayes"),
    ("gullible bayes", "naive Bayes"),
    ("innocent bayes", "naive Bayes"),
    ("k-closest neighbor", "k-nearest neighbours"),
    ("k-closest neighbour", "k-nearest neighbours"),
    ("straight relapse", "linear regression"),
    ("strategic relapse", "logistic regression"),
    ("disarray grid", "confusion matrix"),
    ("disarray framework", "confusion matrix"),
    ("bogus positive rate", "false positive rate"),
    ("mean square blunder", "mean square error"),
    ("mean square mistake", "mean square error"),
    ("mean outright blunder", "mean absolute error"),
    ("mean outright error", "mean absolute error"),
    ("root mean square blunder", "root mean square error"),
    ("standard blunder", "standard error"),
    ("flag to clamor", "signal to noise"),
    ("flag-to-clamor", "signal-to-noise"),
    ("signal to clamor", "signal to noise"),
    ("signal-to-clamor", "signal-to-noise"),
    ("p-esteem", "p value"),
    ("fluffy rationale", "fuzzy logic"),
    ("hereditary calculation", "genetic algorithm"),
    ("molecule swarm", "particle swarm"),
    ("subterranean insect state", "ant colony"),
    ("subterranean insect province", "ant colony"),
    ("subterranean insect settlement", "ant colony"),
    ("underground creepy crawly", "ant colony"),
    ("recreated strengthening", "simulated annealing"),
    ("reenacted toughening", "simulated annealing"),
    ("information stockroom", "data warehouse"),
    ("focal preparing unit", "central processing unit"),
    ("arbitrary get right of passage", "random access"),
    ("facial acknowledgment", "facial recognition"),
    ("facial acknowledgement", "facial recognition"),
    ("discourse acknowledgment", "speech recognition"),
    ("discourse acknowledgement", "speech recognition"),
    ("individual computerized collaborator", "personal digital assistant"),
    ("sun based vitality", "solar energy"),
    ("sun-based vitality", "solar energy"),
    ("sunlight based vitality", "solar energy"),
    ("motor vitality", "kinetic energy"),
    ("leftover vitality", "residual energy"),
    ("attractive reverberation imaging", "magnetic resonance imaging"),
    ("attractive reverberation picture", "magnetic resonance image"),
    ("atomic attractive reverberation", "nuclear magnetic resonance"),
    ("figured tomography", "computed tomography"),
    ("bosom malignancy", "breast cancer"),
    ("bosom cancer", "breast cancer"),
    ("bosom peril", "breast cancer"),
    ("bosom tumor", "breast tumour"),
    ("bosom tumour", "breast tumour"),
    ("cerebrum tumor", "brain tumour"),
    ("cell breakdown in the lungs", "lung cancer"),
    ("kidney disappointment", "kidney failure"),
    ("renal disappointment", "renal failure"),
    ("heart disappointment", "heart failure"),
    ("cardiovascular breakdown", "heart failure"),
    ("heart assault", "heart attack"),
    ("coronary course sickness", "coronary artery disease"),
    ("coronary corridor", "coronary artery"),
    ("coronary supply route", "coronary artery"),
    ("carotid supply route", "carotid artery"),
    ("constant obstructive aspiratory", "chronic obstructive pulmonary"),
    ("aspiratory ailment", "pulmonary disease"),
    ("alzheimer's ailment", "Alzheimer's disease"),
    ("alzheimer's infection", "Alzheimer's disease"),
    ("parkinson's ailment", "Parkinson's disease"),
    ("parkinson's infection", "Parkinson's disease"),
    ("lactose bigotry", "lactose intolerance"),
    ("glucose bigotry", "glucose intolerance"),
    ("insulin obstruction", "insulin resistance"),
    ("insulin opposition", "insulin resistance"),
    ("invulnerable framework", "immune system"),
    ("invulnerable reaction", "immune response"),
    ("invulnerable cell", "immune cell"),
    ("focal sensory system", "central nervous system"),
    ("focal apprehensive system", "central nervous system"),
    ("lymph hub", "lymph node"),
    ("white platelets", "white blood cells"),
    ("red platelets", "red blood cells"),
    ("foundational microorganism", "stem cell"),
    ("quality articulation", "gene expression"),
    ("amino corrosive", "amino acid"),
    ("nucleic corrosive", "nucleic acid"),
    ("ribonucleic corrosive", "ribonucleic acid"),
    ("deoxyribonucleic corrosive", "deoxyribonucleic acid"),
    ("greasy corrosive", "fatty acid"),
    ("hyaluronic corrosive", "hyaluronic acid"),
    ("receptive oxygen species", "reactive oxygen species"),
    ("body mass list", "body mass index"),
    ("weight file (bmi)", "body mass index"),
    ("randomized controlled preliminary", "randomised controlled trial"),
    ("randomised controlled preliminary", "randomised controlled trial"),
    ("randomized clinical preliminary", "randomised clinical trial"),
    ("blood vessel hypertension", "arterial hypertension"),
    ("bosom feeding", "breastfeeding"),
    ("enlarged reality", "augmented reality"),
    ("profound learning", "deep learning"),
    ("irregular forest", "random forest"),
    ("arbitrary forest", "random forest"),
    ("irregular backwoods", "random forest"),
    ("colossal information", "big data"),
    ("gigantic information", "big data"),
    ("profound convolutional", "deep convolutional"),
    ("haze figuring", "fog computing"),
    ("cloud figuring", "cloud computing"),
    ("distributed figuring", "distributed computing"),
    ("k-crease cross", "k-fold cross"),
    ("choice tree classifier", "decision tree classifier"),
    ("slope plunge", "gradient descent"),
    ("inclination drop", "gradient descent"),
    ("slope boosting", "gradient boosting"),
    ("angle boosting", "gradient boosting"),
    ("chief part investigation", "principal component analysis"),
    ("head segment investigation", "principal component analysis"),
    ("area under the bend", "area under the curve"),
    ("collector working trademark", "receiver operating characteristic"),
    ("recipient working trademark", "receiver operating characteristic"),
    ("beneficiary working trademark", "receiver operating characteristic"),
    ("collector working characteristic", "receiver operating characteristic"),
    ("recipient working characteristic", "receiver operating characteristic"),
    ("certainty stretch", "confidence interval"),
    ("chances proportion", "odds ratio"),
    ("peril proportion", "hazard ratio"),
    ("danger proportion", "hazard ratio"),
    ("generally speaking endurance", "overall survival"),
    ("by and large endurance", "overall survival"),
    ("in general endurance", "overall survival"),
    ("middle endurance time", "median survival time"),
    ("movement free endurance", "progression-free survival"),
    ("fringe blood", "peripheral blood"),
    ("intense respiratory misery", "acute respiratory distress"),
    ("intense respiratory trouble", "acute respiratory distress"),
    ("intense lymphoblastic", "acute lymphoblastic"),
    ("intense myeloid leukemia", "acute myeloid leukaemia"),
    ("intense myeloid leukaemia", "acute myeloid leukaemia"),
    ("free extremist searching", "free radical scavenging"),
    ("free extremist rummaging", "free radical scavenging"),
    ("overlap cross-approval", "fold cross-validation"),
    ("intense kidney injury", "acute kidney injury"),
    ("ongoing kidney infection", "chronic kidney disease"),
    ("persistent kidney sickness", "chronic kidney disease"),
    ("constant kidney sickness", "chronic kidney disease"),
    ("constant kidney illness", "chronic kidney disease"),
    ("high-thickness lipoprotein", "high-density lipoprotein"),
    ("low-thickness lipoprotein", "low-density lipoprotein"),
    ("high thickness lipoprotein", "high-density lipoprotein"),
    ("low thickness lipoprotein", "low-density lipoprotein"),
    ("tumor rot factor", "tumour necrosis factor"),
    ("tumor putrefaction factor", "tumour necrosis factor"),
    ("tumour rot factor", "tumour necrosis factor"),
    ("growth rot factor", "tumour necrosis factor"),
    ("growth corruption factor", "tumour necrosis factor"),
    ("polymerase chain response", "polymerase chain reaction"),
    ("western smudge", "western blot"),
    ("western smear", "western blot"),
    ("stream cytometry", "flow cytometry"),
    ("catalyst-connected immunosorbent", "enzyme-linked immunosorbent"),
    ("catalyst connected immunosorbent", "enzyme-linked immunosorbent"),
    ("chemical connected immunosorbent", "enzyme-linked immunosorbent"),
    ("compound connected immunosorbent", "enzyme-linked immunosorbent"),
    ("responsive oxygen species", "reactive oxygen species"),
    ("ox-like serum", "bovine serum"),
    ("cow-like serum", "bovine serum"),
    ("positron outflow tomography", "positron emission tomography"),
    ("attractive reverberation", "magnetic resonance"),
    ("figured tomographic", "computed tomographic"),
    ("processed tomography", "computed tomography"),
    ("bosom malignant growth", "breast cancer"),
    ("bosom disease", "breast disease"),
    ("cellular breakdown in the lungs", "lung cancer"),
    ("left ventricular discharge division", "left ventricular ejection fraction"),
    ("cerebrum stroke", "stroke"),
    ("myocardial dead tissue", "myocardial infarction"),
    ("sign to commotion", "signal to noise"),
    ("signal to commotion", "signal to noise"),
    ("signal-to-commotion", "signal-to-noise"),
    ("flag-to-commotion", "signal-to-noise"),
    ("flag to commotion", "signal to noise"),
    ("twofold visually impaired", "double blind"),
    ("twofold blind", "double blind"),
    ("dazed placebo", "blinded placebo"),
    ("fake treatment controlled", "placebo-controlled"),
];

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
        // "Profound learning disability" is a term of the field.
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

/// Whether a block speaks of machine learning, where woods are no landscape.
fn speaks_of_learning(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["classif", "algorithm", "machine", "predict", "accura"].iter().any(|word| lower.contains(word))
}

/// Whether a block is about such phrases.
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
