//! Which questions to put to the online sources next.
//!
//! [`plan`] is pure: it sees what the sources know already and says what is worth asking now. It is called again
//! whenever answers have come, until it wants nothing more; then every source that had to answer has answered, or
//! has failed and stays a reason for doubt. The order:
//!
//! 1. Identifiers, at the register that gives them out or describes them best: they go in batches. Where there are
//!    none, the title at the sources that may be asked often.
//! 2. A DOI that nobody describes, at doi.org: does it exist, and who knows it?
//! 3. Where what was found does not fit: the same identifiers at other sources, and the title.
//! 4. Where no title fits either: the searches that rank, which are rare goods; the place in the journal.
//! 5. Where it is not found at all and no source is known to list its journal: whether one does.
//! 6. Of the work that was found: whether somebody announced something about it, and the article of a preprint.
//!
//! A record that fits ends the asking, except for the last step.

use super::compare::{Claim, Found};
use super::{decide, gather, identifiers, journals};
use crate::Judgement;
use referee_bibliography::{Identifier, Identifiers, Work, WorkKind};
use referee_records::services;
use referee_records::{Answer, Coverage, Question, Record, RelationKind, Source, SourceError};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// What of a reference may leave this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Titles, authors, journals, years, pages and identifiers.
    Everything,
    /// Identifiers only: what a clinical note allows.
    Identifiers,
}

/// A question and the name of the source that it is for.
pub type Ask = (String, Question);

/// The judgement of `work` by what the sources say, and the questions to ask next: [`gather`](super::gather()),
/// [`judge`](super::judge) and [`plan`] in one go, which is quicker.
#[must_use]
pub fn look(work: &Work, reach: Reach, sources: &[Arc<dyn Source>]) -> (Judgement, Vec<Ask>) {
    let inquiry = Inquiry::new(work, sources);
    let gathered = gather::through(&inquiry);
    let online = sources.iter().any(|source| services::is_service(source.name()));
    let next = if online { inquiry.next(reach) } else { Vec::new() };
    (decide::decide(&inquiry.claim, &gathered), next)
}

/// The questions to ask next about `work`, the first first; none where enough is known, or nothing more can be
/// asked. Sources that are no online services are consulted, and never asked for later.
#[must_use]
pub fn plan(work: &Work, reach: Reach, sources: &[Arc<dyn Source>]) -> Vec<Ask> {
    let online = sources.iter().any(|source| services::is_service(source.name()));
    if online { Inquiry::new(work, sources).next(reach) } else { Vec::new() }
}

/// What is known of one reference, and what could be asked about it.
pub(super) struct Inquiry<'a> {
    pub(super) work: &'a Work,
    pub(super) claim: Claim<'a>,
    pub(super) sources: &'a [Arc<dyn Source>],
    /// The question for what looks like the work.
    like: Question,
    /// What the services said so far: they say the same all the while, and saying it takes time.
    said: RefCell<Vec<(usize, Question, Answer)>>,
    /// What each source covers of such works, in the order of `sources`, where that was asked.
    covered: Vec<OnceCell<Coverage>>,
    place: OnceCell<Option<Question>>,
    life_sciences: OnceCell<bool>,
    hits: OnceCell<Vec<Hit>>,
}

/// What a source says to a question.
enum State {
    /// It is not there, or cannot be asked this.
    Absent,
    /// It was not asked yet.
    Open,
    /// It did not answer.
    Failed,
    /// It answered.
    Known(Vec<Arc<Record>>),
}

/// A record and how it was found.
pub(super) struct Hit {
    pub(super) record: Arc<Record>,
    /// By which identifier of the reference; `None` where by its description.
    pub(super) identifier: Option<Identifier>,
    /// Whether it is the work, whatever is wrong with the reference.
    is_work: bool,
    /// Whether it leaves nothing to ask.
    fits: bool,
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(work: &'a Work, sources: &'a [Arc<dyn Source>]) -> Self {
        let like = Question::Like(Arc::new(work.clone()));
        Inquiry {
            work,
            claim: Claim::read(work),
            sources,
            like,
            said: RefCell::default(),
            covered: sources.iter().map(|_| OnceCell::new()).collect(),
            place: OnceCell::new(),
            life_sciences: OnceCell::new(),
            hits: OnceCell::new(),
        }
    }

    pub(super) fn next(&self, reach: Reach) -> Vec<Ask> {
        let by_title = reach == Reach::Everything && self.describes();
        let identified = self.own_identifiers().next().is_some();
        let mut open = self.open(self.registers());
        if by_title && !identified {
            open.extend(self.open(self.titles()));
        }
        if !open.is_empty() {
            return open;
        }
        for stage in [Self::agencies, Self::of_agencies] {
            let open = self.open(stage(self));
            if !open.is_empty() {
                return open;
            }
        }
        let hits = self.hits();
        if !self.is_settled(hits) {
            let mut open = self.open(self.opinions(hits));
            if by_title {
                open.extend(self.open(self.titles()));
            }
            if !open.is_empty() {
                return open;
            }
            if by_title {
                let open = self.open(self.more_titles());
                if !open.is_empty() {
                    return open;
                }
            }
            let enough = self.has_work(hits) && !self.is_early(hits);
            if by_title && !enough && !self.is_misled(hits) {
                let open = self.open(self.last_searches());
                if !open.is_empty() {
                    return open;
                }
                if !self.has_work(hits)
                    && let Some(ask) = self.next_about_journal()
                {
                    return vec![ask];
                }
            }
        }
        self.open(self.follow(hits))
    }

    /// Whether it says enough to be looked for.
    fn describes(&self) -> bool {
        let work = self.work;
        work.title.is_some() || work.subtitle.is_some() || place(work).is_some()
    }

    /// The identifiers that name this work and no other.
    fn own_identifiers(&self) -> impl Iterator<Item = &'a Identifier> {
        self.work.identifiers.iter().filter(|identifier| identifiers::is_of_one_work(identifier))
    }

    fn source(&self, name: &str) -> Option<&'a dyn Source> {
        self.sources.iter().find(|source| source.name() == name).map(|source| source.as_ref())
    }

    /// Whether the absence of such a work from the source at this place means something.
    pub(super) fn coverage(&self, at: usize) -> Coverage {
        let (Some(source), Some(known)) = (self.sources.get(at), self.covered.get(at)) else {
            return Coverage::None;
        };
        *known.get_or_init(|| source.covers(self.work))
    }

    /// The same of the source with this name; nothing where there is none.
    fn coverage_of(&self, name: &str) -> Coverage {
        let at = self.sources.iter().position(|source| source.name() == name);
        at.map_or(Coverage::None, |at| self.coverage(at))
    }

    fn is_of_life_sciences(&self) -> bool {
        *self.life_sciences.get_or_init(|| services::is_of_life_sciences(self.work))
    }

    /// What a source says, asked once. Several libraries may have one name: a source is itself only.
    pub(super) fn answer(&self, source: &dyn Source, question: &Question) -> Answer {
        let at = std::ptr::from_ref(source).addr();
        let known = |(source, asked, _): &&(usize, Question, Answer)| *source == at && asked == question;
        if let Some((_, _, answer)) = self.said.borrow().iter().find(known) {
            return answer.clone();
        }
        let answer = source.ask(question);
        self.said.borrow_mut().push((at, question.clone(), answer.clone()));
        answer
    }

    fn state(&self, name: &str, question: &Question) -> State {
        let source = self.source(name).filter(|_| services::is_service(name));
        let Some(source) = source else { return State::Absent };
        match self.answer(source, question) {
            Answer::Records(records) => State::Known(records),
            // What consent does not allow yet would be asked with it.
            Answer::None(SourceError::NotAsked | SourceError::Offline) => State::Open,
            Answer::None(SourceError::Unsuited) => State::Absent,
            Answer::None(_) => State::Failed,
        }
    }

    /// Those that were not asked yet, each once.
    fn open(&self, asks: Vec<Ask>) -> Vec<Ask> {
        let mut out: Vec<Ask> = Vec::new();
        for ask in asks {
            if !out.contains(&ask) && matches!(self.state(&ask.0, &ask.1), State::Open) {
                out.push(ask);
            }
        }
        out
    }

    /// The first of the sources that can answer; the next one too where that one failed.
    fn first_of(&self, names: &[&str], question: &Question, out: &mut Vec<Ask>) {
        for name in names {
            match self.state(name, question) {
                State::Absent => {}
                State::Failed => out.push(((*name).to_owned(), question.clone())),
                State::Open | State::Known(_) => {
                    out.push(((*name).to_owned(), question.clone()));
                    return;
                }
            }
        }
    }

    /// Each identifier at the source that knows it best.
    fn registers(&self) -> Vec<Ask> {
        let mut out = Vec::new();
        for identifier in &self.work.identifiers {
            let question = Question::Identifier(identifier.clone());
            let names: &[&str] = match identifier.canonical() {
                Identifier::Doi(_) => &["crossref", "datacite", "openalex", "europepmc", "semanticscholar"],
                Identifier::Pmid(_) => &["pubmed", "europepmc", "openalex"],
                Identifier::Pmcid(_) => &["europepmc", "idconv"],
                Identifier::Arxiv(..) => &["arxiv", "openalex", "datacite", "semanticscholar"],
                Identifier::Trial(_) => &["clinicaltrials"],
                Identifier::Isbn(_) => &[],
            };
            self.first_of(names, &question, &mut out);
            // What PubMed announces about an article is known there by its DOI too.
            if matches!(identifier.canonical(), Identifier::Doi(_)) && self.is_of_life_sciences() {
                self.first_of(&["europepmc"], &question, &mut out);
            }
        }
        out
    }

    /// doi.org, for the DOIs that nobody described.
    fn agencies(&self) -> Vec<Ask> {
        self.undescribed().map(|question| (String::from("doi"), question)).collect()
    }

    fn undescribed(&self) -> impl Iterator<Item = Question> {
        self.work
            .identifiers
            .iter()
            .filter(|identifier| matches!(identifier, Identifier::Doi(_)))
            .map(|identifier| Question::Identifier(identifier.clone()))
            .filter(|question| {
                !self.sources.iter().any(|source| match self.answer(source.as_ref(), question) {
                    Answer::Records(records) => records.iter().any(|record| is_described(record)),
                    Answer::None(_) => false,
                })
            })
    }

    /// What describes a DOI that exists and that its first source does not have: its agency, and doi.org by
    /// content negotiation for agencies that are no source here.
    fn of_agencies(&self) -> Vec<Ask> {
        let mut out = Vec::new();
        for question in self.undescribed() {
            let state = self.state("doi", &question);
            let State::Known(registered) = &state else { continue };
            let Some(record) = registered.first() else { continue };
            self.first_of(&["openalex"], &question, &mut out);
            if record.types.iter().any(|agency| agency == "DataCite") {
                self.first_of(&["datacite"], &question, &mut out);
            } else {
                self.first_of(&["doi"], &description(&question), &mut out);
            }
        }
        out
    }

    /// The same identifiers at other sources, where what was found under them does not fit.
    fn opinions(&self, hits: &[Hit]) -> Vec<Ask> {
        let mut out = Vec::new();
        for identifier in self.own_identifiers() {
            let under = || hits.iter().filter(|hit| hit.identifier.as_ref() == Some(identifier));
            if under().next().is_none() || under().any(|hit| hit.fits) {
                continue;
            }
            let question = Question::Identifier(identifier.clone());
            let names: &[&str] = match identifier.canonical() {
                Identifier::Doi(_) => &["openalex", "europepmc"],
                Identifier::Pmid(_) => &["europepmc"],
                Identifier::Arxiv(..) => &["openalex", "datacite"],
                _ => &[],
            };
            for name in names {
                self.first_of(&[name], &question, &mut out);
            }
        }
        out
    }

    /// The title, at the source of its field that may be asked often.
    fn titles(&self) -> Vec<Ask> {
        let names: &[&str] = if self.is_of_life_sciences() {
            &["europepmc", "pubmed", "openalex"]
        } else {
            &["openalex", "europepmc", "pubmed"]
        };
        let mut out = Vec::new();
        let listing: Vec<&str> =
            names.iter().copied().filter(|name| self.coverage_of(name) != Coverage::None).collect();
        self.first_of(&listing, &self.like(), &mut out);
        out
    }

    /// The title, at all other sources that may be asked often.
    fn more_titles(&self) -> Vec<Ask> {
        self.at(&["europepmc", "openalex", "pubmed", "datacite"], &self.like())
    }

    /// The searches that rank, and the place in the journal.
    fn last_searches(&self) -> Vec<Ask> {
        let mut out = self.at(&["crossref"], &self.like());
        // arXiv answers once in three seconds; who has all of its papers too goes first.
        if matches!(self.state("datacite", &self.like()), State::Absent | State::Failed) {
            out.extend(self.at(&["arxiv"], &self.like()));
        }
        if self.work.title.is_some()
            && let Some(place) = place(self.work)
        {
            out.extend(self.at(&["pubmed"], &Question::Like(Arc::new(place))));
        }
        // The last resort: where nothing says where the work is, or where the source that has most of what it has
        // is not to be had.
        let everywhere = self.coverage_of("semanticscholar") == Coverage::Complete;
        let instead = matches!(self.state("openalex", &self.like()), State::Absent | State::Failed);
        let elsewhere = self.coverage_of("pubmed") != Coverage::None;
        if everywhere || (instead && !elsewhere) {
            out.extend(self.at(&["semanticscholar"], &self.like()));
        }
        out
    }

    /// The question for the place in the journal, once its turn has come: it may be known before from another
    /// reference, and what is known of one must not depend on what was asked of another.
    pub(super) fn place_in_turn(&self) -> Option<Question> {
        let ask = || {
            let place = place(self.work)?;
            let turn = self.work.title.is_none() || self.open(self.last_searches()).is_empty();
            turn.then(|| Question::Like(Arc::new(place)))
        };
        self.place.get_or_init(ask).clone()
    }

    pub(super) fn like(&self) -> Question {
        self.like.clone()
    }

    /// The sources among `names` that list such works.
    fn at(&self, names: &[&str], question: &Question) -> Vec<Ask> {
        names
            .iter()
            .filter(|name| self.coverage_of(name) != Coverage::None)
            .map(|name| ((*name).to_owned(), question.clone()))
            .collect()
    }

    /// Whether a source lists the journal: asked one by one, until one does.
    fn next_about_journal(&self) -> Option<Ask> {
        let question = Question::Like(Arc::new(journal(self.work)?));
        if (0..self.sources.len()).any(|at| self.coverage(at) == Coverage::Complete) {
            return None;
        }
        for (name, question) in self.at(JOURNAL_LISTS, &question) {
            match &self.state(&name, &question) {
                State::Open => return Some((name, question)),
                State::Known(records) if self.lists_journal(records) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether `source`, which may list such a work, is known to list its journal.
    pub(super) fn is_listed_in(&self, source: &dyn Source) -> bool {
        if !JOURNAL_LISTS.contains(&source.name()) {
            return false;
        }
        let Some(journal) = journal(self.work) else { return false };
        match self.answer(source, &Question::Like(Arc::new(journal))) {
            Answer::Records(records) => self.lists_journal(&records),
            Answer::None(_) => false,
        }
    }

    fn lists_journal(&self, records: &[Arc<Record>]) -> bool {
        /// So many years around that of the reference: a journal may have been listed only later.
        const AROUND: i32 = 3;
        let near = |record: &Arc<Record>| match (self.work.year(), record.work.year()) {
            (Some(claimed), Some(recorded)) => claimed.abs_diff(recorded) <= AROUND.unsigned_abs(),
            _ => true,
        };
        let names = [&self.work.container, &self.work.container_short];
        names.into_iter().flatten().any(|name| {
            records.iter().any(|record| near(record) && journals::is_venue_of(name, &record.work))
        })
    }

    /// What to ask about the work that was found: who announces notices, and what the article of a preprint is.
    pub(super) fn follow(&self, hits: &[Hit]) -> Vec<Ask> {
        let mut out = Vec::new();
        let works: Vec<&Hit> = hits.iter().filter(|hit| hit.is_work).collect();
        let fitting: Vec<&Hit> = works.iter().copied().filter(|hit| hit.fits).collect();
        let found = if fitting.is_empty() { works } else { fitting };
        let numbers = |wanted: fn(&Identifier) -> bool| -> Vec<Identifier> {
            let mut all: Vec<Identifier> = Vec::new();
            for identifier in found.iter().flat_map(|hit| &hit.record.work.identifiers) {
                let canonical = identifier.canonical();
                if wanted(&canonical) && !all.contains(&canonical) {
                    all.push(canonical);
                }
            }
            all.truncate(MOST_FOLLOWED);
            all
        };
        let pmids = numbers(|identifier| matches!(identifier, Identifier::Pmid(_)));
        for pmid in &pmids {
            // Europe PMC hands on what PubMed announces.
            let told = found.iter().any(|hit| {
                matches!(hit.record.source.as_str(), "pubmed" | "europepmc")
                    && hit.record.work.identifiers.iter().any(|own| own == pmid)
            });
            if !told {
                self.first_of(&["pubmed", "europepmc"], &Question::Identifier(pmid.clone()), &mut out);
            }
        }
        for doi in numbers(|identifier| matches!(identifier, Identifier::Doi(_))) {
            // What Crossref's search found says as much as what it has under the number.
            let told = found.iter().any(|hit| {
                hit.record.source == "crossref"
                    && hit.record.work.identifiers.iter().any(|own| own.canonical() == doi)
            });
            let question = Question::Identifier(doi);
            if !told {
                self.first_of(&["crossref"], &question, &mut out);
            }
            if pmids.is_empty() && found.iter().any(|hit| may_be_in_pubmed(&hit.record.work)) {
                self.first_of(&["europepmc"], &question, &mut out);
            }
        }
        if self.claim.preprint || found.iter().any(|hit| hit.record.work.kind == WorkKind::Preprint) {
            for identifier in published_as(found.iter().map(|hit| hit.record.as_ref())) {
                let question = Question::Identifier(identifier);
                self.first_of(&["crossref", "pubmed", "europepmc", "openalex"], &question, &mut out);
            }
        }
        out
    }

    /// Everything that the sources are known to have for the reference. Sources that are no services are asked by
    /// description only where nothing else fits.
    pub(super) fn hits(&self) -> &[Hit] {
        self.hits.get_or_init(|| self.all_hits())
    }

    fn hit(&self, record: &Arc<Record>, identifier: Option<&Identifier>) -> Hit {
        let found = if identifier.is_some() { Found::ByIdentifier } else { Found::ByLikeness };
        let (is_work, fits) = self.claim.assess(record, found);
        Hit { record: Arc::clone(record), identifier: identifier.cloned(), is_work, fits }
    }

    fn all_hits(&self) -> Vec<Hit> {
        let mut out: Vec<Hit> = Vec::new();
        for identifier in &self.work.identifiers {
            let question = Question::Identifier(identifier.clone());
            for source in self.sources {
                let mut take = |records: &[Arc<Record>]| {
                    let described = records.iter().filter(|record| is_described(record));
                    out.extend(described.map(|record| self.hit(record, Some(identifier))));
                };
                if services::is_service(source.name()) {
                    if let State::Known(records) = &self.state(source.name(), &question) {
                        take(records);
                    }
                } else if let Answer::Records(records) = self.answer(source.as_ref(), &question) {
                    take(&records);
                }
            }
            if let State::Known(records) = &self.state("doi", &description(&question)) {
                out.extend(records.iter().map(|record| self.hit(record, Some(identifier))));
            }
        }
        if !self.describes() {
            return out;
        }
        let like = self.like();
        for name in ["europepmc", "openalex", "pubmed", "datacite", "crossref", "arxiv", "semanticscholar"] {
            if let State::Known(records) = &self.state(name, &like) {
                out.extend(records.iter().map(|record| self.hit(record, None)));
            }
        }
        if let Some(question) = self.place_in_turn()
            && let State::Known(records) = &self.state("pubmed", &question)
        {
            out.extend(records.iter().map(|record| self.hit(record, None)));
        }
        if !out.iter().any(|hit| hit.fits) {
            for source in self.sources.iter().filter(|source| !services::is_service(source.name())) {
                if let Answer::Records(records) = self.answer(source.as_ref(), &like) {
                    out.extend(records.iter().map(|record| self.hit(record, None)));
                }
            }
        }
        out
    }

    /// Whether nothing speaks against the reference, and something for it.
    fn is_settled(&self, hits: &[Hit]) -> bool {
        let fitting: Vec<&Hit> = hits.iter().filter(|hit| hit.fits).collect();
        if fitting.is_empty() {
            return false;
        }
        self.own_identifiers().all(|identifier| {
            hits.iter().any(|hit| {
                let led = hit.identifier.as_ref() == Some(identifier);
                (led && (hit.fits || fitting.iter().any(|fit| shares(&fit.record.work, &hit.record.work))))
                    || (hit.fits && identifiers::bears(&hit.record.work, identifier))
            })
        })
    }

    /// Whether some record is the work, whatever is wrong with the reference.
    fn has_work(&self, hits: &[Hit]) -> bool {
        hits.iter().any(|hit| hit.is_work)
    }

    /// Whether only a preprint of a work was found that is cited as published.
    fn is_early(&self, hits: &[Hit]) -> bool {
        !self.claim.preprint
            && self.work.container.is_some()
            && hits.iter().filter(|hit| hit.is_work).all(|hit| journals::is_preprint(&hit.record.work))
    }

    /// Whether an identifier belongs to another work: then the reference is wrong, wherever its title may be.
    fn is_misled(&self, hits: &[Hit]) -> bool {
        hits.iter()
            .any(|hit| hit.identifier.as_ref().is_some_and(identifiers::is_of_one_work) && !hit.is_work)
    }
}

/// The sources that can say whether they list a journal, the one that may be asked often first.
const JOURNAL_LISTS: &[&str] = &["europepmc", "crossref"];

/// So many identifiers of a work are followed: a work has one or two.
const MOST_FOLLOWED: usize = 3;

/// Whether a record says more than that an identifier exists.
pub(super) fn is_described(record: &Record) -> bool {
    record.work.title.is_some() || !record.work.authors.is_empty() || record.work.container.is_some()
}

/// Whether PubMed may have announced something about a work: about articles, mostly.
fn may_be_in_pubmed(work: &Work) -> bool {
    work.kind == WorkKind::Article || services::is_of_life_sciences(work)
}

/// Whether two works bear one identifier.
fn shares(a: &Work, b: &Work) -> bool {
    a.identifiers
        .iter()
        .any(|identifier| identifiers::is_of_one_work(identifier) && identifiers::bears(b, identifier))
}

/// The published versions that records point to.
pub(super) fn published_as<'r>(records: impl Iterator<Item = &'r Record>) -> Vec<Identifier> {
    let mut out: Vec<Identifier> = Vec::new();
    for relation in records.flat_map(|record| &record.relations) {
        if relation.kind == RelationKind::PublishedAs && !out.contains(&relation.identifier) {
            out.push(relation.identifier.clone());
        }
    }
    out.truncate(MOST_FOLLOWED);
    out
}

/// The question that describes what a question by DOI names.
pub(super) fn description(question: &Question) -> Question {
    let identifiers = match question {
        Question::Identifier(identifier) => [identifier.clone()].into_iter().collect(),
        Question::Like(work) => work.identifiers.clone(),
        Question::Subject(_) => Identifiers::default(),
    };
    Question::Like(Arc::new(Work { identifiers, ..Work::default() }))
}

/// Where in a journal the work stands, if the reference says it: journal, volume and page.
pub(super) fn place(work: &Work) -> Option<Work> {
    (work.container.is_some() && work.volume.is_some() && work.pages.is_some()).then(|| Work {
        kind: work.kind,
        authors: work.authors.first().cloned().into_iter().collect(),
        container: work.container.clone(),
        container_short: work.container_short.clone(),
        date: work.date,
        volume: work.volume.clone(),
        pages: work.pages.clone(),
        ..Work::default()
    })
}

/// The journal of an article and its time: what a source may list.
pub(super) fn journal(work: &Work) -> Option<Work> {
    let listed = matches!(work.kind, WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Unknown);
    let container = work.container.clone().filter(|_| listed)?;
    Some(Work { kind: work.kind, container: Some(container), date: work.date, ..Work::default() })
}
