//! Detects orders that were cancelled before administration: found by a pharmacist, struck off on a
//! second look, or stopped by an alert.

use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, any_of, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// The maximum distance after a dose or drug at which its cancellation is looked for, in bytes.
const MAX_STORY_BYTES: usize = 320;

/// Words that cancel an order before anything is given, folded.
static CANCELLED_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let order = r"(?:order|prescription|script|request|entry|chart|it|this|that)";
    let ended = any_of("cancelled-order/order-ended");
    let never = forms("cancelled-order/ended-never");
    let before = r"(?:before|prior to) (?:the |its |her |his |any |a )?(?:(?:first |single )?(?:dose|administration|dispensing|release)|(?:it|any) (?:was|were|had been|reached|left)(?: (?:given|administered|dispensed))?|(?:being )?(?:given|administered|dispensed|giving))";
    let english = format!(
        r"\b{order}(?: (?:was|is|has been|had been|then|now|since|therefore|duly))* {ended}\b|(?:^|[.;,\n] ?)(?:and |but |so )?{never}\b|\b(?:patient|she|he|they) (?:was |has |had )?{never}\b|\b{ended} by (?:the )?(?:{words})\b|\b(?:{ended}|picked up|caught|spotted|noticed|seen) {before}|\bintercepted\b|\bnear[- ]miss\b",
        words = forms("cancelled-order/english")
    );
    let orden = r"(?:orden|prescripcion|receta|pauta|indicacion|peticion)";
    let anulado = any_of("cancelled-order/orden-anulado");
    let nada = forms("cancelled-order/anulado-nada");
    let antes = r"antes de (?:la |su |cualquier |que se )?(?:primera |1\.?a )?(?:dosis|administr\w*|dispens\w*|poner\w*|dar\w*|toma)";
    let spanish = format!(
        r"\b{orden}(?: \w+){{0,2}}? (?:se |queda |es |fue |ha sido |esta )?(?:\w+ )?{anulado}\b|\b(?:se|queda|fue|ha sido) {anulado}(?:[.,;\n]|$| a \d|[^.;]{{0,30}}{antes})|\b(?:la|lo|las|los) {anulado}\b|{anulado} (?:[^.;]{{0,25}}{antes}|por (?:el|la) (?:prescriptor|medic|residente|facultativ|adjunt|farmac|anestes|pediatra|alerta))|^[^.;]{{0,25}}\b{anulado}\b|(?:^|[.;,\n] ?)(?:y |que |pero )?{nada}\b"
    );
    any_case(&format!("(?:{english}|{spanish})"))
});

/// Folded words before a drug that mean that an order of it was found.
static ORDER_FOUND_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let english = r"\b(?:orders?|prescriptions?|scripts?|requests?|entr(?:y|ies)) (?:was |were )?(?:of|for|from|received for|received from|identified for|found for)\b[^.;]{0,30}$|\b(?:script|prescription|request) (?:received|presented|came) (?:for|with)\b[^.;]{0,20}$|\b(?:alert|warning) (?:for|on)\b[^.;]{0,20}$";
    let spanish = r"\b(?:orden(?:es)?|prescripci(?:on|ones)|recetas?|pautas?|indicacion|peticion|linea)(?: \w+)? (?:de|con|para)\b[^.;]{0,30}$|\b(?:figuraba|constaba|aparecia|se habia (?:prescrito|pautado|indicado)|estaba (?:prescrit|pautad|indicad)[oa])\b[^.;]{0,30}$";
    any_case(&format!("(?:{english}|{spanish})"))
});

/// Folded words after a drug, up to the end of its clause, that mean that an order of it was found.
static ORDER_FOUND_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^(?:[^.;]|\.\d){{0,45}}\b(?:{words})",
        words = forms("cancelled-order/order-found-behind")
    ))
});

/// Whether the order of the drug at `span` was found and cancelled before anything was given;
/// `next` returns the place of the next drug in the block, from where the note may be about that
/// drug.
pub(super) fn is_cancelled_order(
    block: &BlockContext<'_>,
    sentence: Sentence,
    span: Span,
    next: impl FnOnce() -> Option<u32>,
) -> bool {
    let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
    let own = fold(block.slice(Span { start: span.end, end: sentence.span.end.max(span.end) }));
    if !ORDER_FOUND_BEFORE.is_match(&before) && !ORDER_FOUND_BEHIND.is_match(&own) {
        return false;
    }
    let prose = block.prose();
    let mut end = next().map_or(prose.len(), |next| next as usize).min(span.end as usize + MAX_STORY_BYTES);
    while !prose.is_char_boundary(end) {
        end -= 1;
    }
    let story = prose.get(span.end as usize..end).unwrap_or_default();
    CANCELLED_BEHIND.is_match(&fold(story))
}
