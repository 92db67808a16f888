//! Research: search, extract hypotheses, search for what would support or refute them, judge, and again.

use crate::clock;
use crate::embed::{Embedder, EvidenceSelector, compare};
use crate::evidence::{Evidence, QuestionId, Store, StoreError, StoredSearch};
use crate::hypotheses::{HypothesisAssessment, MechanismHypothesis, extract};
use crate::judge::{Judgement, judge};
use crate::leads::{self, Leads};
use crate::model::{self, CallControl, Model, ModelContribution};
use crate::passage::{Passage, passages};
use crate::publication_status::PublicationStatus;
use crate::query::Query;
use crate::question_names::AskedNames;
use crate::search::{Page, SearchResults, search};
use crate::subjects::with_subjects;
use crate::vocabulary::{EntityKind, Vocabulary};
use referee_literature::MechanismLookup;
use referee_records::{Record, Source};
use referee_text::stem;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How many records a search adds at most.
const MAX_RECORDS_PER_SEARCH: usize = 30;

/// How many searches a round makes at most.
const MAX_SEARCHES_PER_ROUND: usize = 8;

/// How many pages of the web are told of.
const MAX_WEB_PAGES: usize = 20;

/// How many passages of a record are kept.
const MAX_PASSAGES_PER_RECORD: usize = 4;

/// Why the rounds ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// There is enough.
    Sufficient,
    /// Nothing new was found, or nothing is left to be searched for.
    NothingNew,
    /// As many rounds as were wanted.
    RoundsDone,
    /// The author called it off; what was found is kept.
    Cancelled,
    /// No source answered; in words.
    NoSource(String),
}

impl StopReason {
    /// In a sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            StopReason::Sufficient => "the evidence was judged sufficient".to_owned(),
            StopReason::NothingNew => "no search brought anything new".to_owned(),
            StopReason::RoundsDone => "the number of rounds was reached".to_owned(),
            StopReason::Cancelled => "it was cancelled; what had been found was kept".to_owned(),
            StopReason::NoSource(why) => format!("no source answered ({why})"),
        }
    }
}

/// What is told while it goes on.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The round, from 1.
    pub round: u32,
    /// How many there will be at most.
    pub rounds: u32,
    /// What is being done: a search, or what is made of it.
    pub doing: &'a str,
    /// How many works there are so far.
    pub works: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct ResearchOutcome {
    /// What was asked, in the words of the author.
    pub question: String,
    /// Everything that was found for it, most relevant first.
    pub evidence: Vec<Evidence>,
    /// The works of the evidence that name what was asked, by their handles, each with the sentences that do so by
    /// themselves.
    pub on_question: BTreeMap<String, Vec<Passage>>,
    /// Pages of the web that no record stands behind, each once: no literature.
    pub pages: Vec<Page>,
    /// Every search.
    pub searches: Vec<StoredSearch>,
    /// What the evidence states.
    pub assessment: HypothesisAssessment,
    /// What was judged after the last round.
    pub judgement: Judgement,
    /// How many rounds were made.
    pub rounds: u32,
    /// Why it ended.
    pub stop: StopReason,
    /// What of the evidence is shown is chosen by this.
    pub compared: EvidenceSelector,
}

impl ResearchOutcome {
    /// How many works of the evidence count: all that were not retracted.
    #[must_use]
    pub fn counted_works(&self) -> usize {
        self.evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted).count()
    }

    /// What the author is to be told of the models, where they failed.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let parts = [&self.assessment.model, &self.judgement.model];
        let mut out: Vec<String> =
            parts.into_iter().flatten().filter_map(ModelContribution::complaint).collect();
        out.dedup();
        out.extend(self.compared.complaint());
        out
    }

    /// What was left out of the answers of the language model, and why.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let parts = [&self.assessment.model, &self.judgement.model];
        parts.into_iter().flatten().flat_map(|part| part.left_out.iter().cloned()).collect()
    }
}

/// What research stands on.
pub struct ResearchContext<'a> {
    /// Who can be asked.
    pub sources: &'a [Arc<dyn Source>],
    /// The names.
    pub vocabulary: &'a Vocabulary,
    /// Says that it should end.
    pub cancel: &'a CancellationToken,
    /// Hears how far it has come.
    pub progress: &'a mut dyn FnMut(Progress<'_>),
    /// The language model, where the author has one.
    pub model: Option<&'a Model>,
    /// What makes vectors of the evidence, where something of it is to be shown; `None`: its words are enough.
    pub embedder: Option<&'a dyn Embedder>,
    /// The services that know what acts on what, if the author lets them be asked.
    pub mechanisms: Option<&'a MechanismLookup>,
    /// What embeds the queries of each round, to search the vectors of the library; `None`: only words are searched for.
    pub query_embedder: Option<&'a dyn Embedder>,
}

/// Researches a question in at most so many rounds; with none, only what the store holds is read.
///
/// # Errors
///
/// If the store cannot be read or written.
pub fn research(
    question: &str,
    rounds: u32,
    store: &mut Store,
    context: &mut ResearchContext<'_>,
) -> Result<ResearchOutcome, StoreError> {
    let today = clock::iso(clock::today());
    let id = store.question(question, &today)?;
    let query = Query::of(question, context.vocabulary);
    let mut done: BTreeSet<String> = BTreeSet::new();
    let mut wanted = vec![question.trim().to_owned()];
    let mut stop = StopReason::RoundsDone;
    let mut made = 0;
    let mut pages: Vec<Page> = Vec::new();
    let mut view = EvidenceView::read(question, id, store, context.vocabulary)?;
    if rounds == 0 {
        view.think(question, (0, 0), store, context)?;
    }
    let mut leads: Option<Leads> = None;
    if let Some(lookup) = context.mechanisms.filter(|_| rounds > 0) {
        let (works, progress) = (view.evidence.len(), &mut *context.progress);
        let mut tell = |doing: &str| progress(Progress { round: 1, rounds, doing, works });
        let followed = leads::follow(&query, context.vocabulary, lookup, &mut tell);
        store.add(id, 1, &followed.found, &|record| followed.passages(record), &today)?;
        leads = Some(followed);
    }
    'rounds: for round in 1..=rounds {
        let now: Vec<String> = wanted
            .iter()
            .filter(|text| done.insert(text.to_lowercase()))
            .take(MAX_SEARCHES_PER_ROUND)
            .cloned()
            .collect();
        if now.is_empty() {
            stop = StopReason::NothingNew;
            break;
        }
        made = round;
        let (mut new, mut answered, mut error) = (0, 0, Vec::new());
        for text in &now {
            if context.cancel.is_cancelled() {
                stop = StopReason::Cancelled;
                break 'rounds;
            }
            (context.progress)(Progress { round, rounds, doing: text, works: view.evidence.len() + new });
            let asked =
                Query::of(text, context.vocabulary).with_vector(context.query_embedder, context.sources);
            let mut found = fitting(search(&asked, context.sources, MAX_RECORDS_PER_SEARCH));
            for page in std::mem::take(&mut found.pages) {
                if pages.len() < MAX_WEB_PAGES && !pages.iter().any(|known| known.url == page.url) {
                    pages.push(page);
                }
            }
            answered += found.asked.iter().filter(|asked| asked.hits.is_some()).count();
            error.extend(
                found
                    .asked
                    .iter()
                    .filter_map(|asked| Some(format!("{} {}", asked.source, asked.problem.as_ref()?))),
            );
            new += store.add(id, round, &found, &|record| matching(record, &query, &asked), &today)?.new;
        }
        (context.progress)(Progress {
            round,
            rounds,
            doing: "extracting hypotheses",
            works: view.evidence.len() + new,
        });
        view = EvidenceView::read(question, id, store, context.vocabulary)?;
        view.think(question, (round, rounds), store, context)?;
        store.add_judgement(id, round, &today, &view.judgement)?;
        let bodies: Vec<_> =
            view.assessment.hypotheses.iter().map(|one| (one.mechanism(), one.clone())).collect();
        store.add_hypotheses(id, &bodies)?;
        let is_led = leads.as_ref().is_some_and(Leads::is_answered);
        if answered == 0 && !is_led {
            stop = StopReason::NoSource(if error.is_empty() {
                "there is none that can be searched".to_owned()
            } else {
                error.join("; ")
            });
            break;
        }
        if view.judgement.sufficient {
            stop = StopReason::Sufficient;
            break;
        }
        if round > 1 && new == 0 {
            stop = StopReason::NothingNew;
            break;
        }
        if context.cancel.is_cancelled() {
            stop = StopReason::Cancelled;
            break;
        }
        // What a model wants to know comes first; without one, the searches of the hypotheses are among the others.
        wanted = view.judgement.searches.clone();
        if context.model.is_some() {
            wanted.extend(view.assessment.hypotheses.iter().flat_map(MechanismHypothesis::to_search_queries));
        }
        wanted.extend(view.assessment.recommended_searches.iter().cloned());
    }
    if context.model.is_none() {
        view.compare(question, (made, rounds), store, context)?;
    }
    if let Some(leads) = leads {
        leads.add_to(&mut view.assessment, context.vocabulary);
    }
    let on_question = view.on_question();
    let searches = store.searches(id)?;
    let rounds = searches.iter().map(|searched| searched.round).max().unwrap_or(made).max(made);
    Ok(ResearchOutcome {
        question: question.trim().to_owned(),
        evidence: view.evidence,
        on_question,
        pages,
        searches,
        assessment: view.assessment,
        judgement: view.judgement,
        rounds,
        stop,
        compared: view.compared,
    })
}

/// What the store holds of a question, and what it makes of it.
struct EvidenceView<'v> {
    evidence: Vec<Evidence>,
    /// The names, with those of the evidence's own subjects.
    vocabulary: Cow<'v, Vocabulary>,
    /// The question, by these names.
    query: Query,
    assessment: HypothesisAssessment,
    judgement: Judgement,
    compared: EvidenceSelector,
}

impl<'v> EvidenceView<'v> {
    fn read(
        question: &str,
        id: QuestionId,
        store: &Store,
        vocabulary: &'v Vocabulary,
    ) -> Result<EvidenceView<'v>, StoreError> {
        let evidence = store.evidence(id)?;
        let vocabulary = with_subjects(vocabulary, question, &evidence);
        let query = Query::of(question, &vocabulary);
        let assessment = extract(question, &evidence, &vocabulary);
        let judgement = judge(&query, &evidence, &assessment, &vocabulary);
        Ok(EvidenceView {
            evidence,
            vocabulary,
            query,
            assessment,
            judgement,
            compared: EvidenceSelector::default(),
        })
    }

    /// The works that name what was asked, by their handles, with their sentences that do.
    fn on_question(&self) -> BTreeMap<String, Vec<Passage>> {
        use EntityKind::{Condition, Drug, Process, Target};
        let asked = AskedNames::of(&self.query, &[Drug, Target, Process, Condition], &self.vocabulary);
        let on_question = self.evidence.iter().filter(|one| asked.or_words_are_in(&one.record));
        on_question.map(|one| (one.handle.clone(), asked.sentences(&one.record))).collect()
    }

    /// Has the language model propose and judge, where there is one. What it gives nothing to stays as it is.
    fn think(
        &mut self,
        question: &str,
        (round, rounds): (u32, u32),
        store: &mut Store,
        context: &mut ResearchContext<'_>,
    ) -> Result<(), StoreError> {
        let Some(model) = context.model else { return Ok(()) };
        self.compare(question, (round, rounds), store, context)?;
        let works = self.evidence.len();
        let progress = &mut *context.progress;
        let mut tell = |what: &str, name: &str, characters: usize| {
            let characters =
                if characters == 0 { String::new() } else { format!(" ({characters} characters)") };
            progress(Progress { round, rounds, doing: &format!("{name} {what}{characters}"), works });
        };
        tell("proposes hypotheses", model.name(), 0);
        let mut on_progress = |characters| tell("proposes hypotheses", model.name(), characters);
        let mut call = CallControl { cancel: context.cancel, on_progress: &mut on_progress };
        let extracted = std::mem::take(&mut self.assessment);
        self.assessment = model::hypotheses::propose(
            model,
            question,
            &self.evidence,
            &self.compared,
            &self.vocabulary,
            extracted,
            &mut call,
        );
        let counted = judge(&self.query, &self.evidence, &self.assessment, &self.vocabulary);
        tell("judges", model.judge(), 0);
        let mut on_progress = |characters| tell("judges", model.judge(), characters);
        let mut call = CallControl { cancel: context.cancel, on_progress: &mut on_progress };
        let (evidence, compared) = (&self.evidence, &self.compared);
        self.judgement =
            model::judge::judge(model, question, evidence, compared, &self.assessment, counted, &mut call);
        Ok(())
    }

    /// Has vectors made of the evidence, where there is an embedder.
    fn compare(
        &mut self,
        question: &str,
        (round, rounds): (u32, u32),
        store: &mut Store,
        context: &mut ResearchContext<'_>,
    ) -> Result<(), StoreError> {
        let Some(embedder) = context.embedder else { return Ok(()) };
        let (works, progress) = (self.evidence.len(), &mut *context.progress);
        let mut on_progress = |made: usize| {
            let doing = format!("{} compares works ({made} vectors)", embedder.model());
            progress(Progress { round, rounds, doing: &doing, works });
        };
        let mut call = CallControl { cancel: context.cancel, on_progress: &mut on_progress };
        self.compared = compare(embedder, question, &self.evidence, store, &mut call)?;
        Ok(())
    }
}

/// What fits a search, with how well: its place in the search by how much of the search it covers.
fn fitting(mut found: SearchResults) -> SearchResults {
    for candidate in &mut found.candidates {
        candidate.relevance *= candidate.coverage;
    }
    found
}

/// The sentences that share most with the question and the search, best first.
fn matching(record: &Record, question: &Query, asked: &Query) -> Vec<Passage> {
    let mut scored: Vec<(f32, Passage)> = passages(record)
        .into_iter()
        .filter_map(|passage| {
            let roots = stem::roots(&passage.text);
            let share = |query: &Query| -> f32 {
                query.terms.iter().filter(|term| roots.contains(&term.root)).map(|term| term.weight).sum()
            };
            let score = share(question) + 0.5 * share(asked);
            (score > 0.0).then_some((score, passage))
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(MAX_PASSAGES_PER_RECORD).map(|(_, passage)| passage).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::testing::{library, record};

    fn run(
        sources: &[Arc<dyn Source>],
        rounds: u32,
        store: &mut Store,
        cancel_while: Option<&str>,
    ) -> (ResearchOutcome, Vec<String>) {
        let vocabulary = Vocabulary::shipped();
        let mut told = Vec::new();
        let cancel = CancellationToken::new();
        let mut progress = |progress: Progress<'_>| {
            told.push(format!("{} {}", progress.round, progress.doing));
            if cancel_while == Some(progress.doing) {
                cancel.cancel();
            }
        };
        let mut context = ResearchContext {
            sources,
            vocabulary: &vocabulary,
            cancel: &cancel,
            progress: &mut progress,
            model: None,
            embedder: None,
            mechanisms: None,
            query_embedder: None,
        };
        let outcome = research("metformin amyloid", rounds, store, &mut context).unwrap();
        (outcome, told)
    }

    fn three() -> Vec<Arc<dyn Source>> {
        library(vec![
            record(1, "Metformin and a kinase", "Metformin activated AMPK in neurons."),
            record(2, "A kinase and digestion", "In neurons, AMPK increases autophagy."),
            record(3, "Digestion and plaques", "Autophagy reduces amyloid plaques in mice."),
            record(4, "Sleep of students", "Students slept."),
        ])
    }

    #[test]
    fn later_rounds_search_for_what_the_first_found() {
        let mut store = Store::in_memory().unwrap();
        let (outcome, told) = run(&three(), 3, &mut store, None);
        let handles: Vec<&str> = outcome.evidence.iter().map(|one| one.handle.as_str()).collect();
        assert!(handles.contains(&"pmid:2"), "{handles:?} {told:?}");
        assert!(!handles.contains(&"pmid:4"), "{handles:?}");
        assert_eq!(
            outcome.assessment.hypotheses[0].mechanism(),
            "metformin → AMPK → autophagy → amyloid plaques"
        );
        assert!(outcome.searches.len() > 1 && told.len() > 2);
    }

    #[test]
    fn what_was_found_stays_when_it_is_called_off_or_asked_again() {
        let mut store = Store::in_memory().unwrap();
        let (outcome, _) = run(&three(), 3, &mut store, Some("extracting hypotheses"));
        assert_eq!(outcome.stop, StopReason::Cancelled);
        let kept = outcome.evidence.len();
        assert!(kept > 0);
        let (again, _) = run(&three(), 0, &mut store, None);
        assert_eq!(again.evidence.len(), kept);
    }

    #[test]
    fn without_a_source_that_answers_the_end_says_so() {
        let mut store = Store::in_memory().unwrap();
        let (outcome, _) = run(&[], 2, &mut store, None);
        assert!(matches!(outcome.stop, StopReason::NoSource(_)));
        assert!(outcome.evidence.is_empty());
    }
}
