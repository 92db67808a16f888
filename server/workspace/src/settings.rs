//! The effective settings, and the origin of each.
//!
//! Layers, lowest first: defaults, user file, workspace file, editor, environment, command line.
//! Start at [`keys`], the table of all settings.

mod fail_on;
pub mod keys;
pub mod layer;

pub use fail_on::FailOn;
pub use layer::{Complaint, Layer, Origin, user_file};

use keys::{KEYS, SettableBy, Values};
use referee_findings::Severity;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The values of the setting `network`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Network {
    /// The author is asked once per workspace; until then nothing is looked up.
    Ask,
    /// References may be looked up.
    Allow,
    /// Nothing is looked up, and the author is not asked.
    Deny,
}

/// The settings of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSettings {
    /// Whether it may be queried.
    pub enabled: bool,
    /// Its address, without a trailing slash; empty for its public address.
    pub base_url: String,
    /// The environment variable with its key; may be empty.
    pub api_key_env: String,
}

/// The effective settings for the files of one folder.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The values of the settings with a fixed path.
    pub values: Values,
    /// Every explicit value, by its path, with the layer that sets it.
    given: BTreeMap<String, (Value, Option<Origin>)>,
    /// The folder of the workspace file, to which its relative paths refer.
    pub folder: Option<PathBuf>,
    /// The patterns of clinical notes in workspace files, with the folder of each file.
    pub(crate) notes_of_folders: Vec<(PathBuf, Vec<String>)>,
    /// The patterns of clinical notes in the user's own settings.
    pub(crate) own_notes: Vec<String>,
    /// Whether any of the user's own layers declares all drafts to be clinical notes.
    pub(crate) are_all_notes: bool,
    /// The effective settings without workspace files; `None` if no such file exists.
    pub(crate) own: Option<Arc<Settings>>,
}

impl Default for Settings {
    /// Returns the settings without any layers.
    fn default() -> Self {
        Settings::merge(&[])
    }
}

impl Settings {
    /// Merges `layers`, lowest first.
    #[must_use]
    pub fn merge(layers: &[Arc<Layer>]) -> Self {
        Settings::merge_within(layers, &[])
    }

    /// Merges `layers`, lowest first, in a folder below the folders of the workspace files `outer`:
    /// their protective settings apply, and their other settings are ignored.
    pub(crate) fn merge_within(layers: &[Arc<Layer>], outer: &[Arc<Layer>]) -> Self {
        let mut settings = Settings {
            values: Values::default(),
            given: BTreeMap::new(),
            folder: None,
            notes_of_folders: Vec::new(),
            own_notes: Vec::new(),
            are_all_notes: false,
            own: None,
        };
        let from_workspace = |layer: &Layer| matches!(layer.origin, Origin::WorkspaceFile(_));
        for layer in layers {
            if let Origin::WorkspaceFile(path) = &layer.origin {
                settings.folder = path.parent().map(Path::to_path_buf);
            }
        }
        for layer in layers.iter().chain(outer) {
            settings.take_notes(layer);
        }
        if layers.iter().chain(outer).any(|layer| from_workspace(layer)) {
            let own: Vec<Arc<Layer>> =
                layers.iter().filter(|layer| !from_workspace(layer)).cloned().collect();
            settings.own = Some(Arc::new(Settings::merge(&own)));
        }
        for layer in layers {
            for (path, value) in &layer.values {
                let narrowing =
                    KEYS.iter().any(|key| key.reach == SettableBy::Narrowing && key.matches(path))
                        && from_workspace(layer);
                if !narrowing {
                    settings.given.insert(path.clone(), (value.clone(), Some(layer.origin.clone())));
                }
            }
        }
        // Protective lists are united: no layer can remove an item of another one.
        for key in KEYS.iter().filter(|key| key.reach == SettableBy::Adding) {
            let mut all: Vec<Value> = Vec::new();
            let mut last = None;
            for layer in layers.iter().chain(outer) {
                let said = layer.values.get(key.path).and_then(Value::as_array);
                for value in said.into_iter().flatten() {
                    if !all.contains(value) {
                        all.push(value.clone());
                        last = Some(layer.origin.clone());
                    }
                }
            }
            if last.is_some() {
                settings.given.insert(key.path.to_owned(), (Value::Array(all), last));
            }
        }
        // A restriction in a workspace file holds, whatever the higher layers contain.
        for layer in layers.iter().chain(outer).filter(|layer| from_workspace(layer)) {
            for (path, value) in &layer.values {
                let narrows = match path.as_str() {
                    "network" => openness(value) < openness(&settings.value(path)),
                    "check.fail_on" => FailOn::read(value) > FailOn::read(&settings.value(path)),
                    path if path.starts_with("sources.") => value == &Value::Bool(false),
                    _ => false,
                };
                if narrows {
                    settings.given.insert(path.clone(), (value.clone(), Some(layer.origin.clone())));
                }
            }
        }
        settings.values = Values::read(|path| settings.value(path));
        settings
    }

    /// Collects the drafts that a layer declares to be clinical notes.
    fn take_notes(&mut self, layer: &Layer) {
        let patterns = layer.values.get("documents.clinical").and_then(Value::as_array);
        let patterns = patterns.into_iter().flatten().filter_map(|value| value.as_str().map(str::to_owned));
        match &layer.origin {
            Origin::WorkspaceFile(path) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                self.notes_of_folders.push((folder.to_path_buf(), patterns.collect()));
            }
            _ => {
                self.own_notes.extend(patterns);
                self.are_all_notes |=
                    layer.values.get("documents.kind").is_some_and(|kind| kind == "clinical-note");
            }
        }
    }

    /// Iterates over every explicit value, with its path and layer.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, &Value, Option<&Origin>)> {
        self.given.iter().map(|(path, (value, origin))| (path.as_str(), value, origin.as_ref()))
    }

    /// Whether the effective value of a setting comes from a workspace file.
    pub(crate) fn is_said_by_workspace(&self, path: &str) -> bool {
        matches!(self.given.get(path), Some((_, Some(Origin::WorkspaceFile(_)))))
    }

    /// Returns the value of a setting, or its default.
    fn value(&self, path: &str) -> Value {
        if let Some((value, _)) = self.given.get(path) {
            return value.clone();
        }
        let key = KEYS.iter().find(|key| key.matches(path));
        key.and_then(|key| serde_json::from_str(key.default).ok()).unwrap_or(Value::Null)
    }

    /// Whether references may be looked up online.
    #[must_use]
    pub fn network(&self) -> Network {
        match self.values.network.as_str() {
            "allow" => Network::Allow,
            "deny" => Network::Deny,
            _ => Network::Ask,
        }
    }

    /// Returns the condition for `referee check` to fail, if its command line does not set it.
    #[must_use]
    pub fn fail_on(&self) -> FailOn {
        FailOn::of(&self.values.check_fail_on)
    }

    /// Returns the settings of a source.
    #[must_use]
    pub fn source(&self, name: &str) -> SourceSettings {
        let text = |what: &str| {
            let value = self.value(&format!("sources.{name}.{what}"));
            value.as_str().unwrap_or_default().to_owned()
        };
        SourceSettings {
            enabled: self.value(&format!("sources.{name}.enabled")).as_bool().unwrap_or_default(),
            base_url: text("base_url").trim_end_matches('/').to_owned(),
            api_key_env: text("api_key_env"),
        }
    }

    /// Returns the severity of a rule; `own` is its default, or that of a remark; `None` is off.
    /// The author's setting for the rule, or otherwise for its family, takes precedence.
    #[must_use]
    pub fn severity(&self, rule: &str, own: Option<Severity>) -> Option<Severity> {
        self.said_severity(rule).unwrap_or(own)
    }

    /// Returns the author's setting for a rule, if any: `Some(None)` is off.
    pub(crate) fn said_severity(&self, rule: &str) -> Option<Option<Severity>> {
        let family = rule.split('/').next().unwrap_or(rule);
        let said = [format!("rules.{rule}"), format!("rules.{family}/*")]
            .iter()
            .find_map(|path| self.given.get(path).and_then(|(value, _)| value.as_str().map(str::to_owned)));
        said.map(|said| match said.as_str() {
            "off" => None,
            "hint" => Some(Severity::Hint),
            "information" => Some(Severity::Information),
            "warning" => Some(Severity::Warning),
            _ => Some(Severity::Error),
        })
    }

    /// Returns the folder of the library on disk, with `~` resolved.
    #[must_use]
    pub fn library_folder(&self) -> PathBuf {
        expand_home(&self.values.library_path)
    }

    /// Returns the folder of the embedding model, with `~` resolved; `None` if the setting is
    /// empty.
    #[must_use]
    pub fn model_folder(&self) -> Option<PathBuf> {
        let folder = self.values.embeddings_folder.trim();
        (!folder.is_empty()).then(|| expand_home(folder))
    }

    /// Returns every setting with its value and its origin, in the order of the table.
    #[must_use]
    pub fn explain(&self) -> Vec<(String, Value, String)> {
        let mut out = Vec::new();
        for key in KEYS {
            let mut paths: Vec<String> = match key.path.split_once('*') {
                None => vec![key.path.to_owned()],
                Some(_) => self.given.keys().filter(|path| key.matches(path)).cloned().collect(),
            };
            if paths.is_empty() && !key.names.is_empty() {
                paths = vec![key.path.to_owned()];
            }
            for path in paths {
                let origin = self.given.get(&path).and_then(|(_, origin)| origin.clone());
                let value = self.value(if path.contains('*') { key.path } else { &path });
                let value = if value.is_null() {
                    serde_json::from_str(key.default).unwrap_or(Value::Null)
                } else {
                    value
                };
                let value = if path == "library.url" { without_password(value) } else { value };
                out.push((path, value, origin.unwrap_or(Origin::Default).to_string()));
            }
        }
        out
    }
}

/// Replaces the password in the address of a database, which may be in two places, with `…`.
fn without_password(value: Value) -> Value {
    let Some((scheme, rest)) = value.as_str().and_then(|url| url.split_once("://")) else { return value };
    let rest = match rest.rsplit_once('@') {
        Some((user, place)) => {
            let name = user.split_once(':').map_or(user, |(name, _)| name);
            let mark = if user.contains(':') { ":…" } else { "" };
            format!("{name}{mark}@{place}")
        }
        None => rest.to_owned(),
    };
    let shown = match rest.split_once('?') {
        Some((place, options)) => {
            let options = options
                .split('&')
                .map(|option| if option.starts_with("password=") { "password=…" } else { option });
            format!("{place}?{}", options.collect::<Vec<_>>().join("&"))
        }
        None => rest,
    };
    Value::from(format!("{scheme}://{shown}"))
}

/// Returns how permissive `network` is: deny, ask, allow.
fn openness(value: &Value) -> u8 {
    match value.as_str() {
        Some("deny") => 0,
        Some("allow") => 2,
        _ => 1,
    }
}

/// Resolves `~/x` in the home folder.
#[must_use]
pub(crate) fn expand_home(path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => std::env::home_dir().map_or_else(|| PathBuf::from(path), |home| home.join(rest)),
        None => PathBuf::from(path),
    }
}

/// Returns the JSON schema of referee.toml; editors have the same keys below `referee`.
#[must_use]
pub fn schema() -> Value {
    let mut root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "referee.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": {},
    });
    for key in KEYS {
        let mut at = &mut root;
        let parts: Vec<&str> = key.path.split('.').collect();
        for (depth, part) in parts.iter().enumerate() {
            let last = depth + 1 == parts.len();
            let fresh = || json!({"type": "object", "additionalProperties": false, "properties": {}});
            if *part == "*" && key.names.is_empty() {
                let rules: serde_json::Map<String, Value> = crate::registry::all()
                    .flat_map(|rule| {
                        let of_kinds = rule.kinds.iter().map(|kind| (kind.id, kind.summary));
                        std::iter::once((rule.id, rule.summary)).chain(of_kinds).map(|(id, summary)| {
                            let mut schema = key.schema();
                            schema["description"] = json!(summary);
                            schema["default"] = json!(rule.severity.map_or("off", Severity::as_str));
                            (id.to_owned(), schema)
                        })
                    })
                    .collect();
                at["properties"] = Value::Object(rules);
                at["additionalProperties"] = key.schema();
                break;
            }
            if *part == "*" {
                for name in key.names {
                    let leaf = parts[depth + 1];
                    let group = at["properties"]
                        .as_object_mut()
                        .map(|all| all.entry((*name).to_owned()).or_insert_with(fresh));
                    if let Some(group) = group {
                        group["properties"][leaf] = key.schema();
                    }
                }
                break;
            }
            if last {
                at["properties"][*part] = key.schema();
                break;
            }
            if at["properties"].get(*part).is_none() {
                at["properties"][*part] = fresh();
            }
            at = &mut at["properties"][*part];
        }
    }
    root
}

#[cfg(test)]
mod tests;
