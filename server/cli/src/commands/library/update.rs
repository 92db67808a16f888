//! `referee library update …`

use crate::arguments::LibraryFolder;
use crate::exit::{CommandResult, Failure};
use crate::{output, progress, session};
use referee_literature::gate::{Consent, Download, Gate, GateOptions, state_folder};
use referee_literature::retractions;
use referee_records::RetractionTable;
use referee_records::retractions::RETRACTION_WATCH;
use referee_workspace::settings::Network;
use tokio_util::sync::CancellationToken;

/// Crossref's address of the table; the setting `sources.retractionwatch.base_url` overrides it.
const PLACE: &str = "https://gitlab.com/crossref/retraction-watch-data/-/raw/main";

/// The file name of the table.
const FILE: &str = "retraction_watch.csv";

/// The maximum size of the table, in bytes; the real one has 60 MB.
const MAX_TABLE_BYTES: u64 = 512 << 20;

/// Fetches the table of Retraction Watch and imports it.
pub(super) fn retractions(place: &LibraryFolder) -> CommandResult {
    let settings = session::settings_here()?;
    let refusal = |why: &str| Err(Failure::refused(format!("nothing was fetched: {why}")));
    // The command itself is consent; only an explicit `deny` prevents it.
    if settings.network() == Network::Deny {
        return refusal("the setting network is deny");
    }
    let source = settings.source("retractionwatch");
    if !source.enabled {
        return refusal("the setting sources.retractionwatch.enabled is false");
    }
    let Some(state) = state_folder() else {
        return refusal("there is no home folder to keep a log in");
    };
    let base = source.base_url;
    let base = if base.is_empty() { PLACE } else { &base };
    let contact = Some(settings.values.contact.clone()).filter(|contact| !contact.is_empty());
    let gate = Gate::new(GateOptions { consent: Consent::Allowed, contact, ..GateOptions::new(state) });

    let folder = tempfile::tempdir()?;
    let to = folder.path().join(FILE);
    let download = Download {
        url: format!("{base}/{FILE}"),
        purpose: "retraction-watch".to_owned(),
        to: to.clone(),
        at_most: MAX_TABLE_BYTES,
    };
    let bar = progress::bar(0, "{msg} {bar:30} {bytes}/{total_bytes}  {elapsed}");
    bar.set_message("Fetching the table of Retraction Watch");
    let fetched = gate.download(&download, &CancellationToken::new(), &mut |progress| {
        bar.set_length(progress.of.unwrap_or(progress.bytes));
        bar.set_position(progress.bytes);
    });
    bar.finish_and_clear();
    let bytes = fetched.map_err(|error| Failure::about(download.url, error))?;
    check(&to)?;
    output::print(&format!("{} MB fetched from {base}\n", bytes.div_ceil(1 << 20)));
    renew_table(&to)?;
    super::import::import(&[to], false, None, place)
}

/// The minimum size of the known table for a comparison, in identifiers; a smaller one is a sample.
const MIN_COMPARED: usize = 1_000;

/// Builds the user's table of retracted works from the fetched data. A table that has lost most of
/// its entries is rejected as an incomplete download.
fn renew_table(csv: &std::path::Path) -> Result<(), Failure> {
    let listed = retractions::retracted(std::fs::File::open(csv)?)
        .map_err(|error| Failure::about(csv.display(), error))?;
    let (known, _) = retractions::current();
    let watch = known.iter().find(|table| table.source() == RETRACTION_WATCH);
    let known = watch.map_or(0, |table| table.counts().0 as usize + table.counts().1 as usize);
    if known >= MIN_COMPARED && listed.len() < known / 2 {
        return Err(Failure::refused(format!(
            "what came lists {} retracted works where {known} were known; nothing was changed",
            listed.len()
        )));
    }
    let today = referee_literature::cache::today();
    let path = retractions::install(RetractionTable::build(today, &listed))
        .map_err(|error| Failure::refused(error.to_string()))?;
    output::print(&format!(
        "{} identifiers of retracted works are looked up offline from now on ({})\n",
        listed.len(),
        path.display()
    ));
    Ok(())
}

/// Rejects other data: a captive portal also answers with status 200.
fn check(path: &std::path::Path) -> Result<(), Failure> {
    use std::io::Read;
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(4096).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    let columns = ["Record ID", "RetractionNature", "OriginalPaperDOI"];
    if columns.iter().all(|column| head.contains(column)) {
        return Ok(());
    }
    Err(Failure::refused("what came is not the table of Retraction Watch; the library is as it was"))
}
