//! Reads files and judges their references, with progress bars on a terminal: the first step of
//! `check` and `support`.

use crate::opened::OpenedText;
use crate::{output, progress, session};
use referee_operations::judging::{add_evidence, judge_loaded};
pub(crate) use referee_operations::{Judged, RunObserver};
use referee_text::FileId;
use referee_workspace::Session;
use referee_workspace::settings::Layer;
use referee_workspace::verify::Progress;
use tokio_util::sync::CancellationToken;

/// Reads files and judges their references, after online look-ups if the settings allow them;
/// `isolated` ignores the workspace's own settings and declarations. Texts in `opened` override the
/// files on disk; `notes` are clinical notes whatever they declare.
pub(crate) fn judged(
    layer: Layer,
    files: &[FileId],
    opened: &[OpenedText],
    notes: &[FileId],
    isolated: bool,
) -> Judged {
    let mut session = session::open(layer);
    if isolated {
        session.isolate();
    }
    for OpenedText { file, language, text } in opened {
        session.open(file.clone(), language, 1, text);
    }
    session.ask(files.iter().cloned());
    notes.iter().for_each(|file| session.treat_as_note(file.clone()));
    judged_in(session, files, isolated)
}

/// Judges the references of files in a session that has already opened them.
pub(crate) fn judged_in(session: Session, files: &[FileId], isolated: bool) -> Judged {
    let (session, _) = session::load(session);
    if !isolated {
        for complaint in add_evidence(&session, files) {
            output::complain(&complaint);
        }
    }
    let looking_up = progress::bar(0, "{msg} {bar:30} {pos}/{len}  {elapsed}");
    let judging = progress::bar(0, "{msg} {bar:30} {pos}/{len}");
    let show = |bar: &indicatif::ProgressBar, message: &'static str, progress: Progress| {
        bar.set_message(message);
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
    };
    let judged = judge_loaded(
        &session,
        files,
        true,
        &RunObserver {
            cancel: &CancellationToken::new(),
            looked_up: &|progress| show(&looking_up, "Looking references up", progress),
            judged: &|progress| {
                looking_up.finish_and_clear();
                show(&judging, "Judging references", progress);
            },
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        },
    );
    looking_up.finish_and_clear();
    judging.finish_and_clear();
    judged
}
