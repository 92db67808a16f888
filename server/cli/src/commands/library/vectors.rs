//! `referee library vectors`

use super::open::{folder, no_library};
use crate::arguments::LibraryFolder;
use crate::exit::{CommandResult, Failure};
use crate::{output, progress, session};
use referee_features::model::ModelSession;
use referee_literature::Library;
use referee_research::embed::normalised;
use referee_research::model::{CallControl, ModelError};
use std::process::ExitCode;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Computes the missing vectors of the library.
pub(super) fn make(place: &LibraryFolder) -> CommandResult {
    let settings = session::settings_here()?;
    let embedder = ModelSession::default().query_embedder(&settings).ok_or_else(|| {
        Failure::refused(
            "there is no embedding model on this machine: `referee model install minilm`, and embeddings.backend = \"local\" in your own config.toml",
        )
    })?;
    let folder = folder(place, "vectors are made of a library on this machine")?;
    let library = Library::open(&folder)?.ok_or_else(|| no_library(&folder))?;
    // Interrupting the command ends the process; finished vectors are on disk.
    let cancel = CancellationToken::new();
    let bar = progress::bar(0, "{msg} {bar:30} {pos}/{len} records  {elapsed}, {eta} left");
    bar.set_message(format!("Vectors of {}", embedder.model()));
    let start = Instant::now();
    let report = library.update_vectors(
        embedder.name(),
        &mut |texts| -> Result<_, ModelError> {
            let mut made = Vec::with_capacity(texts.len());
            let mut call = CallControl { cancel: &cancel, on_progress: &mut |_| {} };
            embedder.embed(texts, &mut call, &mut |vectors| {
                made.extend(vectors.into_iter().filter_map(normalised));
            })?;
            Ok(made)
        },
        &mut |progress| {
            bar.set_length(progress.of);
            bar.set_position(progress.looked_at);
        },
        &cancel,
    );
    bar.finish_and_clear();
    let report = report?;
    let mut text = format!("{} vectors of {}: {} made", report.vectors, embedder.model(), report.made);
    if report.made > 0 {
        text.push_str(&format!(" in {} s", start.elapsed().as_secs()));
    }
    if report.removed > 0 {
        text.push_str(&format!(", {} of records that are gone left out", report.removed));
    }
    output::print(&format!("{text}\n"));
    Ok(ExitCode::SUCCESS)
}
