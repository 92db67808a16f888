//! The review of a referee.toml.

use super::context::ReviewContext;
use crate::settings::{Layer, Settings};
use crate::snapshot::Snapshot;
use referee_findings::{Data, Finding, Severity};
use referee_text::{FileId, Message, Span};

/// The rule that reports ineffective settings.
const INVALID: &str = "configuration/invalid";

pub(super) fn review(snapshot: &Snapshot, file: &FileId, layer: &Layer) -> Vec<Finding> {
    let around = ReviewContext::new(snapshot, file);
    let own = crate::registry::find(INVALID).map_or(Some(Severity::Warning), |rule| rule.severity);
    let Some(severity) = around.folder.severity(INVALID, own) else { return Vec::new() };
    let at = |setting: &str| layer.spans.get(setting).copied().unwrap_or_default();
    let language = snapshot.interface_language();
    let in_language = |(span, message): (Span, Message)| (span, message.into_text(language));
    let from_layer = layer.complaints.iter().map(|complaint| (complaint.span, complaint.message.clone()));
    let from_place = around.folder.complaints.iter().map(|(setting, message)| (at(setting), message.clone()));
    let from_sources = around.folder.sources.iter().flat_map(|sources| {
        // An error in a library of the user is not the fault of this file.
        let mine = sources.complaints.iter().filter(|(setting, _)| layer.spans.contains_key(*setting));
        mine.map(|(setting, message)| (at(setting), message.clone())).collect::<Vec<_>>()
    });
    from_layer
        .chain(widening(&around.folder.settings, layer))
        .chain(unknown_rules(layer))
        .map(in_language)
        .chain(from_place)
        .chain(from_sources)
        .map(|(span, message)| Finding {
            rule: INVALID,
            kind: None,
            severity,
            span,
            message,
            related: Vec::new(),
            data: Data::default(),
            tag: None,
        })
        .collect()
}

/// Iterates over the sources that the file enables although the user disabled them.
fn widening<'a>(settings: &'a Settings, layer: &'a Layer) -> impl Iterator<Item = (Span, Message)> + 'a {
    layer.values.iter().filter_map(|(path, value)| {
        let source = path.strip_prefix("sources.").and_then(|rest| rest.strip_suffix(".enabled"));
        let widens = *value == true && source.is_some_and(|name| !settings.source(name).enabled);
        let span = layer.spans.get(path).copied().unwrap_or_default();
        widens.then(|| {
            let english = format!("`{path}` is false on the user's own side, and a workspace file cannot widen that; it is not in force.");
            let spanish = format!("`{path}` es false en los ajustes del propio usuario, y un archivo del área de trabajo no puede ampliarlo; no está en vigor.");
            (span, Message::new(english, spanish))
        })
    })
}

/// Iterates over the unknown rules in `[rules]`, which may contain a family with a star.
fn unknown_rules(layer: &Layer) -> impl Iterator<Item = (Span, Message)> + '_ {
    layer.values.keys().filter_map(|path| {
        let id = path.strip_prefix("rules.")?;
        let known = match id.strip_suffix("/*") {
            Some(family) => crate::registry::all().any(|rule| rule.family() == family),
            None => crate::registry::find_by_any_id(id).is_some(),
        };
        let span = layer.spans.get(path).copied().unwrap_or_default();
        (!known).then(|| {
            let english = format!("There is no rule `{id}`. `referee rules` lists them.");
            let spanish = format!("No existe la regla `{id}`. `referee rules` muestra las que hay.");
            (span, Message::new(english, spanish))
        })
    })
}
