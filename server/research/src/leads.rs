//! Leads: papers and molecules to which services for drug mechanisms point.
//!
//! Such a service decides only where to look. The papers that it lists are fetched from PubMed, and
//! a paper is kept only if a sentence of its stored abstract contains both names verbatim, at the
//! places that the service marks. The sentence is then read like every other sentence of the
//! evidence; the relation types of the service are ignored, and they lack a direction.
//!
//! Each question sends about sixteen requests. They contain names and PubMed numbers, nothing else.

mod choice;
mod sentence;
mod source;

pub use source::{LeadSource, LeadState};

use crate::hypotheses::{HypothesisAssessment, Sign};
use crate::identity;
use crate::passage::{Passage, passages};
use crate::publication_status::PublicationStatus;
use crate::query::Query;
use crate::search::{Candidate, SearchResults, SourceQuery};
use crate::study::Study;
use crate::vocabulary::Vocabulary;
use choice::{AskedName, End, Plan, best_match, choose_molecules, words_of_target};
use referee_literature::MechanismLookup;
use referee_literature::lookup::MechanismFailure;
use referee_literature::online::{
    ListedTarget, MarkedText, MechanismAnswer, MechanismQuestion, NameKind, Partner, TargetAction,
};
use referee_records::services::{OPEN_TARGETS, PUBMED, PUBTATOR};
use referee_records::{Record, SourceError, source_name};
use referee_text::Language;
use referee_text::language::counted;
use sentence::{sentence_with, stored_passage};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of molecules between the ends of a question; each needs two searches.
const MAX_MOLECULES: usize = 5;

/// The maximum number of requests to PubTator3 for one question.
const MAX_QUESTIONS: usize = 16;

/// With fewer molecules than this between the ends of a question, further searches run.
const MIN_MOLECULES: usize = 2;

/// The maximum number of targets without a human gene that are searched by words, with one or two searches each.
const MAX_WORDED_TARGETS: usize = 2;

/// The search word for a drug if nothing is known to lie between the ends of a question: a paper that contains it
/// states what the drug acts on.
const ACTING_WORD: &str = "inhibits";

/// The most papers that are fetched for a question.
const MAX_PAPERS: usize = 60;

/// The maximum number of papers of one pair whose texts are requested.
const MAX_PAPERS_PER_PAIR: usize = 12;

/// The maximum number of pairs without a sentence that are listed.
const MAX_LISTED_PAIRS: usize = 2;

/// The relevance of a paper from a lead among the results of a search, from 0 to 1.
const RELEVANCE: f32 = 0.9;

/// The leads of a question.
pub(crate) struct Leads {
    /// The papers that were kept, and the queries to each source.
    pub(crate) found: SearchResults,
    /// The outcome of asking each service.
    pub(crate) sources: Vec<LeadSource>,
    passages: BTreeMap<String, Vec<Passage>>,
    gaps: Vec<String>,
    drug: String,
    targets: Vec<ListedTarget>,
}

impl Leads {
    /// Returns the sentences for which a paper was kept.
    pub(crate) fn passages(&self, record: &Record) -> Vec<Passage> {
        self.passages.get(&identity::handle(&record.work)).cloned().unwrap_or_default()
    }

    /// Returns whether a service answered.
    pub(crate) fn is_answered(&self) -> bool {
        self.found.asked.iter().any(|asked| asked.hits.is_some())
    }

    /// Adds the state of each service and the missing evidence to an assessment.
    pub(crate) fn add_to(self, assessment: &mut HypothesisAssessment, vocabulary: &Vocabulary) {
        let mut gaps = self.gaps;
        gaps.extend(target_gaps(&self.drug, &self.targets, assessment, vocabulary));
        assessment.knowledge_gaps.extend(gaps);
        assessment.leads = self.sources;
    }
}

/// Two things whose papers are requested.
struct Pair {
    one: String,
    other: Other,
    /// The pair for display: `lisinopril and ACE`.
    names: String,
    papers: Vec<u32>,
}

/// The second of the two: an entity that PubTator3 marks, or words.
enum Other {
    Id(String),
    Words(String),
}

/// Asks the services for leads to a question and fetches the papers.
pub(crate) fn follow(
    query: &Query,
    vocabulary: &Vocabulary,
    lookup: &MechanismLookup,
    progress: &mut dyn FnMut(&str),
) -> Leads {
    let mut inquiry = Inquiry {
        lookup,
        vocabulary,
        pubtator: LeadSource::new(PUBTATOR.name, LeadState::Answered),
        opentargets: LeadSource::new(OPEN_TARGETS.name, LeadState::Answered),
        leads: Leads {
            found: SearchResults::default(),
            sources: Vec::new(),
            passages: BTreeMap::new(),
            gaps: Vec::new(),
            drug: String::new(),
            targets: Vec::new(),
        },
    };
    let plan = Plan::of(query, vocabulary);
    inquiry.ask_targets(&plan, progress);
    inquiry.ask_papers(&plan, progress);
    inquiry.end()
}

/// The requests for one question.
struct Inquiry<'a> {
    lookup: &'a MechanismLookup,
    vocabulary: &'a Vocabulary,
    pubtator: LeadSource,
    opentargets: LeadSource,
    leads: Leads,
}

impl Inquiry<'_> {
    /// Sends questions to PubTator3 and records a failure. Returns the answer to each; `None` for a
    /// missing one.
    fn pubtator(&mut self, questions: &[MechanismQuestion]) -> Vec<Option<MechanismAnswer>> {
        self.pubtator.questions += questions.len();
        let answers = self.lookup.ask(PUBTATOR.name, questions);
        let kept = answers.into_iter().map(|answer| match answer {
            Ok(answer) => Some(answer),
            Err(MechanismFailure { why, detail }) => {
                tracing::info!("PubTator3 did not answer: {} ({detail})", why.slug());
                self.pubtator.failed(why);
                None
            }
        });
        kept.collect()
    }

    /// Asks which molecules are listed as targets of the drug in the question.
    fn ask_targets(&mut self, plan: &Plan, progress: &mut dyn FnMut(&str)) {
        let Some(drug) = &plan.drug else {
            self.opentargets.state = LeadState::NothingToAsk;
            return;
        };
        if !self.lookup.has(OPEN_TARGETS.name) {
            self.opentargets.state = LeadState::Off;
            return;
        }
        progress("asking Open Targets");
        self.leads.drug.clone_from(drug);
        self.opentargets.questions += 1;
        let answer = self.lookup.ask(OPEN_TARGETS.name, &[MechanismQuestion::Targets(drug.clone())]);
        let (hits, problem) = match answer.into_iter().next() {
            Some(Ok(MechanismAnswer::Targets(targets))) => {
                self.leads.targets = targets;
                (Some(self.leads.targets.len()), None)
            }
            Some(Err(MechanismFailure { why, .. })) => {
                self.opentargets.failed(why);
                (None, Some(why.words().to_owned()))
            }
            _ => (None, Some(SourceError::Unreadable.words().to_owned())),
        };
        let (source, words) = (OPEN_TARGETS.name.to_owned(), format!("targets of {drug}"));
        self.leads.found.asked.push(SourceQuery { source, words, hits, problem });
    }

    /// Asks PubTator3 which molecules lie between the ends of a question and which papers mention
    /// them; keeps papers with a sentence that can be checked.
    fn ask_papers(&mut self, plan: &Plan, progress: &mut dyn FnMut(&str)) {
        if plan.is_empty() {
            self.pubtator.state = LeadState::NothingToAsk;
            return;
        }
        if !self.lookup.has(PUBTATOR.name) {
            self.pubtator.state = LeadState::Off;
            return;
        }
        progress("asking PubTator3");
        let mut pairs = self.pairs(plan);
        self.find_papers(&mut pairs);
        let texts = self.texts(&pairs);
        let wanted = self.sentences(&pairs, &texts);
        if !wanted.is_empty() {
            progress("fetching the papers that PubTator3 points to");
            self.keep(&wanted);
        }
        for pair in &pairs {
            let (source, words) = (PUBTATOR.name.to_owned(), pair.names.clone());
            let hits = Some(pair.papers.len());
            self.leads.found.asked.push(SourceQuery { source, words, hits, problem: None });
        }
        if let (LeadState::Failed, Some(because)) = (self.pubtator.state, &self.pubtator.because)
            && pairs.is_empty()
        {
            let (source, words) = (PUBTATOR.name.to_owned(), plan.names());
            let problem = Some(because.clone());
            self.leads.found.asked.push(SourceQuery { source, words, hits: None, problem });
        }
    }

    /// Returns the pairs of things whose papers are to be requested, the most promising first.
    fn pairs(&mut self, plan: &Plan) -> Vec<Pair> {
        let names = plan.names_to_resolve();
        let ids = self.resolve(&names);
        let id_of = |name: &str| {
            names.iter().zip(&ids).find(|(one, _)| one.name == name).and_then(|(_, id)| id.clone())
        };
        let start = plan.start.as_ref().and_then(|one| id_of(&one.name));
        let end = match &plan.end {
            Some(End::Name(one)) => id_of(&one.name).map(Other::Id),
            Some(End::Words(words)) => Some(Other::Words(words.clone())),
            None => None,
        };
        let (Some(start_name), Some(start)) = (plan.start.as_ref().map(|one| one.name.clone()), start) else {
            return Vec::new();
        };
        let end_name = plan.end.as_ref().map(End::name).unwrap_or_default();
        let end_id = match &end {
            Some(Other::Id(id)) => Some(id.clone()),
            _ => None,
        };
        // Molecules that the question mentions need no search.
        let mut molecules: Vec<(String, String)> =
            plan.molecules.iter().filter_map(|one| Some((id_of(&one.name)?, one.name.clone()))).collect();
        if molecules.is_empty() && (plan.drug.is_some() || end_id.is_some()) {
            molecules = self.molecules(&start, end_id.as_deref());
        }
        molecules.retain(|(id, _)| *id != start && Some(id) != end_id.as_ref());
        // Two searches for each, one for the ends, and one request for the texts of all.
        let mut left = MAX_QUESTIONS.saturating_sub(self.pubtator.questions + 2) / 2;
        let mut worded = self.worded_targets();
        worded.truncate(left);
        left -= worded.len();
        molecules.truncate(left.min(MAX_MOLECULES));
        let mut pairs = Vec::new();
        let mut add = |one: &str, other: Other, names: String| {
            pairs.push(Pair { one: one.to_owned(), other, names, papers: Vec::new() });
        };
        if molecules.len() + worded.len() < MIN_MOLECULES && plan.drug.is_some() {
            add(
                &start,
                Other::Words(ACTING_WORD.to_owned()),
                format!("{start_name} and the word “{ACTING_WORD}”"),
            );
        }
        for words in worded {
            add(&start, Other::Words(words.clone()), format!("{start_name} and {words}"));
            if let Some(Other::Id(end)) = &end {
                add(end, Other::Words(words.clone()), format!("{end_name} and {words}"));
            }
        }
        for (id, name) in molecules {
            add(&start, Other::Id(id.clone()), format!("{start_name} and {name}"));
            match &end {
                Some(Other::Id(end)) => add(&id, Other::Id(end.clone()), format!("{name} and {end_name}")),
                Some(Other::Words(words)) => {
                    add(&id, Other::Words(words.clone()), format!("{name} and {end_name}"));
                }
                None => {}
            }
        }
        if let Some(end) = end {
            add(&start, end, format!("{start_name} and {end_name}"));
        }
        pairs
    }

    /// Resolves names to identifiers. A name that PubTator3 does not know as a substance may be a
    /// gene there, and vice versa: vasopressin, insulin.
    fn resolve(&mut self, names: &[AskedName]) -> Vec<Option<String>> {
        let mut ids: Vec<Option<String>> = vec![None; names.len()];
        for kinds in [AskedName::kind, AskedName::other_kind] {
            let open: Vec<(usize, MechanismQuestion)> = names
                .iter()
                .enumerate()
                .filter(|(at, _)| ids.get(*at).is_some_and(Option::is_none))
                .filter_map(|(at, one)| {
                    Some((at, MechanismQuestion::Named { name: one.name.clone(), kind: kinds(one)? }))
                })
                .collect();
            let (places, questions): (Vec<usize>, Vec<MechanismQuestion>) = open.into_iter().unzip();
            if questions.is_empty() {
                break;
            }
            for (at, answer) in places.into_iter().zip(self.pubtator(&questions)) {
                if let (Some(MechanismAnswer::Entities(found)), Some(one), Some(id)) =
                    (answer, names.get(at), ids.get_mut(at))
                {
                    *id = best_match(&found, one).map(|entity| entity.id.clone());
                }
            }
            if self.pubtator.state == LeadState::Failed {
                return ids;
            }
        }
        for (one, _) in names.iter().zip(&ids).filter(|(_, id)| id.is_none()) {
            let gap = format!("PubTator3 has no entry for {}, so it was not asked about it.", one.name);
            self.leads.gaps.push(gap);
        }
        ids
    }

    /// The words for the targets of the drug that lack a human gene.
    fn worded_targets(&self) -> Vec<String> {
        let without_gene = self.leads.targets.iter().filter(|target| target.symbol.is_empty());
        let mut words: Vec<String> =
            without_gene.map(|target| words_of_target(&target.name, self.vocabulary)).collect();
        words.dedup();
        words.truncate(MAX_WORDED_TARGETS);
        words
    }

    /// Returns the molecules between a drug and an end, the most promising first, as identifiers and names. If papers
    /// relate hardly any gene to the drug, as with drugs against bacteria and viruses, other substances may lie
    /// between.
    fn molecules(&mut self, drug: &str, end: Option<&str>) -> Vec<(String, String)> {
        let mut found = self.partners(drug, end, NameKind::Gene);
        if found.len() < MIN_MOLECULES {
            found.extend(self.partners(drug, end, NameKind::Chemical));
        }
        found
    }

    fn partners(&mut self, drug: &str, end: Option<&str>, kind: NameKind) -> Vec<(String, String)> {
        let partners = |of: &str| MechanismQuestion::Partners { of: of.to_owned(), kind };
        let questions: Vec<MechanismQuestion> =
            [Some(drug), end].into_iter().flatten().map(partners).collect();
        let mut answers = self.pubtator(&questions).into_iter();
        let mut next = || -> Vec<Partner> {
            match answers.next().flatten() {
                Some(MechanismAnswer::Partners(partners)) => partners,
                _ => Vec::new(),
            }
        };
        let (of_drug, of_end) = (next(), next());
        let listed = if kind == NameKind::Gene { self.leads.targets.as_slice() } else { &[] };
        choose_molecules(listed, &of_drug, end.map(|_| of_end.as_slice()), MAX_MOLECULES)
    }

    /// Requests the papers of each pair.
    fn find_papers(&mut self, pairs: &mut [Pair]) {
        let question = |pair: &Pair| match &pair.other {
            Other::Id(id) => MechanismQuestion::Papers(pair.one.clone(), id.clone()),
            Other::Words(words) => MechanismQuestion::PapersWith(pair.one.clone(), words.clone()),
        };
        let questions: Vec<MechanismQuestion> = pairs.iter().map(question).collect();
        for (pair, answer) in pairs.iter_mut().zip(self.pubtator(&questions)) {
            if let Some(MechanismAnswer::Papers(mut papers)) = answer {
                papers.truncate(MAX_PAPERS_PER_PAIR);
                pair.papers = papers;
            }
        }
    }

    /// Fetches the annotated texts of the papers, taking pairs in turn.
    fn texts(&mut self, pairs: &[Pair]) -> Vec<MarkedText> {
        let mut pmids: Vec<u32> = Vec::new();
        for place in 0..MAX_PAPERS_PER_PAIR {
            for pmid in pairs.iter().filter_map(|pair| pair.papers.get(place)) {
                if !pmids.contains(pmid) && pmids.len() < MechanismQuestion::MAX_TEXTS {
                    pmids.push(*pmid);
                }
            }
        }
        self.pubtator.papers = pmids.len();
        if pmids.is_empty() {
            return Vec::new();
        }
        match self.pubtator(&[MechanismQuestion::Texts(pmids)]).into_iter().next().flatten() {
            Some(MechanismAnswer::Texts(texts)) => texts,
            _ => Vec::new(),
        }
    }

    /// Finds the sentences that mention both things of a pair, by PubMed number; records the pairs
    /// without one.
    fn sentences(&mut self, pairs: &[Pair], texts: &[MarkedText]) -> BTreeMap<u32, BTreeSet<String>> {
        let mut wanted: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        let mut without: Vec<String> = Vec::new();
        for pair in pairs {
            let mut has_one = false;
            let own: Vec<&MarkedText> =
                texts.iter().filter(|text| pair.papers.contains(&text.pmid)).collect();
            for text in &own {
                let sentence = match &pair.other {
                    Other::Id(id) => sentence_with(text, &pair.one, id),
                    Other::Words(words) => sentence::sentence_with_words(text, &pair.one, words),
                };
                if let Some(sentence) = sentence {
                    has_one = true;
                    if wanted.len() < MAX_PAPERS || wanted.contains_key(&text.pmid) {
                        wanted.entry(text.pmid).or_default().insert(sentence);
                    }
                }
            }
            if let (false, Some(first)) = (has_one, own.first()) {
                without.push(format!(
                    "PubTator3 relates {} in {}, such as PMID {}; no single sentence of the abstracts names both.",
                    pair.names,
                    counted(own.len(), "paper", "papers"),
                    first.pmid
                ));
            }
        }
        without.truncate(MAX_LISTED_PAIRS);
        self.leads.gaps.extend(without);
        wanted
    }

    /// Fetches papers from PubMed and keeps those whose stored abstract contains a sentence
    /// verbatim.
    fn keep(&mut self, wanted: &BTreeMap<u32, BTreeSet<String>>) {
        let pmids: Vec<u32> = wanted.keys().copied().collect();
        let (records, why) = self.lookup.records(&pmids);
        if let Some(why) = why {
            self.leads
                .gaps
                .push(format!("PubMed {}, so papers that PubTator3 points to were not read.", why.words()));
        }
        let (source, words) =
            (PUBMED.name.to_owned(), format!("{} of PubTator3", counted(pmids.len(), "paper", "papers")));
        let (hits, problem) = match why {
            Some(why) if records.is_empty() => (None, Some(why.words().to_owned())),
            _ => (Some(records.len()), None),
        };
        self.leads.found.asked.push(SourceQuery { source, words, hits, problem });
        let mut missing = 0;
        for record in records {
            let record = Arc::unwrap_or_clone(record);
            let Some(sentences) = record.work.identifiers.pmid().and_then(|pmid| wanted.get(&pmid)) else {
                continue;
            };
            let stored = passages(&record);
            let kept: Vec<Passage> =
                sentences.iter().filter_map(|sentence| stored_passage(sentence, &stored).cloned()).collect();
            missing += sentences.len() - kept.len();
            if kept.is_empty() {
                continue;
            }
            self.pubtator.kept += 1;
            let handle = identity::handle(&record.work);
            self.leads.passages.insert(handle.clone(), kept.clone());
            self.leads.found.candidates.push(Candidate {
                handle,
                relevance: RELEVANCE,
                coverage: 1.0,
                word_share: 1.0,
                is_on_subject: true,
                fit: f32::INFINITY,
                passage: kept.into_iter().next(),
                study: Study::of(&record),
                standing: PublicationStatus::of_record(&record),
                record,
            });
        }
        self.leads.found.distinct = self.leads.found.candidates.len();
        if missing > 0 {
            let them = counted(missing, "sentence", "sentences");
            self.leads.gaps.push(format!(
                "Left out: {them} that PubTator3 marks, because PubMed's abstract does not have the words."
            ));
        }
    }

    fn end(mut self) -> Leads {
        for source in [&self.opentargets, &self.pubtator] {
            let name = source_name(Language::English, &source.source);
            match source.state {
                LeadState::Off => self.leads.gaps.push(format!(
                    "{name} was not asked: it is switched off (sources.{}.enabled).",
                    source.source
                )),
                LeadState::Failed => {
                    let because = source.because.as_deref().unwrap_or_default();
                    let was = if self.leads.is_answered() && source.papers > 0 { " in part" } else { "" };
                    self.leads.gaps.push(format!(
                        "{name} did not answer{was} ({because}), so molecules and papers that it knows may be missing here."
                    ));
                }
                LeadState::Answered | LeadState::NothingToAsk => {}
            }
        }
        self.leads.sources = vec![self.opentargets, self.pubtator];
        self.leads
    }
}

/// Reports gaps for the listed targets of a drug: a missing chain over one of them, or a direction
/// that disagrees.
fn target_gaps(
    drug: &str,
    targets: &[ListedTarget],
    assessment: &HypothesisAssessment,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    /// The maximum number of targets that are listed.
    const MAX_TARGETS: usize = 4;
    let Some(first) = targets.first() else { return Vec::new() };
    let name = |symbol: &str| {
        let known = vocabulary.find(symbol).and_then(|id| vocabulary.get(id));
        known.map_or_else(|| symbol.to_owned(), |entity| entity.name.clone())
    };
    // A target without a human gene is known by the words of its name.
    let name_of = |target: &ListedTarget| {
        if target.symbol.is_empty() {
            name(&words_of_target(&target.name, vocabulary))
        } else {
            name(&target.symbol)
        }
    };
    let hops = || assessment.hypotheses.iter().flat_map(|one| &one.hops);
    let mut out: Vec<String> = Vec::new();
    if !targets.iter().any(|target| hops().any(|hop| hop.to == name_of(target))) {
        let mut symbols: Vec<&str> = targets.iter().take(MAX_TARGETS).map(ListedTarget::shown).collect();
        if targets.len() > symbols.len() {
            symbols.push("others");
        }
        let words = if first.words.is_empty() { String::new() } else { format!(" ({})", first.words) };
        out.push(format!(
            "Open Targets lists {} as what {drug} acts on{words}; no chain over it was read here.",
            symbols.join(", ")
        ));
    }
    for target in targets {
        let listed = match target.action {
            TargetAction::Blocks => Sign::Decreases,
            TargetAction::Activates => Sign::Increases,
            TargetAction::Other => continue,
        };
        let differs = |hop: &&crate::hypotheses::Hop| {
            hop.from.eq_ignore_ascii_case(drug)
                && hop.to == name_of(target)
                && hop.sign.is_directed()
                && hop.sign != listed
        };
        if let Some(hop) = hops().find(differs) {
            let gap = format!("“{}” is not what Open Targets lists: {}.", hop.says(), target.words);
            if !out.contains(&gap) {
                out.push(gap);
            }
        }
    }
    out
}
