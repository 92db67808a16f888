//! Converts our types into the protocol's. All position conversions are here and in
//! [`crate::from_protocol`].

use crate::client_capabilities::ClientCapabilities;
use crate::own_program::runnable;
use crate::uri::Uris;
use referee_features::code_action::ActionKind;
use referee_findings::{FileEdit, Finding, Kind, Rule, Severity, Tag};
use referee_text::position::position;
use referee_text::visible::{on_one_line, visible};
use referee_text::{Encoding, FileId, Language, Rope, Span};
use referee_workspace::{Snapshot, registry};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use tower_lsp::lsp_types::*;

/// The source of diagnostics.
pub(crate) const SOURCE: &str = "referee";

/// Returns the address of a rule's page, or of its section about a kind. Parsing it for every diagnostic would cost
/// more than a look-up.
fn page(rule: &str) -> Option<Url> {
    static RULE_PAGES: LazyLock<HashMap<&str, Url>> = LazyLock::new(|| {
        let of_rule = |rule: &'static Rule| {
            let page = rule.address().and_then(|address| Url::parse(&address).ok());
            let of_kind = |kind: &'static Kind| {
                let mut section = page.clone()?;
                section.set_fragment(Some(kind.name()));
                Some((kind.id, section))
            };
            let kinds: Vec<_> = rule.kinds.iter().filter_map(of_kind).collect();
            page.clone().map(|page| (rule.id, page)).into_iter().chain(kinds)
        };
        registry::all().flat_map(of_rule).collect()
    });
    RULE_PAGES.get(rule).cloned()
}

/// Returns the position of a byte offset.
pub(crate) fn at(text: &Rope, offset: usize, encoding: Encoding) -> Position {
    let found = position(text, offset, encoding);
    Position::new(found.line, found.column)
}

/// Returns the range of a span.
pub(crate) fn range(text: &Rope, span: Span, encoding: Encoding) -> Range {
    Range::new(at(text, span.start as usize, encoding), at(text, span.end as usize, encoding))
}

/// Removes characters from a text that an editor would interpret instead of showing.
pub(crate) fn shown(text: &str) -> String {
    visible(text).into_owned()
}

/// Returns foreign text on one line, without characters that an editor would interpret.
pub(crate) fn shown_on_one_line(text: &str) -> String {
    on_one_line(text).into_owned()
}

/// The context for encoding data about files of one snapshot.
pub(crate) struct ProtocolEncoder<'a> {
    pub(crate) snapshot: &'a Snapshot,
    /// The URIs of files.
    pub(crate) uris: &'a Uris,
    /// The capabilities of the editor.
    pub(crate) client_capabilities: &'a ClientCapabilities,
}

impl ProtocolEncoder<'_> {
    /// Returns a location in any file; `None` if the file cannot be read or lacks a URI.
    pub(crate) fn location(&self, file: &FileId, span: Span) -> Option<Location> {
        let text = self.snapshot.source_text(file)?;
        Some(Location::new(self.uris.uri(file)?, range(&text, span, self.client_capabilities.encoding)))
    }

    /// Encodes the findings of a file as diagnostics.
    pub(crate) fn diagnostics(&self, text: &Rope, findings: &[Finding]) -> Vec<Diagnostic> {
        findings.iter().map(|finding| self.diagnostic(text, finding)).collect()
    }

    /// Encodes a finding as a diagnostic.
    pub(crate) fn diagnostic(&self, text: &Rope, finding: &Finding) -> Diagnostic {
        let related = self.client_capabilities.related_information && !finding.related.is_empty();
        Diagnostic {
            range: range(text, finding.span, self.client_capabilities.encoding),
            severity: Some(match finding.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Information => DiagnosticSeverity::INFORMATION,
                Severity::Hint => DiagnosticSeverity::HINT,
            }),
            code: Some(NumberOrString::String(finding.rule.to_owned())),
            code_description: page(finding.id())
                .filter(|_| self.client_capabilities.code_description)
                .map(|href| CodeDescription { href }),
            source: Some(String::from(SOURCE)),
            message: shown(&runnable(&finding.message)),
            related_information: related.then(|| {
                let all = finding.related.iter().filter_map(|related| {
                    let location = self.location(&related.file, related.span)?;
                    Some(DiagnosticRelatedInformation { location, message: shown(&related.message) })
                });
                all.collect()
            }),
            tags: finding.tag.filter(|_| self.client_capabilities.diagnostic_tags).map(|tag| {
                vec![match tag {
                    Tag::Unnecessary => DiagnosticTag::UNNECESSARY,
                    Tag::Deprecated => DiagnosticTag::DEPRECATED,
                }]
            }),
            data: self
                .client_capabilities
                .diagnostic_data
                .then(|| {
                    let mut data = serde_json::to_value(&finding.data).ok()?;
                    if let Some(kind) = finding.kind {
                        data["kind"] = kind.into();
                    }
                    Some(data)
                })
                .flatten(),
        }
    }

    /// Combines edits of several files into one workspace edit.
    pub(crate) fn workspace_edit(&self, edits: &[FileEdit]) -> Option<WorkspaceEdit> {
        let edits: Vec<FileEdit> =
            edits.iter().map(|edit| self.snapshot.source_edit(edit)).collect::<Option<_>>()?;
        let mut by_file: BTreeMap<&FileId, Vec<&FileEdit>> = BTreeMap::new();
        for edit in &edits {
            by_file.entry(&edit.file).or_default().push(edit);
        }
        let mut files = Vec::new();
        for (file, mut edits) in by_file {
            let text = self.snapshot.source_text(file)?;
            let uri = self.uris.uri(file)?;
            edits.sort_by_key(|edit| edit.span);
            let edits: Vec<TextEdit> = edits
                .into_iter()
                .map(|edit| {
                    TextEdit::new(
                        range(&text, edit.span, self.client_capabilities.encoding),
                        edit.text.clone(),
                    )
                })
                .collect();
            files.push((file, uri, self.snapshot.version(file), edits));
        }
        if self.client_capabilities.document_changes {
            let annotates = self.client_capabilities.confirms_edits;
            let asks = |file: &FileId| annotates && self.snapshot.is_outside(file);
            let any_asks = files.iter().any(|(file, ..)| asks(file));
            let changes = files
                .into_iter()
                .map(|(file, uri, version, edits)| TextDocumentEdit {
                    text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
                    edits: match asks(file) {
                        true => edits.into_iter().map(asking).map(OneOf::Right).collect(),
                        false => edits.into_iter().map(OneOf::Left).collect(),
                    },
                })
                .collect();
            let document_changes = Some(DocumentChanges::Edits(changes));
            let change_annotations = any_asks.then(|| outside_annotation(self.snapshot.interface_language()));
            return Some(WorkspaceEdit { document_changes, change_annotations, ..WorkspaceEdit::default() });
        }
        let changes: HashMap<Url, Vec<TextEdit>> =
            files.into_iter().map(|(_, uri, _, edits)| (uri, edits)).collect();
        Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

/// The id of the annotation that asks before a file outside of the workspace is edited.
const OUTSIDE: &str = "outside";

/// Marks an edit so that the editor asks the author before applying it.
pub(crate) fn asking(text_edit: TextEdit) -> AnnotatedTextEdit {
    AnnotatedTextEdit { text_edit, annotation_id: String::from(OUTSIDE) }
}

/// Returns the annotation of such edits, by its id.
pub(crate) fn outside_annotation(
    language: Language,
) -> HashMap<ChangeAnnotationIdentifier, ChangeAnnotation> {
    let annotation = ChangeAnnotation {
        label: language.pick("Outside of the workspace", "Fuera del área de trabajo").to_owned(),
        needs_confirmation: Some(true),
        description: Some(
            language
                .pick(
                    "This file does not belong to the workspace that is open.",
                    "Este archivo no pertenece al área de trabajo que está abierta.",
                )
                .to_owned(),
        ),
    };
    HashMap::from([(String::from(OUTSIDE), annotation)])
}

/// Returns the protocol's name for a kind of action.
pub(crate) fn action_kind(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::FixAll => CodeActionKind::new("source.fixAll.referee"),
        ActionKind::Cite => CodeActionKind::new("source.referee.cite"),
        ActionKind::Support => CodeActionKind::new("source.referee.support"),
        ActionKind::Hypothesize => CodeActionKind::new("source.referee.hypothesize"),
        ActionKind::Report => CodeActionKind::new("source.referee.report"),
        ActionKind::Research => CodeActionKind::new("source.referee.research"),
    }
}

/// Returns text for display, in the style in which it was written.
pub(crate) fn markup(text: String, style: referee_features::Style) -> MarkupContent {
    let kind = match style {
        referee_features::Style::Markdown => MarkupKind::Markdown,
        referee_features::Style::Plain => MarkupKind::PlainText,
    };
    MarkupContent { kind, value: shown(&text) }
}
