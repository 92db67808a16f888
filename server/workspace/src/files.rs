//! The parsed files of the workspace.

use crate::manuscript::Manuscript;
use crate::project;
use crate::settings::{Layer, Origin};
use referee_bibliography::Bibliography;
use referee_documents::Notebook;
use referee_syntax::{Document, Format, Options};
use referee_text::decode::{self, Charset};
use referee_text::{FileId, Message, Revision, Rope, TextEdit};
use std::path::Path;
use std::sync::Arc;

/// How to read a file, from the settings of its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSettings {
    /// The options for parsing drafts.
    pub options: Arc<Options>,
    /// The maximum file size in MB. A larger draft or bibliography is rejected with a message.
    pub max_megabytes: u64,
}

impl ReadSettings {
    /// Returns why a file of this size is not read; `None` if it is.
    pub(crate) fn refusal(&self, bytes: u64) -> Option<Message> {
        refusal(bytes, self.max_megabytes)
    }
}

/// Returns why a file of this size is not read with this limit; `None` if it is.
pub(crate) fn refusal(bytes: u64, max_megabytes: u64) -> Option<Message> {
    (bytes > max_megabytes << 20).then(|| {
        let megabytes = bytes.div_ceil(1 << 20);
        Message::new(
            format!("it has {megabytes} MB; files over {max_megabytes} MB are not read (the setting documents.max_size)"),
            format!("tiene {megabytes} MB; los archivos de más de {max_megabytes} MB no se leen (ajuste documents.max_size)"),
        )
    })
}

#[derive(Clone, Debug)]
pub(crate) enum FileState {
    /// The file was read.
    Read(Arc<File>),
    /// The file does not exist.
    Missing,
    /// The file exists but cannot be read, with the reason.
    Unreadable(Arc<Message>),
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) id: FileId,
    pub(crate) content: Content,
    /// The version in the editor, if the file is open.
    pub(crate) version: Option<i32>,
    pub(crate) charset: Charset,
    pub(crate) damaged: bool,
    /// Whether the editor declares it a clinical note.
    pub(crate) clinical: bool,
    /// The notebook that contains the draft; `None` if the file is not a notebook.
    pub(crate) notebook: Option<NotebookText>,
    /// Descriptions of the parts that could not be read, each as a clause.
    pub(crate) unread_parts: Vec<String>,
    /// Changes whenever the text, or the way it is read, changes.
    pub(crate) revision: Revision,
}

/// The text of a notebook, with its parsed form.
#[derive(Clone, Debug)]
pub(crate) struct NotebookText {
    /// The text in the editor or on disk.
    pub(crate) json: Rope,
    /// The parsed notebook; `None` while the JSON is invalid.
    pub(crate) notebook: Option<Arc<Notebook>>,
}

/// The contents of a file.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Draft(Arc<Document>),
    Bibliography(Arc<Bibliography>),
    Configuration(Rope, Arc<Layer>),
    /// The settings of a project (`_quarto.yml`, `conf.py`), read for their bibliographies.
    Project(Rope, Arc<Document>),
    /// A citation style for printing references.
    CitationStyle(Rope),
}

/// The role of a file, from its name and the editor's language id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A draft in this format.
    Draft(Format),
    /// A Jupyter notebook, whose Markdown cells are a draft.
    Notebook,
    /// A bibliography.
    Bibliography,
    /// A referee.toml.
    Configuration,
    /// The settings of a project.
    Project,
    /// A citation style of a draft. A file gets this role only through a reference, never by its
    /// own name, and is not reviewed.
    CitationStyle,
}

/// Returns the role of the file at `path`; `language` is the editor's language id, if any.
#[must_use]
pub fn role(path: &Path, language: Option<&str>) -> Option<Role> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    if name == "referee.toml" {
        return Some(Role::Configuration);
    }
    if project::is_settings(&name) {
        return Some(Role::Project);
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let by_extension = match extension.as_deref() {
        Some("md" | "markdown" | "pandoc" | "mdown" | "mkd") => Some(Role::Draft(Format::Markdown)),
        Some("qmd") => Some(Role::Draft(Format::Quarto)),
        Some("rmd") => Some(Role::Draft(Format::RMarkdown)),
        Some("tex" | "ltx" | "latex") => Some(Role::Draft(Format::Latex)),
        Some("typ") => Some(Role::Draft(Format::Typst)),
        Some("org") => Some(Role::Draft(Format::Org)),
        Some("rst" | "rest") => Some(Role::Draft(Format::Rst)),
        Some("txt" | "text") => Some(Role::Draft(Format::PlainText)),
        Some("ipynb") => Some(Role::Notebook),
        Some("bib" | "bibtex") => Some(Role::Bibliography),
        _ => None,
    };
    // The editor knows better what an unsaved buffer is; an extension distinguishes Quarto from
    // plain Markdown.
    match language {
        Some("quarto") => Some(Role::Draft(Format::Quarto)),
        Some("rmd" | "rmarkdown" | "r-markdown") => Some(Role::Draft(Format::RMarkdown)),
        Some("latex" | "tex" | "plaintex") => Some(Role::Draft(Format::Latex)),
        Some("typst") => Some(Role::Draft(Format::Typst)),
        Some("org") => Some(Role::Draft(Format::Org)),
        Some("restructuredtext" | "rst") => Some(Role::Draft(Format::Rst)),
        Some("bibtex" | "bib") => Some(Role::Bibliography),
        Some("markdown" | "pandoc" | "myst") => Some(by_extension.unwrap_or(Role::Draft(Format::Markdown))),
        Some("plaintext" | "text" | "clinical-note") => {
            Some(by_extension.unwrap_or(Role::Draft(Format::PlainText)))
        }
        _ => by_extension,
    }
}

impl File {
    /// Parses the text of a file.
    pub(crate) fn read(id: FileId, role: Role, text: Rope, options: &Arc<Options>) -> Self {
        let (content, notebook) = Content::read(&id, role, text, options);
        File {
            id,
            content,
            notebook,
            version: None,
            charset: Charset::Utf8,
            damaged: false,
            clinical: false,
            unread_parts: Vec::new(),
            revision: Revision::next(),
        }
    }

    /// Creates the draft extracted from a document that is not plain text.
    pub(crate) fn extracted(id: FileId, manuscript: Manuscript) -> Self {
        File {
            id,
            content: Content::Draft(Arc::new(manuscript.document)),
            notebook: None,
            version: None,
            charset: Charset::Utf8,
            damaged: false,
            clinical: false,
            unread_parts: manuscript.damage,
            revision: Revision::next(),
        }
    }

    /// Whether the file is read-only: edits of its text would not change the file.
    pub(crate) fn is_read_only(&self) -> bool {
        match &self.content {
            Content::Draft(document) => document.is_extracted() && self.notebook.is_none(),
            Content::Bibliography(bibliography) => !bibliography.format().is_editable(),
            Content::Configuration(..) | Content::Project(..) | Content::CitationStyle(_) => false,
        }
    }

    /// Decodes and parses the bytes of a file from disk.
    pub(crate) fn decode(id: FileId, role: Role, bytes: Vec<u8>, options: &Arc<Options>) -> Self {
        let decode::Decoded { text: decoded, charset, damaged } = decode::decode(bytes);
        let text = Rope::from_str(&decoded);
        // Parsing takes memory too, so the second copy of the text ends here.
        drop(decoded);
        // PubMed and other databases save their exports as `.txt`.
        let is_list = role == Role::Draft(Format::PlainText) && is_exported_list(&text);
        let role = if is_list { Role::Bibliography } else { role };
        let mut file = File::read(id, role, text, options);
        file.charset = charset;
        file.damaged = damaged;
        file
    }

    /// Applies one edit. A span outside the text is clamped to it.
    pub(crate) fn edit(&mut self, edit: &TextEdit) {
        let mut text = self.source().clone();
        let edit = edit.apply(&mut text);
        self.revision = Revision::next();
        if self.notebook.is_some() {
            let (content, notebook) = read_notebook(text);
            (self.content, self.notebook) = (content, Some(notebook));
            return;
        }
        match &mut self.content {
            Content::Draft(document) => Arc::make_mut(document).edit(text, &edit),
            Content::Bibliography(bibliography) => {
                let format = match (edit.span.start as usize) < MAX_HEAD_BYTES {
                    true => bibliography_format(self.id.path(), &text),
                    false => bibliography.format(),
                };
                if format == bibliography.format() {
                    Arc::make_mut(bibliography).edit(text, &edit);
                } else {
                    *bibliography = Arc::new(Bibliography::read(format, text));
                }
            }
            Content::Configuration(rope, layer) => {
                *rope = text;
                *layer = configuration(&self.id, rope);
            }
            Content::Project(rope, document) => {
                *rope = text;
                *document = Arc::new(project::read(self.id.path(), rope));
            }
            Content::CitationStyle(rope) => *rope = text,
        }
    }

    /// Returns the file as in the editor and on disk. For a notebook that is its JSON, which
    /// contains the text of the draft at the same byte offsets as [`File::text`].
    pub(crate) fn source(&self) -> &Rope {
        self.notebook.as_ref().map_or_else(|| self.text(), |notebook| &notebook.json)
    }

    /// Converts an edit of [`File::text`] to one of [`File::source`]; `None` if that is impossible.
    pub(crate) fn source_edit(&self, edit: &TextEdit) -> Option<TextEdit> {
        match &self.notebook {
            None => Some(edit.clone()),
            Some(NotebookText { notebook, .. }) => notebook.as_ref()?.edit(edit),
        }
    }

    /// Returns the text that the rules see.
    pub(crate) fn text(&self) -> &Rope {
        match &self.content {
            Content::Draft(document) => document.text(),
            Content::Bibliography(bibliography) => bibliography.text(),
            Content::Configuration(text, _) | Content::Project(text, _) | Content::CitationStyle(text) => {
                text
            }
        }
    }

    /// Returns the role in which the file was read.
    pub(crate) fn role(&self) -> Role {
        match &self.content {
            Content::Draft(_) if self.notebook.is_some() => Role::Notebook,
            Content::Draft(document) => Role::Draft(document.format()),
            Content::Bibliography(_) => Role::Bibliography,
            Content::Configuration(..) => Role::Configuration,
            Content::Project(..) => Role::Project,
            Content::CitationStyle(_) => Role::CitationStyle,
        }
    }

    pub(crate) fn draft(&self) -> Option<&Arc<Document>> {
        if let Content::Draft(document) = &self.content { Some(document) } else { None }
    }

    pub(crate) fn layer(&self) -> Option<&Arc<Layer>> {
        if let Content::Configuration(_, layer) = &self.content { Some(layer) } else { None }
    }

    /// Parses a draft again with other options.
    pub(crate) fn reread(&mut self, options: &Arc<Options>) {
        if let Content::Draft(document) = &self.content
            && !document.is_extracted()
        {
            let again = Document::read(document.format(), document.text().clone(), Arc::clone(options));
            self.content = Content::Draft(Arc::new(again));
            self.revision = Revision::next();
        }
    }

    pub(crate) fn bibliography(&self) -> Option<&Arc<Bibliography>> {
        if let Content::Bibliography(bibliography) = &self.content { Some(bibliography) } else { None }
    }
}

/// Parses a notebook; invalid JSON gives an empty draft.
fn read_notebook(json: Rope) -> (Content, NotebookText) {
    let notebook = Notebook::read(&json.to_string()).ok().map(Arc::new);
    let document = match &notebook {
        Some(notebook) => notebook.document.clone(),
        None => Document::placed(Format::Markdown, "", Vec::new()),
    };
    (Content::Draft(Arc::new(document)), NotebookText { json, notebook })
}

impl Content {
    /// Parses a file in its role, with the notebook that contains its draft.
    fn read(id: &FileId, role: Role, text: Rope, options: &Arc<Options>) -> (Self, Option<NotebookText>) {
        let content = match role {
            Role::Notebook => {
                let (content, notebook) = read_notebook(text);
                return (content, Some(notebook));
            }
            Role::Draft(format) => {
                Content::Draft(Arc::new(Document::read(format, text, Arc::clone(options))))
            }
            Role::Bibliography => {
                let format = bibliography_format(id.path(), &text);
                Content::Bibliography(Arc::new(Bibliography::read(format, text)))
            }
            Role::Configuration => {
                let layer = configuration(id, &text);
                Content::Configuration(text, layer)
            }
            Role::Project => {
                let document = Arc::new(project::read(id.path(), &text));
                Content::Project(text, document)
            }
            Role::CitationStyle => Content::CitationStyle(text),
        };
        (content, None)
    }
}

fn configuration(id: &FileId, text: &Rope) -> Arc<Layer> {
    Arc::new(Layer::from_toml(Origin::WorkspaceFile(id.path().to_path_buf()), &text.to_string()))
}

/// Whether a plain-text file is a reference list exported by a database: its first line starts a
/// record.
fn is_exported_list(text: &Rope) -> bool {
    use referee_bibliography::{Format, ListFormat};
    let first = text.lines().take(20).find_map(|line| {
        let line = line.get_byte_slice(..line.len_bytes().min(200))?.to_string();
        (!line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty()).then_some(line)
    });
    matches!(
        first.and_then(|first| Format::by_content(&first)),
        Some(Format::Bibtex | Format::List(ListFormat::Ris | ListFormat::Nbib | ListFormat::Refer))
    )
}

/// The number of bytes at the start of a file from which its format is detected.
const MAX_HEAD_BYTES: usize = 8_000;

/// Detects the format of a bibliography from its start, or from its name if that is inconclusive.
fn bibliography_format(path: &Path, text: &Rope) -> referee_bibliography::Format {
    use referee_bibliography::{Format, ListFormat};
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    if let Some("yml" | "yaml") = extension.as_deref() {
        let csl = text.lines().take(200).any(|line| {
            let line = line.to_string();
            let line = line.trim_start();
            line.starts_with("references:") || line.starts_with("- id:") || line.starts_with("issued:")
        });
        return if csl { Format::CslYaml } else { Format::Hayagriva };
    }
    let end = text.len_bytes().min(MAX_HEAD_BYTES);
    let head = (0..4).find_map(|back| text.get_byte_slice(..end.saturating_sub(back)));
    let head = head.map(|head| head.to_string()).unwrap_or_default();
    match (Format::by_content(&head), extension.as_deref()) {
        // The kind of XML may be visible only later in the file.
        (
            Some(Format::List(ListFormat::EndnoteXml | ListFormat::Jats | ListFormat::Tei)),
            Some("xml" | "nxml" | "jats" | "tei"),
        ) => ListFormat::of("xml", &text.to_string()).map_or(Format::Bibtex, Format::List),
        (
            Some(Format::CslJson | Format::List(ListFormat::EndnoteXml | ListFormat::Jats | ListFormat::Tei)),
            Some("bib" | "bibtex" | "biblatex"),
        ) => Format::Bibtex,
        (Some(format), _) => format,
        (None, Some("json")) => Format::CslJson,
        (None, Some(other)) => ListFormat::of(other, &head).map_or(Format::Bibtex, Format::List),
        (None, None) => Format::Bibtex,
    }
}
