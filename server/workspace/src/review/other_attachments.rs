//! The findings about attached files that are other works.

use super::context::ReviewContext;
use crate::papers::WrongPapers;
use crate::rules::OTHER_ATTACHMENT;
use referee_bibliography::Bibliography;
use referee_findings::{Data, Finding};
use referee_text::FileId;

/// Returns the findings about the attached files of a bibliography that are other works.
pub(super) fn findings(
    around: &ReviewContext<'_>,
    file: &FileId,
    bibliography: &Bibliography,
    wrong: &WrongPapers,
) -> Vec<Finding> {
    let severity = around.folder.severity(OTHER_ATTACHMENT.id, OTHER_ATTACHMENT.severity);
    let Some(severity) = severity.filter(|_| !wrong.is_empty()) else { return Vec::new() };
    let language = around.language();
    let mut out = Vec::new();
    for entry in bibliography.entries() {
        for attachment in entry.attachments() {
            let place = around.snapshot.attachment_place(file, &attachment.path);
            let Some(why) = place.and_then(|place| wrong.get(&(entry.key().to_owned(), place))) else {
                continue;
            };
            let why = why.text(language);
            out.push(Finding {
                rule: OTHER_ATTACHMENT.id,
                kind: None,
                severity,
                span: attachment.span,
                message: language.pick(
                    format!("The file “{}” is not this work. {why}", attachment.path),
                    format!("El archivo «{}» no es este trabajo. {why}", attachment.path),
                ),
                related: Vec::new(),
                data: Data { key: Some(entry.key().to_owned()), ..Data::default() },
                tag: None,
            });
        }
    }
    out
}
