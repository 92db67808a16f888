//! The verification of one batch: plan, ask, and judge again as answers arrive.

use super::batches::{LookupBatch, lookup_batches};
use super::handover::{Judged, Outbox, SharedOutbox, hand_over, lock};
use super::held::HeldQuestions;
use super::outcome::{Progress, Verified, VerifyObserver};
use crate::library::Sources;
use crate::settings::Network;
use crate::snapshot::Snapshot;
use referee_citations::{Disclosable, Reference, Verdict, judge_and_plan};
use referee_literature::Allowance;
use referee_literature::lookup::{Arrival, Fetched, LookupScheduler, Wanted};
use referee_literature::online::all;
use referee_records::{Answer, Question, SourceError};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// How often the cache is read for the follow-up questions of earlier answers.
const MAX_RECALLS: usize = 6;

/// A reference whose look-up is incomplete.
struct OpenReference {
    reference: Reference,
    /// The unanswered questions about it.
    outstanding: HashSet<(&'static str, u64)>,
    /// Whether there was any question about it.
    asked: bool,
}

/// The verification of one batch.
pub(super) struct Verification<'a> {
    snapshot: &'a Snapshot,
    watch: &'a VerifyObserver<'a>,
    sources: Arc<Sources>,
    allowance: Allowance,
    network: Network,
    workspace: PathBuf,
    references: Vec<OpenReference>,
    known: HashSet<u64>,
    /// The indexes of the references that need the answer to a question.
    interest: HashMap<u64, Vec<usize>>,
    /// The questions of this run, none of which is asked twice.
    asked: HashSet<(&'static str, u64)>,
    /// The unanswered questions among them.
    under_way: HashSet<(&'static str, u64)>,
    /// The searches among the unanswered questions.
    searches: HashSet<(&'static str, u64)>,
    /// The questions in `under_way` that are held back.
    held: HeldQuestions,
}

impl<'a> Verification<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        lookup_batch: LookupBatch,
        watch: &'a VerifyObserver<'a>,
    ) -> Self {
        let mut verification = Verification {
            snapshot,
            watch,
            sources: lookup_batch.sources,
            allowance: lookup_batch.allowance,
            network: lookup_batch.network,
            workspace: lookup_batch.workspace,
            references: Vec::new(),
            known: HashSet::new(),
            interest: HashMap::new(),
            asked: HashSet::new(),
            under_way: HashSet::new(),
            searches: HashSet::new(),
            held: HeldQuestions::default(),
        };
        verification.take(lookup_batch.references);
        verification
    }

    /// Adds references; returns the indexes of the new ones.
    fn take(&mut self, references: Vec<Reference>) -> Vec<usize> {
        let mut new = Vec::new();
        for reference in references {
            if !self.known.insert(reference.fingerprint) {
                continue;
            }
            let at = self.references.len();
            for identifier in &reference.work.identifiers {
                self.interest.entry(hash(&Question::Identifier(identifier.clone()))).or_default().push(at);
            }
            self.references.push(OpenReference { reference, outstanding: HashSet::new(), asked: false });
            new.push(at);
        }
        new
    }

    pub(super) fn run(mut self) -> Verified {
        let mut out = Verified::default();
        if self.network == Network::Allow {
            self.snapshot.online().open(true);
        }
        let everyone: Vec<usize> = (0..self.references.len()).collect();
        let (mut wanted, unchecked) = self.open(&everyone);
        let lookup = self.sources.lookup.clone();
        let open = match &lookup {
            Some(_) => self.references.iter().filter(|open| open.asked).count(),
            None => unchecked,
        };
        match self.network {
            Network::Allow => {}
            Network::Ask if open > 0 => {
                out.waiting.insert(self.workspace, open);
                return out;
            }
            Network::Ask | Network::Deny => return out,
        }
        let Some(lookup) = lookup else { return out };
        let failed = self.failed_before(&|_| true);
        wanted.extend(self.held.hold(false, failed, &|_| false));
        wanted.extend(self.release());
        let due = lookup.due();
        if self.watch.cancel.is_cancelled() || (wanted.is_empty() && due.is_empty()) {
            return out;
        }
        let outbox = (Mutex::new(Outbox::default()), Condvar::new());
        let (judgements, sources, watch) =
            (self.snapshot.judgements(), Arc::clone(&self.sources), self.watch);
        std::thread::scope(|scope| {
            scope.spawn(|| hand_over(&outbox, |fresh| judgements.learn(&sources, fresh), watch));
            let mut fetched = self.ask(&lookup, wanted, &outbox);
            out.requests += fetched.requests();
            if fetched.failures.iter().any(|failure| failure.why == SourceError::Timeout) {
                // Failures are visible by now. Ask a service that is merely slow once more.
                let recovered = lookup.wait_for_late_answers(watch.cancel);
                let again = self.ask_again(&recovered, &outbox);
                if !again.is_empty() && !watch.cancel.is_cancelled() {
                    let again = self.ask(&lookup, again, &outbox);
                    out.requests += again.requests();
                    out.failures.extend(again.failures);
                }
                fetched.failures.retain(|failure| !recovered.contains(&failure.service));
            }
            out.failures.extend(fetched.failures);
            if !due.is_empty() && !watch.cancel.is_cancelled() {
                // Stale answers have already been shown; now fetch them again.
                let fetched = self.ask(&lookup, due, &outbox);
                out.requests += fetched.requests();
                out.failures.extend(fetched.failures);
            }
            lock(&outbox.0).over = true;
            outbox.1.notify_one();
        });
        out.asked = self.references.iter().filter(|open| open.asked).count();
        out
    }

    /// Sends questions to the services and waits until all are answered or have failed.
    fn ask(&mut self, lookup: &LookupScheduler, wanted: Vec<Wanted>, outbox: &SharedOutbox) -> Fetched {
        let (allowance, cancel) = (self.allowance, self.watch.cancel);
        let mut fetched = Fetched::default();
        let mut next = wanted;
        loop {
            let part = lookup.fetch(next, allowance, cancel, &mut |arrival| {
                let more = self.arrived(arrival, outbox);
                outbox.1.notify_one();
                more
            });
            fetched.requests.extend(part.requests);
            fetched.answered += part.answered;
            fetched.failures.extend(part.failures);
            // Most held questions are sent with the last answer; send those that waited for a
            // missing answer now.
            next = self.held.take();
            if next.is_empty() || cancel.is_cancelled() {
                return fetched;
            }
        }
    }

    /// Holds back questions that are better sent with others, and returns the rest.
    fn hold(&mut self, is_settled: bool, wanted: Vec<Wanted>) -> Vec<Wanted> {
        let sources = Arc::clone(&self.sources);
        self.held.hold(is_settled, wanted, &|service| is_scarce(&sources, service))
    }

    /// Removes and returns the held questions that may be sent now.
    fn release(&mut self) -> Vec<Wanted> {
        self.held.release(self.searches.len(), self.under_way.len())
    }

    /// Returns the failed questions of this run at services that have answered since. Judges
    /// references with their late answers.
    fn ask_again(&mut self, recovered: &[&'static str], outbox: &SharedOutbox) -> Vec<Wanted> {
        let mut out = Vec::new();
        for service in recovered {
            self.asked.retain(|(asked, _)| asked != service);
            let failed = self.failed_before(&|wanted| wanted.service == *service);
            let Some(source) = self.sources.all.iter().find(|source| source.name() == *service).cloned()
            else {
                continue;
            };
            let (known, open): (Vec<_>, Vec<_>) = failed
                .into_iter()
                .partition(|wanted| matches!(source.ask(&wanted.question), Answer::Records(_)));
            out.extend(open);
            if !known.is_empty() {
                let questions = known.into_iter().map(|wanted| wanted.question).collect();
                out.extend(self.arrived(&Arrival { service, questions }, outbox));
                outbox.1.notify_one();
            }
        }
        out
    }

    /// Returns the earlier failures that `which` selects; the others remain recorded.
    fn failed_before(&mut self, which: &dyn Fn(&Wanted) -> bool) -> Vec<Wanted> {
        let places: HashMap<u64, usize> =
            self.references.iter().enumerate().map(|(at, open)| (open.reference.fingerprint, at)).collect();
        let about = |fingerprint| places.contains_key(&fingerprint);
        let failed = self.snapshot.online().take_failed(self.sources.generation, &about);
        let mut out = Vec::new();
        let mut kept = Vec::new();
        for (fingerprint, wanted) in failed {
            let Some(at) = places.get(&fingerprint) else { continue };
            if !which(&wanted) {
                kept.push((fingerprint, wanted));
                continue;
            }
            out.extend(self.note(*at, vec![wanted]));
        }
        self.snapshot.online().note_failed(self.sources.generation, kept);
        out
    }

    /// Judges references with the local records and the cache, and hands the judgements over;
    /// returns the open questions, and how many references remain unchecked.
    fn open(&mut self, places: &[usize]) -> (Vec<Wanted>, usize) {
        if !self.sources.can_judge() {
            return (Vec::new(), places.len());
        }
        let (sources, allowance) = (Arc::clone(&self.sources), self.allowance);
        let judgements = self.snapshot.judgements();
        // Cached answers are read in the same call. Without online services the references are
        // already judged.
        let first = self.each(places, |reference| match sources.lookup {
            None => ((reference.fingerprint, judgements.judge(reference, &sources)), Vec::new()),
            Some(_) => looked(reference, &sources, allowance),
        });
        let (mut judged, mut wants): (Vec<_>, Vec<_>) = first.into_iter().unzip();
        let mut recalled = HashSet::new();
        for _ in 0..MAX_RECALLS {
            let Some(lookup) = &self.sources.lookup else { break };
            let fresh: Vec<Wanted> = wants
                .iter()
                .flatten()
                .filter(|wanted| recalled.insert((wanted.service, hash(&wanted.question))))
                .cloned()
                .collect();
            if fresh.is_empty() {
                break;
            }
            lookup.recall(&fresh);
            // Only references with questions may have new questions now.
            let open: Vec<usize> = (0..wants.len()).filter(|at| !wants[*at].is_empty()).collect();
            let again: Vec<usize> = open.iter().filter_map(|at| places.get(*at).copied()).collect();
            let again = self.each(&again, |reference| looked(reference, &sources, allowance));
            for (at, (judgement, wanted)) in open.into_iter().zip(again) {
                judged[at] = judgement;
                wants[at] = wanted;
            }
        }
        let mut unchecked = 0;
        let mut order: Vec<(bool, Vec<Wanted>)> = Vec::new();
        for ((at, wanted), (_, judgement)) in places.iter().zip(wants).zip(&judged) {
            // References without any answer go first.
            let settled = judgement.verdict != Verdict::Unchecked;
            unchecked += usize::from(!settled);
            let new = self.note(*at, wanted);
            // The first questions are sent together anyway, except those for the last source.
            let now = self.held.hold(false, new, &|_| false);
            order.push((settled, now));
        }
        if self.snapshot.judgements().learn(&self.sources, judged) {
            (self.watch.learned)(self.progress());
        }
        order.sort_by_key(|(settled, _)| *settled);
        (order.into_iter().flat_map(|(_, wanted)| wanted).collect(), unchecked)
    }

    /// Calls `work` with the reference at each index, on all processors; returns the results in the
    /// order of the indexes.
    fn each<T: Send>(&self, places: &[usize], work: impl Fn(&Reference) -> T + Sync) -> Vec<T> {
        /// The number of references that a worker takes at a time.
        const REFERENCES_PER_STEP: usize = 16;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = processors.saturating_sub(self.watch.reserved_cores);
        let at = |place: &usize| self.references.get(*place).map(|open| work(&open.reference));
        if workers < 2 || places.len() <= REFERENCES_PER_STEP {
            return places.iter().filter_map(at).collect();
        }
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(places.len()));
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    loop {
                        let from = next.fetch_add(REFERENCES_PER_STEP, Ordering::Relaxed);
                        let some = places
                            .get(from..places.len().min(from + REFERENCES_PER_STEP))
                            .unwrap_or_default();
                        if some.is_empty() {
                            return;
                        }
                        let made: Vec<(usize, T)> = some
                            .iter()
                            .enumerate()
                            .filter_map(|(index, place)| Some((from + index, at(place)?)))
                            .collect();
                        lock(&done).extend(made);
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, made)| made).collect()
    }

    /// Records the questions of a reference; returns those that are new in this run.
    fn note(&mut self, at: usize, wanted: Vec<Wanted>) -> Vec<Wanted> {
        let mut new = Vec::new();
        for wanted in wanted {
            let name = hash(&wanted.question);
            let interested = self.interest.entry(name).or_default();
            if !interested.contains(&at) {
                interested.push(at);
            }
            let is_search = matches!(wanted.question, Question::Like(_));
            if is_search
                && !self.asked.contains(&(wanted.service, name))
                && is_scarce(&self.sources, wanted.service)
                && !self.held.may_search(wanted.service)
            {
                continue;
            }
            let first = self.asked.insert((wanted.service, name));
            // An earlier question has already been answered, unless it is still in progress.
            if first || self.under_way.contains(&(wanted.service, name)) {
                self.under_way.insert((wanted.service, name));
                if is_search {
                    self.searches.insert((wanted.service, name));
                }
                if let Some(open) = self.references.get_mut(at) {
                    open.asked = true;
                    open.outstanding.insert((wanted.service, name));
                }
            }
            if first {
                new.push(wanted);
            }
        }
        new
    }

    /// Handles answers: judges the references that waited for them, and returns their new
    /// questions.
    fn arrived(&mut self, arrival: &Arrival, outbox: &SharedOutbox) -> Vec<Wanted> {
        let mut touched: Vec<usize> = Vec::new();
        let mut failed = Vec::new();
        let source = self.sources.all.iter().find(|source| source.name() == arrival.service);
        for question in &arrival.questions {
            let name = hash(question);
            let fails = source.is_some_and(|source| match source.ask(question) {
                Answer::None(SourceError::NotAsked | SourceError::Offline | SourceError::Unsuited)
                | Answer::Records(_) => false,
                Answer::None(why) => why.passes(),
            });
            self.under_way.remove(&(arrival.service, name));
            self.searches.remove(&(arrival.service, name));
            for at in self.interest.get(&name).into_iter().flatten() {
                if let Some(open) = self.references.get_mut(*at) {
                    let waited = open.outstanding.remove(&(arrival.service, name));
                    if waited && fails {
                        let wanted = Wanted { service: arrival.service, question: question.clone() };
                        failed.push((open.reference.fingerprint, wanted));
                    }
                }
                touched.push(*at);
            }
        }
        self.snapshot.online().note_failed(self.sources.generation, failed);
        touched.sort_unstable();
        touched.dedup();
        let mut more = Vec::new();
        let mut fresh = Vec::new();
        let (sources, allowance) = (Arc::clone(&self.sources), self.allowance);
        let answered = self.each(&touched, |reference| looked(reference, &sources, allowance));
        for (at, (judged, wanted)) in touched.iter().zip(answered) {
            let new = self.note(*at, wanted);
            more.extend(self.hold(judged.1.verdict != Verdict::Unchecked, new));
            fresh.push(judged);
        }
        more.extend(self.newcomers());
        more.extend(self.release());
        self.snapshot.judgements().hear(&self.sources, fresh.iter().map(|(fingerprint, _)| *fingerprint));
        let mut outbox = lock(&outbox.0);
        outbox.judgements.extend(fresh);
        outbox.progress = self.progress();
        outbox.changed = true;
        more
    }

    /// Returns the questions of references that were added during the run.
    fn newcomers(&mut self) -> Vec<Wanted> {
        let Some((snapshot, files)) = (self.watch.newer)() else { return Vec::new() };
        let mut more = Vec::new();
        for lookup_batch in lookup_batches(&snapshot, &files) {
            if lookup_batch.sources.generation == self.sources.generation
                && lookup_batch.allowance == self.allowance
                && lookup_batch.network == Network::Allow
            {
                let new = self.take(lookup_batch.references);
                more.extend(self.open(&new).0);
            }
        }
        more
    }

    fn progress(&self) -> Progress {
        let asked = self.references.iter().filter(|open| open.asked);
        let (mut done, mut of) = (0, 0);
        for open in asked {
            of += 1;
            done += usize::from(open.outstanding.is_empty());
        }
        Progress { done, of }
    }
}

/// Whether a service permits so few questions that they must be used sparingly.
fn is_scarce(sources: &Sources, service: &str) -> bool {
    sources.all.iter().any(|source| source.name() == service && source.is_scarce())
}

/// Returns the judgement of a reference with its fingerprint, and its open questions.
fn looked(reference: &Reference, sources: &Sources, allowance: Allowance) -> (Judged, Vec<Wanted>) {
    let reach = match allowance {
        Allowance::Everything => Disclosable::Everything,
        Allowance::ClosedTermsOnly => Disclosable::Identifiers,
    };
    let (judgement, asks) = judge_and_plan(&reference.work, reach, &sources.judging);
    let judged = (reference.fingerprint, Arc::new(judgement));
    let named = |name: &str| all().iter().map(|service| service.name()).find(|known| *known == name);
    let wanted = asks
        .into_iter()
        .filter_map(|(name, question)| Some(Wanted { service: named(&name)?, question }))
        .filter(|wanted| allowance.permits(&wanted.question))
        .collect();
    (judged, wanted)
}

/// Returns a hash of a question. An arXiv id and arXiv's DOI are two questions: each has a separate
/// answer, and a reference with such a DOI has both.
fn hash(question: &Question) -> u64 {
    let mut hasher = DefaultHasher::new();
    match question {
        Question::Identifier(identifier) => identifier.hash(&mut hasher),
        Question::Like(work) => work.hash(&mut hasher),
        Question::Subject(words) => words.hash(&mut hasher),
    }
    hasher.finish()
}
