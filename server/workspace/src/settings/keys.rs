//! The table of all settings. The parser, `referee config`, the schema for editors and the
//! documentation are derived from it; to add a setting, add a row.

use referee_records::Service;
use referee_text::Message;
use serde_json::{Value, json};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// Any text.
    Text,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A list of texts.
    Texts,
    /// An address, `http://…` or `https://…`, or empty.
    Address,
    /// A whole number in this inclusive range.
    Number(u32, u32),
}

/// The layers that may set a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettableBy {
    /// Any layer; the later one wins.
    Anyone,
    /// A workspace file may restrict what the user allows, never extend it.
    Narrowing,
    /// A workspace file adds to the user's list, and removes nothing from it.
    Adding,
    /// Only the user's own layers: user file, editor, environment, command line.
    OwnSide,
}

/// A setting. A `*` in the path is a placeholder for one of `names`, or for any rule id.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The path, with dots between the levels.
    pub path: &'static str,
    /// The possible values of the star.
    pub names: &'static [&'static str],
    /// The type of the value.
    pub shape: Shape,
    /// The layers that may set it.
    pub reach: SettableBy,
    /// The default, as JSON.
    pub default: &'static str,
    /// A one-sentence description.
    pub summary: &'static str,
}

/// The sources in `sources` that are no online services of works.
const OTHER_SOURCES: [&str; 2] = ["retractionwatch", "zotero"];

/// The sources in `sources`. The last [`Service::ON_REQUEST`] are disabled by default.
pub const SOURCES: &[&str] = &{
    let on = Service::ALL.len() - Service::ON_REQUEST;
    let mut names = [""; Service::ALL.len() + OTHER_SOURCES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = if at < on {
            Service::ALL[at].name()
        } else if at < on + OTHER_SOURCES.len() {
            OTHER_SOURCES[at - on]
        } else {
            Service::ALL[at - OTHER_SOURCES.len()].name()
        };
        at += 1;
    }
    names
};

/// The sources in `sources` that are enabled by default.
const SOURCES_ON: &[&str] = match SOURCES.split_last_chunk::<{ Service::ON_REQUEST }>() {
    Some((on, _)) => on,
    None => &[],
};

/// The valid severities.
pub const SEVERITIES: &[&str] = &["off", "hint", "information", "warning", "error"];

/// The valid values of `check.fail_on`.
pub const FAIL_ON: &[&str] = &["error", "warning", "information", "unchecked", "never"];

/// Defines the table of settings, and the struct of their values: the identifier in brackets is the
/// field in [`Values`]; it is missing for a row that covers many settings.
macro_rules! settings {
    ($([$($field:ident: $kind:ty)?] $key:expr),* $(,)?) => {
        /// Every setting.
        pub const KEYS: &[Key] = &[$($key),*];

        /// The values of the settings with a fixed path, each with the type of its shape.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Values {
            $($(
                #[doc = concat!("`", stringify!($field), "`, as [`KEYS`] describes it.")]
                pub $field: $kind,
            )?)*
        }

        impl Values {
            /// Reads the values from `value`, which returns the value at the path of a setting.
            pub(super) fn read(value: impl Fn(&str) -> Value) -> Self {
                Values { $($( $field: <$kind as SettingValue>::read(&value($key.path)), )?)* }
            }
        }
    };
}

/// The Rust type of a setting's value.
trait SettingValue {
    /// Converts a value. The table has validated its shape; a value of another shape becomes empty.
    fn read(value: &Value) -> Self;
}

impl SettingValue for bool {
    fn read(value: &Value) -> Self {
        value.as_bool().unwrap_or_default()
    }
}

impl SettingValue for String {
    fn read(value: &Value) -> Self {
        value.as_str().unwrap_or_default().to_owned()
    }
}

impl SettingValue for Vec<String> {
    fn read(value: &Value) -> Self {
        let all = value.as_array().into_iter().flatten();
        all.filter_map(|value| value.as_str().map(str::to_owned)).collect()
    }
}

impl SettingValue for u32 {
    fn read(value: &Value) -> Self {
        value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
    }
}

settings! {
    [network: String] Key {
        path: "network",
        names: &[],
        shape: Shape::OneOf(&["ask", "allow", "deny"]),
        reach: SettableBy::Narrowing,
        default: "\"ask\"",
        summary: "Whether references may be looked up online.",
    },
    [contact: String] Key {
        path: "contact",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "E-mail address sent to the sources, which ask for one.",
    },
    [] Key {
        path: "sources.*.enabled",
        names: SOURCES_ON,
        shape: Shape::Boolean,
        reach: SettableBy::Narrowing,
        default: "true",
        summary: "Whether this source may be queried.",
    },
    [] Key {
        path: "sources.arxiv_sources.enabled",
        names: &[],
        shape: Shape::Boolean,
        reach: SettableBy::Narrowing,
        default: "false",
        summary: "Whether arXiv may be asked for the sources of cited preprints, to compare with their full text: several megabytes and six seconds for each.",
    },
    [] Key {
        path: "sources.webpage.enabled",
        names: &[],
        shape: Shape::Boolean,
        reach: SettableBy::Narrowing,
        default: "false",
        summary: "Whether the web pages that references name are requested to see if they still exist: their hosts then see your request.",
    },
    [] Key {
        path: "sources.*.base_url",
        names: SOURCES,
        shape: Shape::Address,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "URL of this source; empty: its public address.",
    },
    [] Key {
        path: "sources.*.api_key_env",
        names: SOURCES,
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "Environment variable with the key for this source.",
    },
    [library_path: String] Key {
        path: "library.path",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"~/.local/share/referee/library\"",
        summary: "The folder of the library on this machine.",
    },
    [library_url: String] Key {
        path: "library.url",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "The library that a lab shares on PostgreSQL, postgres://user@host/name or postgres:///name?host=/folder/of/socket; it is searched in addition to the one on this machine.",
    },
    [library_files: Vec<String>] Key {
        path: "library.files",
        names: &[],
        shape: Shape::Texts,
        reach: SettableBy::Anyone,
        default: "[]",
        summary: "Small libraries that are read into memory, from inside the workspace: NBIB, RIS, BibTeX, CSL-JSON, PubMed XML.",
    },
    [library_papers: Vec<String>] Key {
        path: "library.papers",
        names: &[],
        shape: Shape::Texts,
        reach: SettableBy::Anyone,
        default: "[]",
        summary: "Folders with the papers that you have, .pdf, .xml and .nxml: quotations and numbers are compared with the whole text of a cited work, not only its abstract. A workspace file may name folders inside the workspace.",
    },
    [library_complete: Vec<String>] Key {
        path: "library.complete",
        names: &[],
        shape: Shape::Texts,
        reach: SettableBy::Anyone,
        default: "[]",
        summary: "What the library holds completely, for example [\"pubmed\"]: what is absent from it may then be reported as not found.",
    },
    [documents_clinical: Vec<String>] Key {
        path: "documents.clinical",
        names: &[],
        shape: Shape::Texts,
        reach: SettableBy::Adding,
        default: "[]",
        summary: "Which files are clinical notes, as patterns like \"notes/**\"; those of the user and of the workspace count together.",
    },
    [documents_kind: String] Key {
        path: "documents.kind",
        names: &[],
        shape: Shape::OneOf(&["auto", "manuscript", "clinical-note"]),
        reach: SettableBy::OwnSide,
        default: "\"auto\"",
        summary: "Type of all drafts; auto: as each draft declares, or by documents.clinical.",
    },
    [documents_sources: Vec<String>] Key {
        path: "documents.sources",
        names: &[],
        shape: Shape::Texts,
        reach: SettableBy::Anyone,
        default: "[]",
        summary: "What a clinical note was written from, as names beside it: \"{stem}.transcript.txt\" or \"*.transcript.txt\" is visit.transcript.txt for visit.md; with \"**/\" before it, also in a folder above. The source/ rules compare the note with them.",
    },
    [documents_cite_commands: Vec<String>] Key {
        path: "documents.cite_commands",
        names: &[],
        shape: Shape::Texts,
        reach: SettableBy::Anyone,
        default: "[]",
        summary: "Your own LaTeX commands that cite like \\cite, without the backslash.",
    },
    [documents_max_size: u32] Key {
        path: "documents.max_size",
        names: &[],
        shape: Shape::Number(1, 2048),
        reach: SettableBy::OwnSide,
        default: "100",
        summary: "The largest draft or bibliography that is read, in MB; 100 MB take up to 2 GB of memory.",
    },
    [documents_sort_entries: bool] Key {
        path: "documents.sort_entries",
        names: &[],
        shape: Shape::Boolean,
        reach: SettableBy::Anyone,
        default: "false",
        summary: "Whether formatting a .bib also puts its entries in the order of their keys.",
    },
    [check_fail_on: String] Key {
        path: "check.fail_on",
        names: &[],
        shape: Shape::OneOf(FAIL_ON),
        reach: SettableBy::Narrowing,
        default: "\"warning\"",
        summary: "What makes `referee check` exit with a status other than 0: the lowest severity, or unchecked (a warning, an error, or a reference that was not looked up). A workspace file can only make it stricter.",
    },
    [critic_profile: String] Key {
        path: "critic.profile",
        names: &[],
        shape: Shape::OneOf(&[
            "auto",
            "soap",
            "history-and-physical",
            "discharge",
            "tumour-board",
            "imrad",
            "case-report",
        ]),
        reach: SettableBy::Anyone,
        default: "\"auto\"",
        summary: "Note type, which decides the sections expected.",
    },
    [critic_region: String] Key {
        path: "critic.region",
        names: &[],
        shape: Shape::OneOf(&["en-US", "en-GB", "es-ES", "es-CL"]),
        reach: SettableBy::Anyone,
        default: "\"en-US\"",
        summary: "Country whose prescribing and number conventions apply.",
    },
    [critic_journal: String] Key {
        path: "critic.journal",
        names: &[],
        shape: Shape::OneOf(&["none", "icmje"]),
        reach: SettableBy::Anyone,
        default: "\"none\"",
        summary: "Journal whose statements a manuscript needs; icmje also asks for a disclosure of AI use.",
    },
    [critic_cell_lines: String] Key {
        path: "critic.cell_lines",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "A list of problematic cell lines that you fetched: the flat file of Cellosaurus, the register of ICLAC as CSV, or one name per line.",
    },
    [] Key {
        path: "rules.*",
        names: &[],
        shape: Shape::OneOf(SEVERITIES),
        reach: SettableBy::Anyone,
        default: "null",
        summary: "The severity of a rule, or of a family as \"citation/*\".",
    },
    [inlay_hints: bool] Key {
        path: "inlay_hints",
        names: &[],
        shape: Shape::Boolean,
        reach: SettableBy::Anyone,
        default: "false",
        summary: "Whether author and year are shown after a key.",
    },
    [llm_base_url: String] Key {
        path: "llm.base_url",
        names: &[],
        shape: Shape::Address,
        reach: SettableBy::OwnSide,
        default: "\"http://127.0.0.1:11434/v1\"",
        summary: "URL of an OpenAI-compatible server. What goes to another machine is shown first.",
    },
    [llm_model: String] Key {
        path: "llm.model",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "Name of the language model; empty: none is used.",
    },
    [llm_fast_model: String] Key {
        path: "llm.fast_model",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "The model for judging and support checks; empty: the same.",
    },
    [llm_api_key_env: String] Key {
        path: "llm.api_key_env",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"OPENAI_API_KEY\"",
        summary: "Environment variable with the key for the model.",
    },
    [llm_api_key_command: String] Key {
        path: "llm.api_key_command",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "Command that prints the key for the model if the variable is not set, for example from a keyring.",
    },
    [llm_timeout: u32] Key {
        path: "llm.timeout",
        names: &[],
        shape: Shape::Number(1, 3600),
        reach: SettableBy::OwnSide,
        default: "120",
        summary: "Timeout of the language model, in seconds without an answer.",
    },
    [embeddings_backend: String] Key {
        path: "embeddings.backend",
        names: &[],
        shape: Shape::OneOf(&["lexical", "local", "openai"]),
        reach: SettableBy::OwnSide,
        default: "\"lexical\"",
        summary: "How works are compared when some are chosen from many: by their words, by the vectors of an OpenAI-compatible server, or by those of a model on this machine (local), which also finds works of the library by meaning.",
    },
    [embeddings_model: String] Key {
        path: "embeddings.model",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "The embedding model of the server, for the backend openai.",
    },
    [embeddings_folder: String] Key {
        path: "embeddings.folder",
        names: &[],
        shape: Shape::Text,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "The folder with all-MiniLM-L6-v2 (config.json, tokenizer.json, model.safetensors), for the backend local; empty: the one that the variable REFEREE_MODEL_DIR names, else what `referee model install minilm` put there.",
    },
    [embeddings_base_url: String] Key {
        path: "embeddings.base_url",
        names: &[],
        shape: Shape::Address,
        reach: SettableBy::OwnSide,
        default: "\"\"",
        summary: "Where the embedding model is reached, with the key and the patience of the language model; empty: where the language model is. What goes to another machine than this one is shown first.",
    },
}

impl Key {
    /// Whether `path` is this setting.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        match self.path.split_once('*') {
            None => self.path == path,
            Some((before, after)) => {
                path.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).is_some_and(|name| {
                    if self.names.is_empty() { !name.is_empty() } else { self.names.contains(&name) }
                })
            }
        }
    }

    /// Describes the required type of the value; `None` if `value` is valid.
    #[must_use]
    pub fn complaint(&self, value: &Value) -> Option<Message> {
        let wants = match (self.shape, value) {
            (Shape::Boolean, Value::Bool(_)) | (Shape::Text, Value::String(_)) => return None,
            (Shape::Boolean, _) => Message::new("must be true or false", "debe ser true o false"),
            (Shape::Text, _) => Message::new("must be a text in quotes", "debe ser un texto entre comillas"),
            (Shape::Texts, Value::Array(all)) if all.iter().all(Value::is_string) => return None,
            (Shape::Texts, _) => Message::new(
                "must be a list of texts, as [\"a\", \"b\"]",
                "debe ser una lista de textos, como [\"a\", \"b\"]",
            ),
            (Shape::OneOf(words), Value::String(word)) if words.contains(&word.as_str()) => return None,
            (Shape::OneOf(words), _) => {
                let words = words.join(", ");
                Message::new(
                    format!("must be one of {words}"),
                    format!("debe ser uno de estos valores: {words}"),
                )
            }
            (Shape::Address, Value::String(text))
                if text.is_empty() || text.starts_with("http://") || text.starts_with("https://") =>
            {
                return None;
            }
            (Shape::Number(least, most), value)
                if value.as_u64().is_some_and(|number| (least.into()..=most.into()).contains(&number)) =>
            {
                return None;
            }
            (Shape::Number(least, most), _) => Message::new(
                format!("must be a whole number from {least} to {most}"),
                format!("debe ser un número entero de {least} a {most}"),
            ),
            (Shape::Address, _) => Message::new(
                "must be an address that begins with http:// or https://",
                "debe ser una dirección que empiece por http:// o https://",
            ),
        };
        Some(wants)
    }

    /// Returns the JSON schema of the value.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut schema = match self.shape {
            Shape::Boolean => json!({"type": "boolean"}),
            Shape::Text | Shape::Address => json!({"type": "string"}),
            Shape::Number(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
            Shape::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Shape::OneOf(words) => json!({"type": "string", "enum": words}),
        };
        if let Some(object) = schema.as_object_mut() {
            object.insert("description".into(), json!(self.summary));
            let default: Value = serde_json::from_str(self.default).unwrap_or(Value::Null);
            if !default.is_null() {
                object.insert("default".into(), default);
            }
            // Editors offer it only in the user's own settings.
            if self.reach == SettableBy::OwnSide {
                object.insert("x-own-side".into(), json!(true));
            }
        }
        schema
    }
}
