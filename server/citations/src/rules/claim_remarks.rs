//! Builds the remarks that several rules about claims share.

use super::checked_claim::CheckedClaim;
use super::definition::{Anchor, Remark};
use super::wording;
use crate::guideline;
use crate::support::Objection;
use referee_findings::{Data, Severity};
use referee_records::Record;
use referee_text::{Language, Message, Phrase, Span};
use std::ops::Range;

impl CheckedClaim<'_> {
    /// Builds a remark about a range of the claim, or about its first citation if `at` is `None`.
    pub(super) fn remark(
        &self,
        at: Option<&Range<usize>>,
        message: Message,
        severity: Severity,
        more: &[(&'static str, &str)],
    ) -> Remark {
        let start = self.claim.span.start as usize;
        let place = at.map(|at| Span::new(start + at.start, start + at.end));
        let key = match self.cited.as_slice() {
            [one] => Some(one.label.clone()),
            _ => None,
        };
        let more = more.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        // A sentence that was written from abstracts must be supported by them.
        let severity = if self.written.is_some() { Severity::Warning } else { severity };
        Remark {
            place: place
                .or_else(|| self.claim.citations.first().map(|citation| citation.span))
                .map_or(Anchor::Subject, Anchor::Span),
            message,
            severity: Some(severity),
            data: Data { key, more },
            ..Remark::default()
        }
    }

    /// Describes the text that the claim was compared with: `the abstract of “Title” (Smith 2019)
    /// as PubMed, 2024-05-02 has it`.
    pub(super) fn looked_at(&self, language: Language) -> String {
        let record = match self.cited.as_slice() {
            [one] => one.record(),
            _ => None,
        };
        match record {
            Some(part) if guideline::is_part(part) => wording::part(language, &part.work),
            Some(record) => abstract_of(language, record),
            None => {
                let count = self.cited.len();
                language.pick(
                    format!("the abstracts of the {count} works that are cited here"),
                    format!("los resúmenes de las {count} obras que se citan aquí"),
                )
            }
        }
    }

    /// Returns the contradiction that a language model found as a remark; `None` if the same was
    /// found without the model.
    pub(super) fn read_against(&self, severity: Severity) -> Option<Remark> {
        let read = self.read.as_deref()?;
        let same = |objection: &Objection| matches!(objection, Objection::OppositeDirection { sentence, .. } if *sentence == read.passage);
        if self.objections.iter().any(same) {
            return None;
        }
        let cited = self.cited.get(read.work)?;
        let record = cited.record()?;
        let message = Message::written(|language| {
            let place = match &cited.part {
                Some(part) => wording::part(language, &part.work),
                None => abstract_of(language, record),
            };
            let (model, passage) = (&read.model, quoted_sentence(language, &read.passage));
            language.pick(
                format!("The language model {model} reads the opposite in {place}: {passage}. Compare them."),
                format!("El modelo de lenguaje {model} lee lo contrario en {place}: {passage}. Compárelos."),
            )
        });
        let more = [("passage", read.passage.as_str()), ("model", read.model.as_str())];
        let mut remark = self.remark(None, message, severity, &more);
        remark.data.key = Some(cited.label.clone());
        Some(remark)
    }

    /// Returns the remark about a number that is missing from the source; `None` for other
    /// objections. `compare` is the advice for the sentence of the source that has another number.
    /// The severity is `contradicted` if there is such a sentence, otherwise `missing`.
    pub(super) fn number_remark(
        &self,
        objection: &Objection,
        compare: Phrase,
        contradicted: Severity,
        missing: Severity,
    ) -> Option<Remark> {
        let Objection::NumberNotInSource { number, at, instead } = objection else { return None };
        let message = Message::written(|language| {
            let of = self.looked_at(language);
            let fact =
                language.pick(format!("{number} is not in {of}"), format!("{number} no figura en {of}"));
            let Some(sentence) = instead else { return format!("{fact}. {}", self.advice().text(language)) };
            let says = language.pick("that says", "allí dice");
            format!("{fact}; {says}: {}. {}", quoted_sentence(language, sentence), compare.text(language))
        });
        let mut more = vec![("number", number.as_str())];
        more.extend(instead.as_ref().map(|sentence| ("passage", sentence.as_str())));
        let severity = if instead.is_some() { contradicted } else { missing };
        Some(self.remark(Some(at), message, severity, &more))
    }

    /// Returns the remark about an objection to the claim as a whole; `None` for numbers and
    /// quotations. The severity is `contradicted` if a sentence of the source says the opposite,
    /// otherwise information.
    pub(super) fn claim_remark(&self, objection: &Objection, contradicted: Severity) -> Option<Remark> {
        let about = |write: &dyn Fn(Language, &str) -> String| {
            Message::written(|language| write(language, &self.looked_at(language)))
        };
        let message = match objection {
            Objection::OppositeDirection { sentence, field } => {
                let message = about(&|language, of| {
                    let sentence = quoted_sentence(language, sentence);
                    language.pick(
                        format!("The opposite seems to be said in {of}: {sentence}. Compare them."),
                        format!("Lo contrario parece figurar en {of}: {sentence}. Compárelos."),
                    )
                });
                return Some(self.remark(None, message, contradicted, &[("passage", sentence.as_str())]));
            }
            Objection::OtherKind { said, is, .. } => about(&|language, of| {
                language.pick(
                    format!(
                        "The sentence says “{said}”, and the cited work is another: {is}, by {of}. Compare them."
                    ),
                    format!(
                        "La frase dice «{said}», y la obra citada es otra: «{is}», según {of}. Compárelas."
                    ),
                )
            }),
            Objection::OtherTopic => about(&|language, of| {
                language.pick(
                    format!(
                        "The sentence has no word in common with the title and {of}. Check that this is the work that is meant."
                    ),
                    format!(
                        "La frase no comparte ninguna palabra con el título y {of}. Compruebe que esta es la obra que quiere citar."
                    ),
                )
            }),
            Objection::QuoteNotFound { .. }
            | Objection::QuoteOnOtherPage { .. }
            | Objection::NumberNotInSource { .. } => return None,
        };
        Some(self.remark(None, message, Severity::Information, &[]))
    }

    /// Returns the advice for the author, with the other possible explanations.
    pub(super) fn advice(&self) -> Phrase {
        if self.written.is_some() {
            Phrase {
                english: "This passage was written from abstracts; rewrite it or take the sentence out.",
                spanish: "Este pasaje se escribió a partir de resúmenes: escríbalo de nuevo o quite la frase.",
            }
        } else if self.cited.iter().all(|cited| cited.part.is_some()) {
            Phrase {
                english: "It may be elsewhere in the document: compare it there.",
                spanish: "Puede estar en otra parte del documento: compárelo allí.",
            }
        } else {
            Phrase {
                english: "It may be in the full text, which was not read: compare it there.",
                spanish: "Puede estar en el texto completo, que no se leyó: compárelo allí.",
            }
        }
    }

    /// Returns whether the sentence was generated by counting and quoting: its numbers and words
    /// come from referee, and only its quotations come from the work.
    pub(super) fn is_counted(&self) -> bool {
        self.written.is_some_and(|written| {
            let by = written.provenance.by.as_str();
            by.starts_with("counted") || by.starts_with("extracted")
        })
    }

    /// Returns whether the sentence itself refers to the abstract.
    pub(super) fn names_abstract(&self) -> bool {
        let lower = self.claim.text.to_lowercase();
        ["abstract", "resumen", "their title"].iter().any(|word| lower.contains(word))
    }
}

/// Describes the abstract of a work and the source that has it: `the abstract of “Title” (Smith
/// 2019) as PubMed, 2024-05-02 has it`.
fn abstract_of(language: Language, record: &Record) -> String {
    let (work, source) = (wording::work(language, &record.work), wording::attribution(language, record));
    language.pick(
        format!("the abstract of {work} as {source} has it"),
        format!("el resumen de {work} según {source}"),
    )
}

/// Puts a sentence in quotation marks, without its full stop.
fn quoted_sentence(language: Language, sentence: &str) -> String {
    wording::quoted(language, sentence.trim_end_matches('.'))
}
