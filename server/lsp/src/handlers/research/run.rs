//! Runs research for an editor, with visible and cancellable rounds.

use super::target::{failed, refused};
use crate::handlers::searching::{self, OnlineSearch};
use crate::permission;
use crate::progress::{Progress, model_writes};
use crate::state::View;
use referee_operations::nothing_to_search::nothing_to_search;
use referee_research::rounds::Progress as Step;
use referee_research::run::{
    Purpose, ResearchObserver, ResearchResult, ResearchRun, ResearchWarning, Storage,
};
use referee_text::language::counted;
use referee_text::{FileId, Phrase};
use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::MessageType;

/// The title of the progress.
const RESEARCHING: Phrase = Phrase { english: "Researching", spanish: "Investigando" };

/// The request of a command.
pub(super) struct Inquiry<'a> {
    pub(super) question: &'a str,
    pub(super) rounds: u32,
    /// Whether online sources are searched; by default, the author is asked if the network is
    /// allowed.
    pub(super) online: Option<bool>,
    pub(super) purpose: Purpose,
}

/// Researches a question with the sources on this machine, the online sources that the author
/// allows, and the configured models.
pub(super) fn research(view: &View, file: &FileId, inquiry: &Inquiry<'_>) -> Result<ResearchResult> {
    let cancel = view.cancel.child_token();
    let sources = view.snapshot.with_context(file, |around| around.sources.to_vec());
    let online = |wanted| {
        searching::searchers(view, file, inquiry.question, wanted, None, &cancel)
            .map_err(|closed| refused(view, closed.message()))
    };
    let mut first = online(inquiry.online)?;
    first.sources = [sources.clone(), first.sources].concat();
    if first.sources.is_empty() {
        return Err(refused(view, nothing_to_search(&view.snapshot, file)));
    }
    let found = search(view, file, inquiry, &first, &cancel)?;
    // A chain may lead to the end of the question although no paper mentions both ends.
    let outcome = &found.outcome;
    let is_missing =
        outcome.on_question.is_empty() && outcome.assessment.hypotheses.is_empty() && !found.cancelled;
    if !is_missing || !searching::was_put_off(view, file, inquiry.online) {
        return Ok(found);
    }
    // This machine has nothing on the question, so it is worth asking whether to search online.
    let mut more = online(Some(true))?;
    if more.sources.is_empty() {
        return Ok(found);
    }
    more.sources = [sources, more.sources].concat();
    search(view, file, inquiry, &more, &cancel)
}

/// Researches a question in these sources.
fn search(
    view: &View,
    file: &FileId,
    inquiry: &Inquiry<'_>,
    online: &OnlineSearch,
    cancel: &CancellationToken,
) -> Result<ResearchResult> {
    let settings = view.snapshot.settings(file);
    let private = view.snapshot.is_confidential(file);
    let models = view
        .state
        .models
        .for_research(&settings, inquiry.purpose, permission::of(view), private)
        .map_err(failed)?;
    let folder = view.snapshot.workspace_of(file);
    let run = ResearchRun {
        question: inquiry.question,
        rounds: inquiry.rounds,
        purpose: inquiry.purpose,
        storage: Storage::of_user(&folder, private),
        sources: &online.sources,
        mechanisms: online.mechanisms.as_ref(),
        models: &models,
    };
    let shown = Progress::begin(&view.state, RESEARCHING, true, cancel);
    run.execute(&mut Observer { view, shown, rounds: inquiry.rounds }, cancel).map_err(failed)
}

/// Shows a run in the editor.
struct Observer<'a> {
    view: &'a View,
    shown: Progress,
    rounds: u32,
}

impl ResearchObserver for Observer<'_> {
    fn warning(&mut self, warning: &ResearchWarning) {
        match warning {
            ResearchWarning::Vocabulary { .. } => tracing::warn!("{warning}"),
            _ => {
                let message = warning.message().into_text(self.view.state.language());
                self.view.state.client.show_message(MessageType::WARNING, message);
            }
        }
    }

    fn progress(&mut self, step: Step<'_>) {
        let Step { round, rounds, works, doing } = &step;
        let doing = self.view.state.language().pick(
            format!("round {round} of {rounds}, {}: {doing}", counted(*works, "work", "works")),
            format!("ronda {round} de {rounds}, {}: {doing}", counted(*works, "trabajo", "trabajos")),
        );
        self.shown.tell(step.round.saturating_sub(1), step.rounds, doing);
    }

    fn writing(&mut self, name: &str, characters: usize) {
        self.shown.tell(self.rounds, self.rounds, model_writes(self.view.state.language(), name, characters));
    }
}
