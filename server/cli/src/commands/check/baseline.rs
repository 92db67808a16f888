//! The baseline: findings in existing text that are not reported again.
//!
//! `--write-baseline` writes `referee.baseline.json` to the folder of the nearest `referee.toml`,
//! or to the current folder; later runs of `check` omit the listed findings. A finding is
//! identified by its rule and by a digest of its line, so that it remains known when other lines
//! are added or removed, and becomes new when its line changes. The file does not contain the text
//! itself, because lines of clinical notes must not be copied.

use crate::output::{shown, why_not_written};
use referee_findings::Finding;
use referee_literature::plain_file::is_plain_file;
use referee_operations::CheckedFile;
use referee_text::Rope;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file name of a baseline.
const NAME: &str = "referee.baseline.json";

/// The value of `schema` in the file.
const SCHEMA: &str = "referee.baseline/1";

/// The number of findings by file, rule and digest of the line.
type KnownFindings = BTreeMap<(String, String, String), usize>;

/// Returns the path of the baseline for the paths of a command, whether it exists or not: in the
/// nearest ancestor folder of the first path with a baseline, otherwise with a referee.toml,
/// otherwise in the current folder.
pub(super) fn path(paths: &[PathBuf]) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let first = paths.first().map_or(here.clone(), |path| here.join(path));
    let with =
        |name: &str| first.ancestors().find(|folder| folder.join(name).is_file()).map(Path::to_path_buf);
    with(NAME).or_else(|| with("referee.toml")).unwrap_or(here).join(NAME)
}

/// The reasons why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum BaselineError {
    /// The file exists but cannot be read.
    #[error("{}: {source}", shown(path))]
    Read { path: PathBuf, source: std::io::Error },
    /// The file is not JSON of this schema.
    #[error("{}: this is not a baseline of referee", shown(.0))]
    Foreign(PathBuf),
    /// The file cannot be written.
    #[error("{}: not written: {}", shown(path), why_not_written(source))]
    Write { path: PathBuf, source: std::io::Error },
}

/// Removes the findings listed in the baseline at `path`, and returns how many were removed: 0
/// without a baseline.
pub(super) fn apply(path: &Path, files: &mut [CheckedFile]) -> Result<usize, BaselineError> {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(source) => return Err(BaselineError::Read { path: path.to_owned(), source }),
    };
    let mut known = read(&text).ok_or_else(|| BaselineError::Foreign(path.to_owned()))?;
    let mut left_out = 0;
    for file in files {
        let name = name_of(path, file.file.path());
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

/// Writes a baseline that lists all findings, and returns how many there are.
pub(super) fn write(path: &Path, files: &[CheckedFile]) -> Result<usize, BaselineError> {
    let mut known = KnownFindings::new();
    for file in files {
        let name = name_of(path, file.file.path());
        for finding in &file.findings {
            *known.entry(key(&name, finding, &file.text)).or_default() += 1;
        }
    }
    let count = known.values().sum();
    let findings: Vec<Value> = known
        .iter()
        .map(|((name, rule, line), count)| json!({"path": name, "rule": rule, "line": line, "count": count}))
        .collect();
    let value = json!({"schema": SCHEMA, "findings": findings});
    let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    // Write a temporary file and rename it, so that a crash leaves either the old file or the new
    // one.
    let folder = path.parent().unwrap_or(Path::new("."));
    let temporary = folder.join(format!(".{NAME}.{}", std::process::id()));
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, path));
    written.map(|()| count).map_err(|source| {
        let _ = std::fs::remove_file(&temporary);
        BaselineError::Write { path: path.to_owned(), source }
    })
}

/// The maximum size of a baseline, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a baseline. The file may be part of an untrusted workspace: it must be a regular file of
/// limited size.
fn read_text(path: &Path) -> std::io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    if !is_plain_file(path, &metadata) || metadata.len() > MAX_BYTES {
        return Err(std::io::Error::other("it is not a plain file of a reasonable size"));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

fn read(text: &str) -> Option<KnownFindings> {
    let value: Value = serde_json::from_str(text).ok()?;
    if value.get("schema")?.as_str()? != SCHEMA {
        return None;
    }
    let mut known = KnownFindings::new();
    for entry in value.get("findings")?.as_array()? {
        let text = |name: &str| entry.get(name)?.as_str().map(str::to_owned);
        let count = entry.get("count").and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        *known.entry((text("path")?, text("rule")?, text("line")?)).or_default() += count.unwrap_or(1);
    }
    Some(known)
}

fn key(name: &str, finding: &Finding, text: &Rope) -> (String, String, String) {
    let at = (finding.span.start as usize).min(text.len_bytes());
    let line = text.line(text.byte_to_line(at)).to_string();
    (name.to_owned(), finding.rule.to_owned(), format!("{:016x}", digest(line.trim())))
}

/// Computes FNV-1a with 64 bits, which is the same on every machine and in every version.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Returns the path of a file relative to the folder of the baseline at `path`, with slashes.
fn name_of(path: &Path, file: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = file.strip_prefix(folder).unwrap_or(file);
    name.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
