//! The wording of remarks on impossible values.

use crate::BlockContext;
use referee_findings::Remark;
use referee_text::Span;

/// A remark on a value, with the probable slip.
pub(super) fn value_remark(
    block: &BlockContext<'_>,
    span: Span,
    english: &str,
    spanish: &str,
    slip: Option<String>,
) -> Remark {
    let shown = block.slice(span);
    let message = if block.in_spanish() {
        let question = slip.map_or_else(String::new, |slip| format!(" ¿Es {}?", slip.replace('.', ",")));
        format!("«{shown}»: {spanish}.{question} Compruebe la cifra.")
    } else {
        let question = slip.map_or_else(String::new, |slip| format!(" Is {slip} meant?"));
        format!("“{shown}”: {english}.{question} Check the number.")
    };
    Remark::new(span, message)
}
