//! Implements the rule `citation/quote-not-found`.

use super::checked_claim::CheckedClaim;
use super::claim_remarks::file_of;
use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::subject::push;
use super::wording;
use crate::edits;
use crate::support::{CitedPages, Objection};
use referee_bibliography::foreign::foreign;
use referee_findings::{Finding, Fix, Rule, Scope, Severity};
use referee_syntax::Target;
use referee_text::{Language, Message, Phrase, TextEdit};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/quote-not-found",
        summary: "A quotation is not in the text of the cited work, as far as that text is known, or not on the cited page",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A quotation of four words or more, in a sentence that cites, that no cited work has. It is looked up in the full \
text if you have it, over lines, columns and pages, else in the abstract: letter \
for letter, and then word for word, without regard to case, punctuation, hyphens, ligatures, marks of references and \
the spelling of Britain and America. Of a quotation with omissions every part must be there, in order; square brackets \
hold the quoting author's words.

| compared with | not there | nearly these words are there |
|---|---|---|
| the whole text of every cited work | warning | warning |
| a text of which pages could not be read, or of some works only | hint | hint |
| abstracts | hint, or information if the sentence says that the abstract says so | information |

If the citation gives a page (`[@roe2019, p. 12]`, `\\cite[p.~12]{roe2019}`) and another page of the full text has the \
quotation, that page is reported (information). Both the page of the file and the printed one count.

A warning in a passage that referee wrote: that quotes nothing but what is stored.

## Why

Quotations change while they are copied, and a word more or less can turn what was said.

## Example

```markdown
The authors saw “no benefit of early treatment in older adults” [@roe2019].
```

Page 4, Results: no benefit of late treatment in older adults.

## What it cannot tell

What is in a full text that you do not have. It is silent if nothing is known of the text of a cited work.

## Fixes

- Write the words of the source, if it has nearly these.
- Correct the page.
- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The full text, with its file and version; else the abstract, as the library or an online source has it, with its date.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(fixes),
};

fn check(_: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for objection in checked.objections.iter() {
        if let Objection::QuoteOnOtherPage { quote, work, cited, page, .. } = objection {
            out.extend(on_other_page(checked, quote, *work, cited, *page));
        }
        let Objection::QuoteNotFound { quote, at, nearest } = objection else { continue };
        let remark = match nearest {
            Some(near) => {
                let place = |language| checked.place_of(language, near);
                let near = near.split_whitespace().collect::<Vec<_>>().join(" ");
                let message = Message::written(|language| {
                    let (of, near) = (checked.looked_at(language), wording::quoted(language, &near));
                    let place = place(language);
                    language.pick(
                        format!(
                            "The quotation is not in {of}; {} has: {near}. Quote its words, or say which text is quoted.",
                            place.as_deref().unwrap_or("that")
                        ),
                        format!(
                            "La cita textual no figura en {of}; {} dice: {near}. Cite sus palabras, o diga qué texto se cita.",
                            place.map_or_else(|| "allí".to_owned(), |place| format!("en {place}"))
                        ),
                    )
                });
                let severity = checked.severity_of_missing(Severity::Information);
                let place = checked.place_of(Language::English, &near);
                let mut more = vec![("quote", quote.as_str()), ("nearest", near.as_str())];
                more.extend(place.as_ref().map(|place| ("place", place.as_str())));
                checked.remark(Some(at), message, severity, &more)
            }
            None => {
                let claimed = checked.names_abstract();
                let advice = if claimed && checked.written.is_none() {
                    Phrase {
                        english: "Compare it, or say which text is quoted.",
                        spanish: "Compárela, o diga qué texto se cita.",
                    }
                } else {
                    checked.advice()
                };
                let in_abstract = if claimed { Severity::Information } else { Severity::Hint };
                let severity = checked.severity_of_missing(in_abstract);
                let message = Message::written(|language| {
                    let (of, advice) = (checked.looked_at(language), advice.text(language));
                    language.pick(
                        format!("The quotation is not in {of}. {advice}"),
                        format!("La cita textual no figura en {of}. {advice}"),
                    )
                });
                checked.remark(Some(at), message, severity, &[("quote", quote.as_str())])
            }
        };
        out.push(remark);
    }
    out
}

/// Returns the remark about a quotation that is not on the cited page, at the citation of the work.
fn on_other_page(
    checked: &CheckedClaim<'_>,
    quote: &str,
    work: usize,
    cited: &str,
    page: u32,
) -> Option<Remark> {
    let source = checked.cited.get(work)?;
    let paper = source.paper.as_deref()?;
    let message = Message::written(|language| {
        let origin = file_of(language, paper);
        language.pick(
            format!(
                "The quotation is on page {page} of {}, not on page {cited} (read in {origin}). Correct the page.",
                source.label
            ),
            format!(
                "La cita textual está en la página {page} de {}, no en la {cited} (leído en {origin}). Corrija la página.",
                source.label
            ),
        )
    });
    let page = page.to_string();
    let mut remark =
        checked.remark(None, message, Severity::Information, &[("quote", quote), ("page", &page)]);
    let citation = checked
        .claim
        .citations
        .iter()
        .find(|citation| matches!(&citation.target, Target::Key(key) if *key == source.label))?;
    remark.place = Anchor::Span(citation.span);
    remark.data.key = Some(source.label.clone());
    Some(remark)
}

/// Returns the correction of the page that a citation gives, if it gives a single one.
fn page_correction(context: &RuleContext<'_>, finding: &Finding) -> Option<(Message, TextEdit)> {
    let page = finding.data.more.get("page")?;
    let (draft, citation) = super::subject::citation_at(context, finding.span)?;
    let written = draft.text().get_byte_slice(citation.group.range())?.to_string();
    let cited = CitedPages::read(&written, citation.group.start as usize, citation.span)?;
    let title = Message::new(format!("Write page {page}"), format!("Escribir la página {page}"));
    (cited.first == cited.last).then(|| (title, TextEdit::new(cited.span, page.clone())))
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let mut out = Vec::new();
    if let Some(near) = finding.data.more.get("nearest")
        && let Some(draft) = context.draft
    {
        let edit = TextEdit::new(finding.span, foreign(near, draft.format().markup()));
        let title = Message::new("Write the words of the source", "Escribir las palabras de la fuente");
        push(context, &mut out, title, false, vec![edits::file_edit(context.file, edit)]);
    }
    if let Some((title, edit)) = page_correction(context, finding) {
        push(context, &mut out, title, false, vec![edits::file_edit(context.file, edit)]);
        return out;
    }
    out.extend(super::subject::citation_removal(context, finding));
    out
}
