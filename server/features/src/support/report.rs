//! Reports the results about sentences, for people, as sentences and as Markdown.

use super::{CheckedDraft, CheckedSentence, MAX_SENTENCES, SupportState};
use referee_bibliography::foreign::{Markup, foreign};
use referee_citations::publication_status::PublicationStatus;
use referee_citations::study::Study;
use referee_citations::support::reading::{PassageState, ReadPassage};
use referee_citations::support::{Objection, PassageIndex, QuoteFound, place_of_passage};
use referee_records::Passage;
use referee_research::model::support::{Span as Rests, Verdict as Read};
use referee_text::Language;
use std::collections::BTreeSet;

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
        let mut out: Vec<String> = self.objections.iter().map(|one| self.told(one)).collect();
        out.extend(self.told_passage());
        out.extend(self.told_by_model());
        out.extend(
            self.sources
                .iter()
                .filter_map(|source| Some(format!("{}: {}.", source.label, source.unknown?.english))),
        );
        out
    }

    /// Returns the passage of a full text that has these words.
    #[must_use]
    pub fn passage_of(&self, words: &str) -> Option<&Passage> {
        self.sources.iter().find_map(|source| source.paper.as_deref()?.passage_with(words))
    }

    /// Describes where a full text has these words: ` (page 4, Results)`.
    fn place_of(&self, words: &str) -> String {
        let place = self.passage_of(words).and_then(|passage| place_of_passage(Language::English, passage));
        place.map_or_else(String::new, |place| format!(" ({place})"))
    }

    /// Describes the passage in a sentence; `None` without a passage, or if an objection quotes it.
    fn told_passage(&self) -> Option<String> {
        let passage = self.passage()?;
        if self
            .objections
            .iter()
            .any(|one| one.words_of_source().is_some_and(|words| passage.text.contains(words)))
        {
            return None;
        }
        let intro = match self.passage_state()? {
            PassageState::SaysSo => "The passage says so",
            PassageState::SaysOtherwise | PassageState::NoPassage => "Closest passage",
        };
        let text = passage.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let primary = passage.primary.as_ref().map_or_else(String::new, |primary| {
            format!(" It repeats another work: {}", primary.trim_end_matches('.')) + "."
        });
        Some(format!("{intro}, {}: “{}”.{primary}", self.origin_of(passage), text.trim_end_matches('.')))
    }

    /// Describes the work, file and place of a passage: `roe2019, roe.pdf, page 4, Results`.
    pub(super) fn origin_of(&self, passage: &ReadPassage) -> String {
        let source = self.sources.get(passage.work);
        let mut parts: Vec<String> = source.map(|source| source.label.clone()).into_iter().collect();
        match &passage.place {
            Some(place) => {
                let paper = source.and_then(|source| source.paper.as_deref());
                parts.extend(paper.map(|paper| paper.full_text().origin.clone()));
                parts.extend(place_of_passage(Language::English, place));
            }
            None => parts.push("abstract".to_owned()),
        }
        parts.join(", ")
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
            SupportState::Objected => "**Something contradicts it.**\n\n",
            SupportState::Nothing => {
                "**Nothing was found that contradicts it.** That does not prove support.\n\n"
            }
            SupportState::NotChecked => "**Not checked.**\n\n",
        });
        for objection in &self.objections {
            out.push_str(&format!("- {}\n", markdown(&self.told(objection))));
        }
        let passage = self.told_passage();
        if let Some(told) = &passage {
            out.push_str(&format!("- {}\n", markdown(told)));
        }
        for (quote, found) in &self.quotes {
            let how = match found {
                Some(QuoteFound::Verbatim) => "is there, letter for letter",
                Some(QuoteFound::Normalised) => "is there, word for word; its writing differs",
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
            || passage.is_some()
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

/// Returns the name of a verdict in machine-readable output.
#[must_use]
pub fn verdict_word(read: &Read) -> &'static str {
    match read {
        Read::Supports(_) => "supports",
        Read::Contradicts(_) => "contradicts",
        Read::NotEnough => "not-enough",
        Read::NotVerified(_) => "not-verified",
    }
}

impl CheckedSentence {
    /// Describes an objection in a sentence.
    fn told(&self, objection: &Objection) -> String {
        let text = self.compared_text();
        match objection {
            Objection::QuoteNotFound { quote, nearest: Some(near), .. } => {
                format!("“{quote}” is not in {text}; that has{}: “{near}”.", self.place_of(near))
            }
            Objection::QuoteNotFound { quote, nearest: None, .. } => {
                format!("“{quote}” is not in {text}{}.", self.may_be_elsewhere())
            }
            Objection::NumberNotInSource { number, instead: Some(sentence), .. } => {
                format!("{number} is not in {text}; that says{}: “{sentence}”", self.place_of(sentence))
            }
            Objection::NumberNotInSource { number, instead: None, .. } => {
                format!("{number} is not in {text}{}.", self.may_be_elsewhere())
            }
            Objection::QuoteOnOtherPage { quote, cited, page, .. } => {
                format!("“{quote}” is on page {page}, not on page {cited}.")
            }
            Objection::OppositeDirection { sentence, field } => {
                let (place, field) = (self.place_of(sentence), field.phrase().english);
                format!("It seems to say the opposite{place}: “{sentence}” Compare the {field}.")
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

    /// Says which text was compared.
    fn compared_text(&self) -> &'static str {
        let papers = || self.sources.iter().filter_map(|source| source.paper.as_deref());
        match papers().count() {
            0 => "the abstract",
            count if count == self.sources.len() && !papers().any(PassageIndex::is_partial) => {
                "the full text"
            }
            _ => "what could be read of it",
        }
    }

    /// Says where something that is missing may be.
    fn may_be_elsewhere(&self) -> &'static str {
        match self.compared_text() {
            "the abstract" => "; it may be in the full text",
            "the full text" => "",
            _ => "; it may be in the rest",
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
            "# Do the cited works say so?\n\n{}\n\n{}, by numbers, quotations, direction, kind of study and topic.\n\n",
            markdown(&self.message(Language::English)),
            self.compared_with()
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

    /// Says what the sentences were compared with.
    #[must_use]
    pub fn compared_with(&self) -> String {
        let papers: BTreeSet<&str> = self
            .sentences
            .iter()
            .flat_map(|one| &one.sources)
            .filter_map(|source| Some(source.paper.as_deref()?.full_text().origin.as_str()))
            .collect();
        match papers.len() {
            0 => "Compared with titles and abstracts only".to_owned(),
            1 => "Compared with titles and abstracts, and with 1 full text".to_owned(),
            more => format!("Compared with titles and abstracts, and with {more} full texts"),
        }
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
                "{sentences} looked up: something contradicts {against}, nothing was found against {nothing}, {unchecked} could not be checked."
            ),
            format!(
                "{sentences} con sus trabajos consultados: algo contradice {against}, no se halló nada en contra de {nothing}, {unchecked} sin poder comprobar."
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
