//! Builds the remarks that several rules about claims share.

use super::checked_claim::CheckedClaim;
use super::definition::{Anchor, Remark};
use super::wording;
use crate::guideline;
use crate::support::{Field, Objection, PassageIndex, place_of_passage};
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
        let compared = self.compared_with().into_iter().filter(|(_, value)| !value.is_empty());
        let more = more.iter().map(|(name, value)| (*name, (*value).to_owned())).chain(compared).collect();
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
            Some(record) => match self.cited.first().and_then(|cited| cited.paper.as_deref()) {
                Some(paper) => paper_of(language, record, paper),
                None => abstract_of(language, record),
            },
            None => self.several(language),
        }
    }

    /// Describes the texts of several works, with the file of each full text.
    fn several(&self, language: Language) -> String {
        let count = self.cited.len();
        let texts = match self.basis() {
            Basis::Abstract => {
                return language.pick(
                    format!("the abstracts of the {count} works that are cited here"),
                    format!("los resúmenes de los {count} trabajos que se citan aquí"),
                );
            }
            Basis::Whole => language.pick("the full texts", "los textos completos"),
            Basis::Partly => language.pick("what was read", "lo que se leyó"),
        };
        let each: Vec<String> = self
            .cited
            .iter()
            .map(|cited| {
                let text = match cited.compared().and_then(|work| work.paper) {
                    Some(paper) => file_of(language, paper),
                    None => language.pick("the abstract", "el resumen").to_owned(),
                };
                format!("{}: {text}", cited.label)
            })
            .collect();
        let each = each.join("; ");
        language.pick(
            format!("{texts} of the {count} works that are cited here ({each})"),
            format!("{texts} de los {count} trabajos que se citan aquí ({each})"),
        )
    }

    /// Returns what the claim was compared with, for programs: `full-text`, `abstract`, or `partly`
    /// if only some of the text was read, and the files of the full texts.
    fn compared_with(&self) -> [(&'static str, String); 2] {
        let basis = match self.basis() {
            Basis::Abstract => "abstract",
            Basis::Partly => "partly",
            Basis::Whole => "full-text",
        };
        let papers = self.cited.iter().filter_map(|cited| cited.compared()?.paper);
        let files: Vec<String> = papers.map(|paper| file_of(Language::English, paper)).collect();
        [("compared", basis.to_owned()), ("full_text", files.join("; "))]
    }

    /// Returns how much of the text of the cited works was read.
    pub(super) fn basis(&self) -> Basis {
        let papers: Vec<Option<&PassageIndex>> =
            self.cited.iter().map(|cited| cited.compared().and_then(|work| work.paper)).collect();
        match papers.iter().flatten().count() {
            0 => Basis::Abstract,
            count if count < papers.len() => Basis::Partly,
            _ if papers.iter().flatten().any(|paper| paper.is_partial()) => Basis::Partly,
            _ => Basis::Whole,
        }
    }

    /// Returns the severity of something that is missing: a warning if the whole of every cited work
    /// was read, a hint if only a part of one was, else `in_abstract`.
    pub(super) fn severity_of_missing(&self, in_abstract: Severity) -> Severity {
        match self.basis() {
            Basis::Whole => Severity::Warning,
            Basis::Partly => Severity::Hint,
            Basis::Abstract => in_abstract,
        }
    }

    /// Describes where the cited full texts have these words: `page 4, Results`.
    pub(super) fn place_of(&self, language: Language, words: &str) -> Option<String> {
        let papers = self.cited.iter().filter_map(|cited| cited.compared()?.paper);
        let passage = papers.filter_map(|paper| paper.passage_with(words)).next()?;
        place_of_passage(language, passage)
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
            let says = match self.place_of(language, sentence) {
                Some(place) => language.pick(format!("{place} says"), format!("en {place} dice")),
                None => language.pick("that says", "allí dice").to_owned(),
            };
            format!("{fact}; {says}: {}. {}", quoted_sentence(language, sentence), compare.text(language))
        });
        let place = instead.as_ref().and_then(|sentence| self.place_of(Language::English, sentence));
        let mut more = vec![("number", number.as_str())];
        more.extend(instead.as_ref().map(|sentence| ("passage", sentence.as_str())));
        more.extend(place.as_ref().map(|place| ("place", place.as_str())));
        let in_abstract = if instead.is_some() { contradicted } else { missing };
        let severity = match (self.basis(), instead) {
            (Basis::Abstract, _) | (Basis::Partly, Some(_)) => in_abstract,
            _ => self.severity_of_missing(in_abstract),
        };
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
                    let place = self.place_of(language, sentence);
                    let place = place.map_or_else(String::new, |place| format!(", {place}"));
                    let sentence = quoted_sentence(language, sentence);
                    let field = field.phrase();
                    language.pick(
                        format!(
                            "The opposite seems to be said in {of}{place}: {sentence}. Compare the {}.",
                            field.english
                        ),
                        format!(
                            "Lo contrario parece figurar en {of}{place}: {sentence}. Compare {}.",
                            field.spanish
                        ),
                    )
                });
                let place = self.place_of(Language::English, sentence);
                let mut more = vec![("passage", sentence.as_str()), ("field", field.name())];
                more.extend(place.as_ref().map(|place| ("place", place.as_str())));
                return Some(self.remark(None, message, contradicted, &more));
            }
            Objection::OtherKind { said, is, field } => {
                let message = self.other_kind(said, is, *field);
                return Some(self.remark(None, message, Severity::Information, &[("field", field.name())]));
            }
            Objection::OtherTopic => about(&|language, of| {
                language.pick(
                    format!(
                        "The sentence has no word in common with the title and {of}. Check that this is the work that is meant."
                    ),
                    format!(
                        "La frase no comparte ninguna palabra con el título y {of}. Compruebe que este es el trabajo que quiere citar."
                    ),
                )
            }),
            Objection::QuoteNotFound { .. }
            | Objection::QuoteOnOtherPage { .. }
            | Objection::NumberNotInSource { .. } => return None,
        };
        Some(self.remark(None, message, Severity::Information, &[]))
    }

    /// Says that the record of the cited work is of another kind than the sentence states.
    fn other_kind(&self, said: &str, is: &str, field: Field) -> Message {
        Message::written(|language| {
            let of = self.looked_at(language);
            let field = field.phrase();
            language.pick(
                format!(
                    "The sentence says “{said}”, and the cited work is another: {is}, by {of}. Compare the {}.",
                    field.english
                ),
                format!(
                    "La frase dice «{said}», y el trabajo citado es otro: «{is}», según {of}. Compare {}.",
                    field.spanish
                ),
            )
        })
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
        } else if self.basis() == Basis::Whole {
            Phrase {
                english: "Compare it, or cite the work that has it.",
                spanish: "Compárelo, o cite el trabajo que lo tiene.",
            }
        } else if self.basis() == Basis::Partly {
            Phrase {
                english: "Not all of the text could be read: compare it there.",
                spanish: "No se pudo leer todo el texto: compárelo allí.",
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

/// How much of the text of the cited works was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basis {
    /// Abstracts alone.
    Abstract,
    /// A full text of some works, or not all pages of one.
    Partly,
    /// The full text of every work.
    Whole,
}

/// Describes a full text and its origin: `the full text of “Title” (Smith 2019) in smith.pdf
/// (accepted manuscript)`.
fn paper_of(language: Language, record: &Record, paper: &PassageIndex) -> String {
    let work = wording::work(language, &record.work);
    let file = file_of(language, paper);
    if paper.is_partial() {
        language.pick(
            format!("what could be read of {work} in {file}"),
            format!("lo que se pudo leer de {work} en {file}"),
        )
    } else {
        language.pick(
            format!("the full text of {work} in {file}"),
            format!("el texto completo de {work} en {file}"),
        )
    }
}

/// Describes the file of a full text: `smith.pdf (accepted manuscript)`.
pub(super) fn file_of(language: Language, paper: &PassageIndex) -> String {
    let text = paper.full_text();
    let unread = paper.is_partial().then(|| language.pick("incomplete", "incompleto").to_owned());
    let notes: Vec<String> = text.version.clone().into_iter().chain(unread).collect();
    if notes.is_empty() { text.origin.clone() } else { format!("{} ({})", text.origin, notes.join(", ")) }
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
