//! One layer of settings: a file, the editor, the environment, the command line.

use super::fail_on::FailOn;
use super::keys::{KEYS, Key, SettableBy};
use referee_text::{Language, Message, Span};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The origin of a value; later ones take precedence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built in.
    Default,
    /// The user's own file.
    UserFile(PathBuf),
    /// A referee.toml in a folder of drafts.
    WorkspaceFile(PathBuf),
    /// The editor.
    Editor,
    /// The environment.
    Environment,
    /// The command line.
    CommandLine,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::UserFile(path) | Origin::WorkspaceFile(path) => write!(f, "{}", path.display()),
            Origin::Editor => f.write_str("editor"),
            Origin::Environment => f.write_str("environment"),
            Origin::CommandLine => f.write_str("command line"),
        }
    }
}

/// An ineffective setting in a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The position in the file, if the layer is a file.
    pub span: Span,
    /// A sentence about the problem and its solution.
    pub message: Message,
}

/// The settings of one layer, by dotted path, with its errors.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The origin of the layer.
    pub origin: Origin,
    /// The effective values.
    pub values: BTreeMap<String, Value>,
    /// The ineffective settings, with reasons.
    pub complaints: Vec<Complaint>,
    /// The position of each value in its file.
    pub spans: BTreeMap<String, Span>,
}

impl Layer {
    /// Creates an empty layer.
    #[must_use]
    pub fn new(origin: Origin) -> Self {
        Layer { origin, values: BTreeMap::new(), complaints: Vec::new(), spans: BTreeMap::new() }
    }

    /// Parses a TOML file. Invalid TOML gives one complaint and no values.
    #[must_use]
    pub fn from_toml(origin: Origin, text: &str) -> Self {
        let mut layer = Layer::new(origin);
        match toml_edit::ImDocument::parse(text) {
            Ok(document) => layer.take_table("", document.as_table()),
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                let line = text.get(..span.start).map_or(1, |head| head.matches('\n').count() + 1);
                let reason = error.message().trim().replace('\n', " ");
                layer.complaints.push(Complaint {
                    span: span.into(),
                    message: Message::new(
                        format!("Line {line} is not TOML: {reason}. Nothing of this file is in force."),
                        format!("La línea {line} no es TOML: {reason}. Nada de este archivo está en vigor."),
                    ),
                });
            }
        }
        layer
    }

    /// Parses settings in JSON, nested or with dotted keys.
    #[must_use]
    pub fn from_json(origin: Origin, value: &Value) -> Self {
        let mut layer = Layer::new(origin);
        layer.take_json("", value);
        layer
    }

    /// Parses the variables that begin with `REFEREE_`; two underscores separate levels. Lists are
    /// separated by commas.
    #[must_use]
    pub fn from_environment(variables: impl Iterator<Item = (String, String)>) -> Self {
        let mut layer = Layer::new(Origin::Environment);
        for (name, text) in variables {
            let Some(rest) = name.strip_prefix("REFEREE_") else { continue };
            // The variables for the log, for the folders of state, cache and embedding model, and
            // for the project's tests are not settings.
            if matches!(rest, "LOG" | "STATE" | "CACHE" | "MODEL_DIR" | "SHARED" | "BLESS") {
                continue;
            }
            let path = rest.to_lowercase().replace("__", ".");
            let value = match KEYS.iter().find(|key| key.matches(&path)).map(|key| key.shape) {
                Some(super::keys::Shape::Boolean) if text == "true" || text == "1" => Value::Bool(true),
                Some(super::keys::Shape::Boolean) if text == "false" || text == "0" => Value::Bool(false),
                Some(super::keys::Shape::Number(..)) => {
                    text.trim().parse::<u64>().map_or_else(|_| Value::String(text.clone()), Value::from)
                }
                Some(super::keys::Shape::Texts) => text
                    .split(',')
                    .map(str::trim)
                    .filter(|part| !part.is_empty())
                    .map(|part| Value::String(part.to_owned()))
                    .collect(),
                _ => Value::String(text),
            };
            layer.take(&path, value, Span::default());
        }
        layer
    }

    /// Sets one value, like the command line.
    pub fn set(&mut self, path: &str, value: Value) {
        self.take(path, value, Span::default());
    }

    fn take_table(&mut self, prefix: &str, table: &dyn toml_edit::TableLike) {
        for (name, item) in table.iter() {
            let path = join(prefix, name);
            let key_span = table.key(name).and_then(toml_edit::Key::span).unwrap_or(0..0);
            if let Some(inner) = item.as_table_like() {
                if is_group(&path) {
                    self.take_table(&path, inner);
                } else {
                    self.unknown(&path, key_span.into());
                }
                continue;
            }
            let span =
                item.span().map_or(key_span.clone(), |value| key_span.start..value.end.max(key_span.end));
            self.take(&path, item.as_value().map_or(Value::Null, to_json), span.into());
        }
    }

    fn take_json(&mut self, prefix: &str, value: &Value) {
        let Value::Object(object) = value else { return };
        for (name, inner) in object {
            let path = join(prefix, name);
            if inner.is_object() && is_group(&path) {
                self.take_json(&path, inner);
            } else if !inner.is_null() {
                self.take(&path, inner.clone(), Span::default());
            }
        }
    }

    fn take(&mut self, path: &str, value: Value, span: Span) {
        let Some(key) = KEYS.iter().find(|key| key.matches(path)) else {
            self.unknown(path, span);
            return;
        };
        if let Some(wants) = key.complaint(&value) {
            let message = Message::written(|language| {
                let stays = language.pick("it stays as it was", "queda como estaba");
                format!("`{path}` {}; {stays}.", wants.text(language))
            });
            self.complaints.push(Complaint { span, message });
            return;
        }
        if let Some(message) = self.out_of_scope(key, path, &value) {
            self.complaints.push(Complaint { span, message });
            return;
        }
        self.spans.insert(path.to_owned(), span);
        self.values.insert(path.to_owned(), value);
    }

    /// A workspace file comes with a draft of unknown origin: it may restrict what is allowed,
    /// never extend it.
    fn out_of_scope(&self, key: &Key, path: &str, value: &Value) -> Option<Message> {
        if !matches!(self.origin, Origin::WorkspaceFile(_)) {
            return None;
        }
        let widens = match key.reach {
            SettableBy::Anyone | SettableBy::Adding => false,
            SettableBy::OwnSide => true,
            SettableBy::Narrowing => match path {
                "network" => value == "allow",
                "check.fail_on" => FailOn::read(value) < FailOn::default(),
                _ => false,
            },
        };
        if widens && key.reach == SettableBy::Narrowing {
            return Some(Message::new(
                format!(
                    "A workspace file can only make `{path}` stricter, because it comes with the draft; {value} is not in force."
                ),
                format!(
                    "Un archivo del área de trabajo solo puede hacer más estricto `{path}`, porque llega con el borrador; {value} no está en vigor."
                ),
            ));
        }
        widens.then(|| {
            Message::new(
                format!(
                    "`{path}` counts only from the user's own side (the user's config.toml, the editor's user settings, \
                     the environment, the command line), because a workspace file comes with the draft; it is not in force."
                ),
                format!(
                    "`{path}` solo cuenta si lo dice el propio usuario (su config.toml, los ajustes de usuario del editor, \
                     el entorno, la línea de comandos), porque un archivo del área de trabajo llega con el borrador; no está en vigor."
                ),
            )
        })
    }

    fn unknown(&mut self, path: &str, span: Span) {
        let nearest = KEYS
            .iter()
            .map(|key| key.path)
            .filter(|known| !known.contains('*'))
            .min_by_key(|known| distance(known, path))
            .filter(|known| distance(known, path) <= 3);
        let hint = |language: Language| match nearest {
            Some(known) => language.pick(format!(" Is `{known}` meant?"), format!(" ¿Es `{known}`?")),
            None => String::new(),
        };
        let message = Message::written(|language| {
            let missing = language.pick("There is no setting", "No existe el ajuste");
            format!("{missing} `{path}`.{}", hint(language))
        });
        self.complaints.push(Complaint { span, message });
    }
}

/// Whether `path` is a prefix of settings.
fn is_group(path: &str) -> bool {
    KEYS.iter().any(|key| match key.path.split_once('*') {
        None => key.path.starts_with(path) && key.path[path.len()..].starts_with('.'),
        Some((before, _)) => {
            before.trim_end_matches('.') == path
                || before.starts_with(&format!("{path}."))
                || path.strip_prefix(before).is_some_and(|name| key.names.contains(&name))
        }
    })
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

fn to_json(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::String(text.value().clone()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        toml_edit::Value::Float(number) => Value::from(*number.value()),
        toml_edit::Value::Boolean(truth) => Value::Bool(*truth.value()),
        toml_edit::Value::Array(array) => array.iter().map(to_json).collect(),
        toml_edit::Value::Datetime(_) | toml_edit::Value::InlineTable(_) => Value::Null,
    }
}

/// Returns the edit distance between two short strings.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (corner + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}

/// Returns the path of the user's own file.
#[must_use]
pub fn user_file(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let folder = match variable("XDG_CONFIG_HOME").filter(|folder| Path::new(folder).is_absolute()) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(variable("HOME").or_else(|| variable("USERPROFILE"))?).join(".config"),
    };
    Some(folder.join("referee").join("config.toml"))
}
