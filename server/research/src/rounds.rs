//! The research loop: search, extract hypotheses, search for support and contradiction, judge,
//! repeat.

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
use referee_records::{Record, Source, source_name};
use referee_text::{Language, stem};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The maximum number of records that a search adds.
const MAX_RECORDS_PER_SEARCH: usize = 30;

/// The maximum number of searches per round.
const MAX_SEARCHES_PER_ROUND: usize = 8;

/// The maximum number of web pages that are reported.
const MAX_WEB_PAGES: usize = 20;

/// The maximum number of passages that are kept of a record.
const MAX_PASSAGES_PER_RECORD: usize = 4;

/// The reason why the rounds ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The evidence is sufficient.
    Sufficient,
    /// Nothing new was found, or no search is left.
    NothingNew,
    /// The requested number of rounds was reached.
    RoundsDone,
    /// The author cancelled the run; the evidence found so far is kept.
    Cancelled,
    /// No source answered; contains the reason for display.
    NoSource(String),
}

impl StopReason {
    /// Returns the reason as a clause for a sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            StopReason::Sufficient => "the evidence was judged sufficient".to_owned(),
            StopReason::NothingNew => "further searches found nothing new".to_owned(),
            StopReason::RoundsDone => "the set number of rounds was completed".to_owned(),
            StopReason::Cancelled => "cancelled; what was found was kept".to_owned(),
            StopReason::NoSource(why) => format!("no source answered ({why})"),
        }
    }
}

/// A progress report during a run.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The current round, from 1.
    pub round: u32,
    /// The maximum number of rounds.
    pub rounds: u32,
    /// The current activity: a search, or a step that evaluates its results.
    pub doing: &'a str,
    /// The number of works found so far.
    pub works: usize,
}

/// The outcome of the research loop.
#[derive(Clone, Debug)]
pub struct ResearchOutcome {
    /// The question in the author's words.
    pub question: String,
    /// All evidence for the question, most relevant first.
    pub evidence: Vec<Evidence>,
    /// The works of the evidence that mention what was asked, by handle, each with the sentences
    /// that do so by themselves.
    pub on_question: BTreeMap<String, Vec<Passage>>,
    /// Web pages without a record, each once; they are not literature.
    pub pages: Vec<Page>,
    /// All searches.
    pub searches: Vec<StoredSearch>,
    /// The hypotheses and gaps that the evidence states.
    pub assessment: HypothesisAssessment,
    /// The judgement after the last round.
    pub judgement: Judgement,
    /// The number of rounds.
    pub rounds: u32,
    /// The reason why the rounds ended.
    pub stop: StopReason,
    /// Selects the evidence that is shown.
    pub compared: EvidenceSelector,
}

impl ResearchOutcome {
    /// Returns the number of works that count: all that were not retracted.
    #[must_use]
    pub fn counted_works(&self) -> usize {
        self.evidence.iter().filter(|one| one.standing != PublicationStatus::Retracted).count()
    }

    /// Returns messages to the author about models that failed.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let parts = [&self.assessment.model, &self.judgement.model];
        let mut out: Vec<String> =
            parts.into_iter().flatten().filter_map(ModelContribution::complaint).collect();
        out.dedup();
        out.extend(self.compared.complaint());
        out
    }

    /// Returns the parts of the language model's answers that were left out, with reasons.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let parts = [&self.assessment.model, &self.judgement.model];
        parts.into_iter().flatten().flat_map(|part| part.left_out.iter().cloned()).collect()
    }
}

/// The dependencies of the research loop.
pub struct ResearchContext<'a> {
    /// The sources that may be searched.
    pub sources: &'a [Arc<dyn Source>],
    /// The vocabulary of names.
    pub vocabulary: &'a Vocabulary,
    /// The token that cancels the run.
    pub cancel: &'a CancellationToken,
    /// Receives the progress.
    pub progress: &'a mut dyn FnMut(Progress<'_>),
    /// The language model, if the author has one.
    pub model: Option<&'a Model>,
    /// Makes vectors of the evidence if some of it is to be shown; `None` uses word vectors.
    pub embedder: Option<&'a dyn Embedder>,
    /// The services for drug mechanisms, if the author permits asking them.
    pub mechanisms: Option<&'a MechanismLookup>,
    /// Embeds the queries of each round, to search the vectors of the library; `None` searches
    /// words only.
    pub query_embedder: Option<&'a dyn Embedder>,
}

/// Researches a question in at most `rounds` rounds; with 0, reads only the store.
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
            error.extend(found.asked.iter().filter_map(|asked| {
                Some(format!("{} {}", source_name(Language::English, &asked.source), asked.problem.as_ref()?))
            }));
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
        // The searches that the judging model requests come first; without a model, the searches of
        // the hypotheses are among the others.
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

/// The store's evidence for a question and everything derived from it.
struct EvidenceView<'v> {
    evidence: Vec<Evidence>,
    /// The vocabulary, extended by the subjects of the evidence.
    vocabulary: Cow<'v, Vocabulary>,
    /// The question as a query in this vocabulary.
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

    /// Returns the works that mention what was asked, by handle, each with the sentences that do.
    fn on_question(&self) -> BTreeMap<String, Vec<Passage>> {
        use EntityKind::{Condition, Drug, Process, Target};
        let asked = AskedNames::of(&self.query, &[Drug, Target, Process, Condition], &self.vocabulary);
        let on_question = self.evidence.iter().filter(|one| asked.or_words_are_in(&one.record));
        on_question.map(|one| (one.handle.clone(), asked.sentences(&one.record))).collect()
    }

    /// Has the language model propose and judge, if there is one. Parts for which it returns
    /// nothing stay unchanged.
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

    /// Has vectors made of the evidence, if there is an embedder.
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

/// Multiplies the relevance of each candidate by its coverage of the search.
fn fitting(mut found: SearchResults) -> SearchResults {
    for candidate in &mut found.candidates {
        candidate.relevance *= candidate.coverage;
    }
    found
}

/// Returns the sentences that share most with the question and the search, best first.
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
