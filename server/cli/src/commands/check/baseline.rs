//! The baseline: findings in existing text that are not reported again.
//!
//! `--write-baseline` writes `referee.baseline.json` beside the nearest `referee.toml`, or in the folder where the
//! command runs; later runs of `check` leave out what it lists. A finding is known by its rule and by a digest of the
//! line it stands on, so that it stays known when other lines are added or removed, and becomes new when its own line
//! is changed. The text itself is not in the file: lines of clinical notes are not written anywhere.

use super::Checked;
use crate::output::{shown, why_not_written};
use referee_findings::Finding;
use referee_text::Rope;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "referee.baseline.json";

/// The form of the file.
const SCHEMA: &str = "referee.baseline/1";

/// How often each rule remarks on a line, by file, rule and digest of the line.
type Known = BTreeMap<(String, String, String), usize>;

/// Where the baseline for these paths stands or will stand.
pub(super) fn place(paths: &[PathBuf]) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let first = paths.first().map_or(here.clone(), |path| here.join(path));
    let with =
        |name: &str| first.ancestors().find(|folder| folder.join(name).is_file()).map(Path::to_path_buf);
    with(NAME).or_else(|| with("referee.toml")).unwrap_or(here).join(NAME)
}

/// Takes the findings out that the baseline at `place` lists, and says how many; `Err` where it cannot be read.
pub(super) fn apply(place: &Path, files: &mut [Checked]) -> Result<usize, String> {
    let text = match std::fs::read_to_string(place) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(format!("{}: {error}", shown(place))),
    };
    let mut known = read(&text).ok_or_else(|| format!("{}: this is no baseline of referee", shown(place)))?;
    let mut left_out = 0;
    for file in files {
        let name = name_of(place, file.file.path());
        let text = &file.text;
        file.findings.retain(|finding| {
            let count = known.get_mut(&key(&name, finding, text)).filter(|count| **count > 0);
            let listed = count.is_some();
            if let Some(count) = count {
                *count -= 1;
                left_out += 1;
            }
            !listed
        });
    }
    Ok(left_out)
}

/// Writes the baseline of all findings, and says how many they are.
pub(super) fn write(place: &Path, files: &[Checked]) -> Result<usize, String> {
    let mut known = Known::new();
    for file in files {
        let name = name_of(place, file.file.path());
        for finding in &file.findings {
            *known.entry(key(&name, finding, &file.text)).or_default() += 1;
        }
    }
    let count = known.values().sum();
    let findings: Vec<Value> = known
        .iter()
        .map(|((path, rule, line), count)| json!({"path": path, "rule": rule, "line": line, "count": count}))
        .collect();
    let value = json!({"schema": SCHEMA, "findings": findings});
    let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    // Beside it and moved into place, so that a crash leaves the old file or the new one.
    let folder = place.parent().unwrap_or(Path::new("."));
    let temporary = folder.join(format!(".{NAME}.{}", std::process::id()));
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, place));
    written.map(|()| count).map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        format!("{}: not written: {}", shown(place), why_not_written(&error))
    })
}

fn read(text: &str) -> Option<Known> {
    let value: Value = serde_json::from_str(text).ok()?;
    if value.get("schema")?.as_str()? != SCHEMA {
        return None;
    }
    let mut known = Known::new();
    for entry in value.get("findings")?.as_array()? {
        let of = |name: &str| entry.get(name)?.as_str().map(str::to_owned);
        let count = entry.get("count").and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        *known.entry((of("path")?, of("rule")?, of("line")?)).or_default() += count.unwrap_or(1);
    }
    Some(known)
}

fn key(name: &str, finding: &Finding, text: &Rope) -> (String, String, String) {
    let at = (finding.span.start as usize).min(text.len_bytes());
    let line = text.line(text.byte_to_line(at)).to_string();
    (name.to_owned(), finding.rule.to_owned(), format!("{:016x}", digest(line.trim())))
}

/// FNV-1a, 64 bits: the same on every machine and in every version.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The path of a file from the folder of the baseline, with slashes.
fn name_of(place: &Path, file: &Path) -> String {
    let folder = place.parent().unwrap_or(Path::new(""));
    let name = file.strip_prefix(folder).unwrap_or(file);
    name.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
