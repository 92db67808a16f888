//! `referee egress`

use crate::arguments::{AnswerFormat, Egress};
use crate::exit::{CommandResult, Failure};
use crate::output::{self, style};
use referee_literature::gate::{self, read_log, state_folder};
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn run(arguments: &Egress) -> CommandResult {
    let Some(state) = state_folder() else {
        return Err(Failure::refused("there is no home folder, so nothing was kept, and nothing left"));
    };
    let mut all = read_log(&state).map_err(|error| Failure::about(state.display(), error))?;
    if let Some(last) = arguments.last {
        all.drain(..all.len().saturating_sub(last));
    }
    output::print(&match arguments.format {
        AnswerFormat::Json => json(&all),
        AnswerFormat::Human => human(&all, &state),
    });
    Ok(ExitCode::SUCCESS)
}

fn json(all: &[gate::Egress]) -> String {
    let requests: Vec<serde_json::Value> = all
        .iter()
        .map(|egress| {
            json!({
                "time": egress.timestamp(),
                "host": egress.host,
                "purpose": egress.purpose,
                "data": egress.data,
                "questions": egress.questions,
                "bytes_out": egress.bytes_out,
                "bytes_in": egress.bytes_in,
                "status": egress.status,
                "error": egress.error,
                "ms": egress.took.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX)),
            })
        })
        .collect();
    format!("{:#}\n", json!({"schema": "referee.egress/1", "requests": requests}))
}

fn human(all: &[gate::Egress], state: &std::path::Path) -> String {
    if all.is_empty() {
        return "Nothing left this machine.\n".to_owned();
    }
    let hosts = all.iter().map(|egress| egress.host.len()).max().unwrap_or(0);
    let purposes = all.iter().map(|egress| egress.purpose.len()).max().unwrap_or(0);
    let mut text = String::new();
    for egress in all {
        let end = match (&egress.error, egress.status) {
            (Some(error), _) => error.clone(),
            (None, Some(status)) => format!("status {status}, {} B back", egress.bytes_in.unwrap_or(0)),
            (None, None) => "its end is not known".to_owned(),
        };
        text.push_str(&format!(
            "{}  {:hosts$}  {:purposes$}  {:11}  {:>4} asked  {:>6} B  {}\n",
            egress.timestamp(),
            egress.host,
            egress.purpose,
            egress.data,
            egress.questions,
            egress.bytes_out,
            style::paint(style::DIM, end),
        ));
    }
    let bytes: u64 = all.iter().map(|egress| egress.bytes_out).sum();
    let noun = if all.len() == 1 { "request" } else { "requests" };
    text.push_str(&style::paint(
        style::BOLD,
        format!("{} {noun}, {bytes} bytes; the log is in {}", all.len(), state.display()),
    ));
    text.push('\n');
    text
}
