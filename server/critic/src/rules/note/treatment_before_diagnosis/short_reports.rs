//! Abbreviated tissue results as tumour boards write them: "EBUS pos adeno 4R", "CT bx: squamous ca", and negative
//! ones: "brushings: no malignant cells".

use crate::pattern::{Pattern, any_case, any_of, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Ways to obtain tissue or cells.
const SAMPLING: &str = r"(?:EBUS(?:[- ]TBNA)?|TBNA|EUS(?:[- ]FN[AB])?|E?FN[AB]|PAAF|BAG|BAS|CNB|VATS|USE(?:[- ]PAAF)?|(?:CT|US|TC|eco)?[- ]?(?:guided |guiad[ao] )?(?:bx|biops(?:y|ies|ia|ias)|core(?: bx| biopsy)?)|cytology|citolog[ií]a|(?:bronchial |biliary |ERCP )?(?:brush(?:ings?)?|washings?|lavage)|cepillado|lavado|broncoaspirado|BAL|LBA|pleural fluid|l[ií]quido pleural|ascitic fluid|punci[oó]n|tru-?cut|pieza|specimen|path(?:ology)?|histo(?:logy|log[ií]a)?)";

/// Returns the place of a sample's result with an abbreviated malignant tumour.
pub(super) fn malignant_result(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    static SHORT_RESULT: LazyLock<Pattern> = LazyLock::new(|| {
        let tumour = any_of("treatment-before-diagnosis/short-reports/short-result-tumour");
        let gap = r"[^.;?\n]{0,30}?";
        any_case(&format!(
            r"\b{SAMPLING}\b(?P<gap>{gap})\b(?P<found>{tumour})\b|\b(?P<named>{tumour})(?P<by> (?:on|by|from|at|en|por) ){gap}\b{SAMPLING}\b"
        ))
    });
    static DOUBT: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\?|\b(?:{words})\b",
            words = forms("treatment-before-diagnosis/short-reports/doubt")
        ))
    });
    let text = block.slice(sentence.span);
    SHORT_RESULT.captures_iter(text).find_map(|captures| {
        let whole = captures.get(0)?;
        let found = captures.name("found").or_else(|| captures.name("named"))?;
        let line =
            text.get(..whole.start()).unwrap_or_default().rfind(['.', ';', '\n']).map_or(0, |at| at + 1);
        let rest = text.get(whole.end()..).unwrap_or_default();
        let next = rest.get(..1).unwrap_or_default();
        let clause = text.get(line..whole.end()).unwrap_or_default();
        let denied = found.as_str().to_lowercase();
        // "No small cell" is a negation; "no microcítico" is the name of a tumour.
        let clause = clause.replace(found.as_str(), "");
        let is_doubted = DOUBT.is_match(&clause) || next == "?" || denied.starts_with('?');
        (!is_doubted).then(|| {
            let start = sentence.span.start as usize;
            Span::new(start + found.start(), start + found.end())
        })
    })
}

/// Returns the place of a sample without malignant cells, or of an insufficient one.
pub(super) fn negative_result(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    static NEGATIVE_RESULT: LazyLock<Pattern> = LazyLock::new(|| {
        let sample = any_of("treatment-before-diagnosis/short-reports/negative-result-sample");
        let nothing = any_of("treatment-before-diagnosis/short-reports/sample-nothing");
        any_case(&format!(r"\b(?P<sample>{sample})\b[^.;\n]{{0,40}}?\b{nothing}\b"))
    });
    let found = NEGATIVE_RESULT.captures(block.slice(sentence.span))?.name("sample")?;
    let start = sentence.span.start as usize;
    Some(Span::new(start + found.start(), start + found.end()))
}
