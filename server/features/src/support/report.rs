//! Reports the results about sentences, for people as Markdown and for programs as JSON.

use super::{CheckedDraft, CheckedSentence, MAX_SENTENCES, SupportState};
use referee_bibliography::foreign::{Markup, foreign};
use referee_citations::publication_status::PublicationStatus;
use referee_citations::study::Study;
use referee_citations::support::{Objection, QuoteFound};
use referee_research::model::support::{Span as Rests, Verdict as Read};
use referee_text::Language;
use serde_json::{Value, json};

/// The maximum length of a sentence in a heading, in characters.
const MAX_HEADING_CHARACTERS: usize = 160;

/// The start of the sentence about a language model without a verdict; it is emphasized in
/// Markdown.
const NOT_VERIFIED: &str = "Not verified";

impl CheckedSentence {
    /// Returns the reasons, one per line: the objections, the basis of a language model, and the
    /// sources that are unknown.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let mut out: Vec<String> = self.objections.iter().map(told).collect();
        out.extend(self.told_by_model());
        out.extend(
            self.sources
                .iter()
                .filter_map(|source| Some(format!("{}: {}.", source.label, source.unknown?.english))),
        );
        out
    }

    /// Returns the outcome as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let sources: Vec<Value> = self
            .sources
            .iter()
            .map(|source| {
                let work = source.record.as_ref().map(|record| &record.work);
                json!({
                    "key": source.label,
                    "title": work.and_then(referee_bibliography::Work::full_title),
                    "year": work.and_then(referee_bibliography::Work::year),
                    "source": source.record.as_ref().map(|record| &record.source),
                    "compared": if source.unknown.is_none() { "abstract" } else { "nothing" },
                    "unknown": source.unknown.map(|why| why.english),
                    "closest": source.closest.as_ref().map(|(text, share)| json!({"text": text, "share": (share * 100.0).round() / 100.0})),
                })
            })
            .collect();
        let quotes: Vec<Value> =
            self.quotes.iter().map(|(quote, found)| json!({"quote": quote, "found": found})).collect();
        let mut out = json!({
            "sentence": self.sentence(),
            "state": self.state.as_str(),
            "sources": sources,
            "objections": self.objections,
            "quotes": quotes,
        });
        if let Some((model, read)) = &self.read {
            out["model"] = match read {
                Read::Supports(rests) | Read::Contradicts(rests) => json!({
                    "model": model,
                    "verdict": verdict_word(read),
                    "key": self.sources.get(rests.record).map(|source| source.label.as_str()),
                    "passage": rests.passage.text,
                    "place": rests.passage.place,
                }),
                Read::NotEnough => json!({"model": model, "verdict": verdict_word(read)}),
                Read::NotVerified(error) => json!({
                    "model": model, "verdict": verdict_word(read), "why": error.to_string(), "trouble": error,
                }),
            };
        }
        out
    }

    /// Describes the reading of a language model in a sentence.
    fn told_by_model(&self) -> Option<String> {
        let (model, read) = self.read.as_ref()?;
        let of = |rests: &Rests| {
            let label = self.sources.get(rests.record).map_or("?", |source| source.label.as_str());
            let passage = rests.passage.text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{label}: “{passage}”")
        };
        Some(match read {
            Read::Supports(rests) => {
                format!("The language model {model} reads that it is supported; it rests on {}", of(rests))
            }
            Read::Contradicts(rests) => {
                format!("The language model {model} reads the opposite; it rests on {}", of(rests))
            }
            Read::NotEnough => {
                format!(
                    "The language model {model} reads neither support nor the opposite in these abstracts."
                )
            }
            Read::NotVerified(error) => {
                format!("{NOT_VERIFIED} by a language model: {model} {error}.")
            }
        })
    }

    /// Returns the outcome as a section of a Markdown document.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut out = format!("## {}\n\n", markdown(&shortened(&self.sentence())));
        out.push_str(match self.state {
            SupportState::Objected => "**Something speaks against it.**\n\n",
            SupportState::Nothing => {
                "**Nothing was found that speaks against it.** That is no proof of support.\n\n"
            }
            SupportState::NotChecked => "**Not checked.**\n\n",
        });
        for objection in &self.objections {
            out.push_str(&format!("- {}\n", markdown(&told(objection))));
        }
        for (quote, found) in &self.quotes {
            let how = match found {
                Some(QuoteFound::Verbatim) => "is in the abstract, letter for letter",
                Some(QuoteFound::Normalised) => "is in the abstract, word for word; its writing differs",
                None => continue,
            };
            out.push_str(&format!("- “{}” {how}.\n", markdown(quote)));
        }
        let read = self.told_by_model();
        if let Some(told) = &read {
            let told = match told.strip_prefix(NOT_VERIFIED) {
                Some(rest) => format!("**{NOT_VERIFIED}**{}", markdown(rest)),
                None => markdown(told),
            };
            out.push_str(&format!("- {told}\n"));
        }
        if read.is_some()
            || !self.objections.is_empty()
            || self.quotes.iter().any(|(_, found)| found.is_some())
        {
            out.push('\n');
        }
        for source in &self.sources {
            let Some(record) = &source.record else {
                out.push_str(&format!(
                    "- {}: {}.\n",
                    markdown(&source.label),
                    source.unknown.map_or("nothing is known of it", |why| why.english)
                ));
                continue;
            };
            let standing = PublicationStatus::of_record(record);
            let mark = match standing.mark().english {
                "" => String::new(),
                mark => format!(", {mark}"),
            };
            out.push_str(&format!(
                "- {} ({}): {} ({}{mark}; {})",
                markdown(&source.label),
                record.work.year().map_or_else(|| "no year".to_owned(), |year| year.to_string()),
                markdown(&record.work.full_title().unwrap_or_default()),
                Study::of(record).describe(),
                referee_records::source_name(Language::English, &record.source)
            ));
            match (&source.unknown, &source.closest) {
                (Some(why), _) => out.push_str(&format!(": {}.\n", why.english)),
                (None, Some((sentence, share))) => out.push_str(&format!(
                    "\n  - closest sentence ({:.0} % of the content words): “{}”\n",
                    share * 100.0,
                    markdown(sentence)
                )),
                (None, None) => out.push_str("\n  - no sentence of its abstract is close\n"),
            }
        }
        out
    }
}

/// Returns the name in machine-readable output.
fn verdict_word(read: &Read) -> &'static str {
    match read {
        Read::Supports(_) => "supports",
        Read::Contradicts(_) => "contradicts",
        Read::NotEnough => "not-enough",
        Read::NotVerified(_) => "not-verified",
    }
}

/// Describes an objection in a sentence.
fn told(objection: &Objection) -> String {
    match objection {
        Objection::QuoteNotFound { quote, nearest: Some(near), .. } => {
            format!("“{quote}” is not in the abstract; that has: “{near}”.")
        }
        Objection::QuoteNotFound { quote, nearest: None, .. } => {
            format!("“{quote}” is not in the abstract; it may be in the full text.")
        }
        Objection::NumberNotInSource { number, instead: Some(sentence), .. } => {
            format!("{number} is not in the abstract; that says: “{sentence}”")
        }
        Objection::NumberNotInSource { number, instead: None, .. } => {
            format!("{number} is not in the abstract; it may be in the full text.")
        }
        Objection::OppositeDirection { sentence, field } => {
            format!("It seems to say the opposite: “{sentence}”")
        }
        Objection::OtherKind { said, is, .. } => {
            format!("The sentence says “{said}”; the work is another: {is}.")
        }
        Objection::OtherTopic => {
            "It has no word in common with the title and the abstract: the wrong work may be cited."
                .to_owned()
        }
    }
}

impl CheckedDraft {
    /// Returns the outcomes of all sentences as a Markdown document.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let all = &self.sentences;
        let of = |state: SupportState| all.iter().filter(|one| one.state == state).count();
        let mut out = format!(
            "# Do the cited works say so?\n\n{}\n\nCompared with titles and abstracts only, by numbers, quotations, direction, kind of study and topic. Full texts were not read.\n\n",
            markdown(&self.message(Language::English))
        );
        if all.iter().any(|one| one.read.is_some()) {
            out.push_str(
            "What a language model reads is its own opinion: only the sentence that it rests on was looked up in the abstract.\n\n",
        );
        }
        let order = [SupportState::Objected, SupportState::NotChecked, SupportState::Nothing];
        for state in order {
            if of(state) > 0 {
                for one in all.iter().filter(|one| one.state == state) {
                    out.push_str(&one.to_markdown());
                    out.push('\n');
                }
            }
        }
        out
    }

    /// Summarizes the outcomes of all sentences in one sentence.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        let all = &self.sentences;
        let of = |state: SupportState| all.iter().filter(|one| one.state == state).count();
        let (against, nothing, unchecked) =
            (of(SupportState::Objected), of(SupportState::Nothing), of(SupportState::NotChecked));
        let sentences = match all.len() {
            1 => language.pick("1 sentence", "1 frase").to_owned(),
            more => language.pick(format!("{more} sentences"), format!("{more} frases")),
        };
        let mut out = language.pick(
            format!(
                "{sentences} looked up: something speaks against {against}, nothing was found against {nothing}, {unchecked} could not be checked."
            ),
            format!(
                "{sentences} con sus obras consultadas: algo habla en contra de {against}, no se halló nada en contra de {nothing}, {unchecked} sin poder comprobar."
            ),
        );
        if let Some((model, _)) = all.iter().find_map(|one| one.read.as_ref()) {
            let read = |word: &str| {
                all.iter()
                    .filter(|one| one.read.as_ref().is_some_and(|(_, read)| verdict_word(read) == word))
                    .count()
            };
            let (supported, contradicted) = (read("supports"), read("contradicts"));
            let (neither, unverified) = (read("not-enough"), read("not-verified"));
            out.push_str(&language.pick(
                format!(
                    " The language model {model} reads {supported} as supported, {contradicted} as contradicted, {neither} as neither; {unverified} not verified."
                ),
                format!(
                    " El modelo de lenguaje {model} lee {supported} como respaldadas, {contradicted} como contradichas, {neither} como ninguna de las dos; {unverified} sin verificar."
                ),
            ));
        }
        match self.left_out {
            0 => {}
            1 => out.push_str(language.pick(
                " 1 more sentence cites and was not looked up: select it, or check its section alone.",
                " 1 frase más cita y no se consultó: selecciónela, o compruebe su sección por separado.",
            )),
            more => out.push_str(&language.pick(
                format!(
                    " {more} more sentences cite and were not looked up: at most {MAX_SENTENCES} are at once. Select the others, or check a file of theirs."
                ),
                format!(
                    " {more} frases más citan y no se consultaron: como mucho {MAX_SENTENCES} a la vez. Seleccione las otras, o compruebe un archivo suyo."
                ),
            )),
        }
        out
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_HEADING_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MAX_HEADING_CHARACTERS).chain(std::iter::once('…')).collect()
}

/// Escapes words of a draft, a record or a model for Markdown.
fn markdown(words: &str) -> String {
    foreign(words, Markup::Markdown)
}
