//! The code actions of a place: the fixes of its findings, their suppression, and additions from a
//! record.

mod action;
mod fix_all;
mod identifiers;
mod zotero;

pub use action::{ActionKind, CodeAction, Command};
pub use identifiers::{bare_identifier, cite_reference};

use crate::cursor_target::CursorTarget;
use fix_all::fix_all;
use identifiers::{add_identifiers, cite_identifier};
use referee_bibliography::Format as BibliographyFormat;
use referee_citations::{Outcome, Verdict, edits};
use referee_findings::suppression::{Comments, insertion};
use referee_findings::{FileEdit, Finding};
use referee_syntax::Format;
use referee_text::{FileId, Phrase, Span};
use referee_workspace::settings::Network;
use referee_workspace::{FileKind, Snapshot, registry};
use tokio_util::sync::CancellationToken;

/// Returns the actions in `range` of a file, of the kinds that `wanted` accepts; `None` when
/// cancelled. An action is left out if its edit cannot be made because it extends over several
/// strings of a notebook cell.
#[must_use]
pub fn code_actions(
    snapshot: &Snapshot,
    file: &FileId,
    range: Span,
    wanted: &dyn Fn(ActionKind) -> bool,
    cancel: &CancellationToken,
) -> Option<Vec<CodeAction>> {
    let mut out = Vec::new();
    if wanted(ActionKind::QuickFix) || wanted(ActionKind::FixAll) {
        let findings = snapshot.review(file, cancel)?.findings;
        let here: Vec<&Finding> = findings.iter().filter(|finding| finding.span.overlaps(range)).collect();
        if wanted(ActionKind::QuickFix) {
            for finding in &here {
                if cancel.is_cancelled() {
                    return None;
                }
                out.extend(fixes(snapshot, file, finding));
            }
            let mut suppressed: Vec<&str> = Vec::new();
            for finding in &here {
                if !suppressed.contains(&finding.id()) {
                    suppressed.push(finding.id());
                    out.extend(suppression(snapshot, file, finding));
                }
            }
        }
        if wanted(ActionKind::QuickFix) {
            out.extend(zotero::add_missing_entry(snapshot, file, range));
            out.extend(look_up(snapshot, file, range));
        }
        if wanted(ActionKind::FixAll) {
            out.extend(fix_all(snapshot, file, &findings, cancel)?);
        }
    }
    if wanted(ActionKind::Rewrite) {
        out.extend(add_identifiers(snapshot, file, range));
        out.extend(cite_identifier(snapshot, file, range));
    }
    if wanted(ActionKind::Cite) {
        // An editor that asks only for citations gets all of them; one that asks for everything
        // gets a few, and only if the sentence cites nothing yet.
        out.extend(citations(snapshot, file, range, !wanted(ActionKind::QuickFix)));
    }
    out.extend(commands(snapshot, file, range).into_iter().filter(|action| wanted(action.kind)));
    out.retain(|action| snapshot.can_make(&action.edits));
    Some(out)
}

/// Returns the actions that run a command: looking up a sentence, and writing on request.
fn commands(snapshot: &Snapshot, file: &FileId, range: Span) -> Vec<CodeAction> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else { return Vec::new() };
    let action = |title: String, kind: ActionKind, command: Command| CodeAction {
        title,
        kind,
        preferred: false,
        finding: None,
        edits: Vec::new(),
        command: Some(command),
    };
    let language = snapshot.interface_language();
    let mut out = Vec::new();
    if referee_citations::claims::at(&document, range.start as usize).is_some() {
        let title = language
            .pick("Check whether the cited works say so", "Comprobar si los trabajos citados lo dicen")
            .to_owned();
        out.push(action(title, ActionKind::Support, Command::CheckSupport));
    }
    if crate::write::written_at(&document, range).is_some() {
        let title = language
            .pick("Show an updated version of this passage", "Mostrar una versión actualizada de este pasaje")
            .to_owned();
        out.push(action(title, ActionKind::Report, Command::RefreshSection));
    }
    // The text of a clinical note must not be used as a search query.
    let clinical = snapshot.document_kind(file) == referee_syntax::DraftKind::ClinicalNote;
    if let Some(question) = crate::write::question_of(&document).filter(|_| !clinical) {
        let question = referee_research::sentences::truncate_at_sentence(&question, 60);
        out.extend([
            action(
                language.pick(
                    format!("Insert hypotheses on “{question}”"),
                    format!("Insertar hipótesis sobre «{question}»"),
                ),
                ActionKind::Hypothesize,
                Command::Hypothesize,
            ),
            action(
                language.pick(
                    format!("Insert a report on “{question}”"),
                    format!("Insertar un informe sobre «{question}»"),
                ),
                ActionKind::Report,
                Command::InsertReport,
            ),
            action(
                language.pick(format!("Research “{question}”"), format!("Investigar «{question}»")),
                ActionKind::Research,
                Command::Research,
            ),
        ]);
    }
    out
}

/// The maximum number of works that are offered if the editor did not ask for citations.
const MAX_UNASKED_CANDIDATES: usize = 3;

/// Returns the actions that cite a work which could support the sentence.
fn citations(snapshot: &Snapshot, file: &FileId, range: Span, asked: bool) -> Vec<CodeAction> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else { return Vec::new() };
    let Some(sentence) = crate::cite::sentence_at(&document, range) else { return Vec::new() };
    if !asked {
        let cited = document.blocks().index_at(sentence.span.start as usize).is_some_and(|index| {
            document.citations_in(index).any(|cited| cited.group.overlaps(sentence.span))
        });
        if cited {
            return Vec::new();
        }
    }
    let found = crate::cite::on_this_machine(snapshot, file, &sentence.text);
    let clinical = snapshot.document_kind(file) == referee_syntax::DraftKind::ClinicalNote;
    let sound = |candidate: &&referee_research::Candidate| {
        asked || candidate.standing != referee_research::PublicationStatus::Retracted
    };
    let some = found.iter().filter(sound).take(if asked { usize::MAX } else { MAX_UNASKED_CANDIDATES });
    snapshot.with_context(file, |context| {
        some.filter_map(|candidate| {
            let work = &candidate.record.work;
            let insertion = edits::insert_citation(context, sentence.end, clinical, work).ok()?;
            Some(CodeAction {
                title: format!(
                    "{} {}",
                    context.interface.pick("Cite", "Citar"),
                    crate::cite::label(context.interface, candidate)
                ),
                kind: ActionKind::Cite,
                preferred: false,
                finding: None,
                edits: insertion.edits,
                command: None,
            })
        })
        .collect()
    })
}

/// Returns the action with this title and kind at the same place of a later snapshot; editors ask
/// for it when an action is chosen.
#[must_use]
pub fn resolve(
    snapshot: &Snapshot,
    file: &FileId,
    range: Span,
    kind: ActionKind,
    title: &str,
    cancel: &CancellationToken,
) -> Option<CodeAction> {
    let all = code_actions(snapshot, file, range, &|other| other == kind, cancel)?;
    all.into_iter().find(|action| action.title == title && action.kind == kind)
}

fn fixes(snapshot: &Snapshot, file: &FileId, finding: &Finding) -> impl Iterator<Item = CodeAction> {
    let finding = finding.clone();
    snapshot.fixes(file, &finding).into_iter().map(move |fix| CodeAction {
        title: fix.title,
        kind: ActionKind::QuickFix,
        preferred: fix.preferred,
        finding: Some(finding.clone()),
        edits: fix.edits,
        command: None,
    })
}

/// Returns the action that suppresses a finding with a comment.
fn suppression(snapshot: &Snapshot, file: &FileId, finding: &Finding) -> Option<CodeAction> {
    let syntax = comments(snapshot, file)?;
    let rule = registry::find(finding.rule)?;
    // A bibliography has comments only between its entries; such a comment suppresses findings in
    // the entry below it.
    let at = match snapshot.kind(file)? {
        FileKind::Bibliography(bibliography) => {
            let entry = bibliography.at(finding.span.start as usize);
            entry.map_or(finding.span.start, |entry| entry.span().start)
        }
        _ => finding.span.start,
    };
    let edit = insertion(&snapshot.text(file)?, at as usize, syntax, finding.id(), "");
    let language = snapshot.interface_language();
    // Without a reason the comment silences nothing. An editor that asks for the reason drops these words.
    let then = match rule.needs_reason {
        true => language.pick("; write your reason after the rule", "; escriba el motivo tras la regla"),
        false => "",
    };
    Some(CodeAction {
        title: language.pick(
            format!("Ignore this finding ({}){then}", finding.id()),
            format!("Ignorar este hallazgo ({}){then}", finding.id()),
        ),
        kind: ActionKind::QuickFix,
        preferred: false,
        finding: Some(finding.clone()),
        edits: vec![FileEdit { file: file.clone(), span: edit.span, text: edit.text }],
        command: None,
    })
}

/// Returns the comment syntax of a file; `None` if it does not have any.
fn comments(snapshot: &Snapshot, file: &FileId) -> Option<Comments> {
    match snapshot.kind(file)? {
        FileKind::Draft(document) => Some(match document.format() {
            Format::Markdown | Format::Quarto | Format::RMarkdown => Comments::Html,
            Format::Latex => Comments::Percent,
            Format::Typst => Comments::Slashes,
            Format::Org => Comments::Hash,
            Format::Rst => Comments::Dots,
            Format::PlainText => Comments::Bare,
        }),
        FileKind::Bibliography(bibliography) => match bibliography.format() {
            BibliographyFormat::Bibtex => Some(Comments::Percent),
            BibliographyFormat::CslYaml | BibliographyFormat::Hayagriva => Some(Comments::Hash),
            BibliographyFormat::CslJson | BibliographyFormat::List(_) => None,
        },
        FileKind::Configuration => None,
    }
}

const ASK_AND_LOOK_UP: Phrase = Phrase {
    english: "Look this up online (asks you first)",
    spanish: "Consultar esto en línea (pregunta antes)",
};
const LOOK_UP_AGAIN: Phrase =
    Phrase { english: "Look this up online again", spanish: "Consultar esto en línea otra vez" };

/// Returns the action that looks up a reference online which could not be checked on this machine.
fn look_up(snapshot: &Snapshot, file: &FileId, range: Span) -> Option<CodeAction> {
    if !snapshot.is_connected() {
        return None;
    }
    let target = CursorTarget::at(snapshot, file, range.start as usize)?;
    let judgement = snapshot.judgement(target.reference()?);
    if judgement.as_ref().is_some_and(|judgement| judgement.verdict != Verdict::Unchecked) {
        return None;
    }
    let failed = judgement
        .is_some_and(|judgement| judgement.consulted.iter().any(|one| one.outcome == Outcome::Error));
    let (title, command) = match snapshot.network(file) {
        Network::Ask => (ASK_AND_LOOK_UP, Command::AllowNetwork),
        Network::Allow if failed => (LOOK_UP_AGAIN, Command::VerifyAll),
        Network::Allow | Network::Deny => return None,
    };
    Some(CodeAction {
        title: title.text(snapshot.interface_language()).to_owned(),
        kind: ActionKind::QuickFix,
        preferred: false,
        finding: None,
        edits: Vec::new(),
        command: Some(command),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, paper};

    fn actions(fixture: &Fixture, kind: ActionKind) -> Vec<CodeAction> {
        let range = Span::at(fixture.offset);
        code_actions(
            &fixture.snapshot,
            &fixture.file,
            range,
            &|other| other == kind,
            &CancellationToken::new(),
        )
        .unwrap_or_default()
    }

    #[test]
    fn an_undefined_key_can_be_replaced_by_the_nearest_one_or_suppressed() {
        let fixture = paper("As shown by others [@smih$0t2020].\n");
        let found = actions(&fixture, ActionKind::QuickFix);
        let nearest = found.iter().find(|action| action.title.contains("smith2020")).expect("a fix");
        assert!(fixture.after("paper.md", &nearest.edits).ends_with("[@smith2020].\n"));
        let suppression =
            found.iter().find(|action| action.title.starts_with("Ignore this finding")).expect("a silence");
        assert!(
            fixture
                .after("paper.md", &suppression.edits)
                .contains("<!-- referee:ignore citation/undefined-key -->"),
            "{:?}",
            suppression.edits
        );
    }

    #[test]
    fn a_fix_that_a_cell_of_a_notebook_cannot_hold_is_not_offered_and_keeps_no_other_back() {
        let json = r#"{"cells": [{"cell_type": "markdown", "source": [
            "---\n", "bibliography: refs.bib\n", "---\n", "\n",
            "As shown [@smith2020; ", "@smiht2020].\n", "\n", "Others did so too (p = 0.000)."]}]}"#;
        let bibliography =
            "@article{smith2020, title = {On walking}, author = {Smith, Ann}, year = {2020}}\n";
        let mut fixture = Fixture::of(&[("walk.ipynb", json), ("refs.bib", bibliography)]);
        fixture.offset = json.find("@smiht2020").expect("the key") + 1;
        let found = actions(&fixture, ActionKind::QuickFix);
        let offered = |words: &str| found.iter().any(|action| action.title.contains(words));
        assert!(offered("smith2020") && !offered("Remove"), "{found:?}");
        let all = actions(&fixture, ActionKind::FixAll);
        assert!(all.iter().any(|action| action.edits.iter().any(|edit| edit.text == "0.001")), "{all:?}");
    }

    #[test]
    fn a_key_that_is_an_identifier_leads_to_its_work_until_a_bibliography_has_that_key() {
        let fixture = paper("As shown [@doi:10.5555/exa$0mple.1; @pmid:123].\n");
        assert!(actions(&fixture, ActionKind::QuickFix).is_empty());
        let bare = bare_identifier(&fixture.snapshot, &fixture.file, fixture.offset).expect("an identifier");
        assert_eq!(bare.label, "doi:10.5555/example.1");
        let links =
            crate::document_link::document_links(&fixture.snapshot, &fixture.file, &CancellationToken::new());
        assert_eq!(links.map(|links| links.len()), Some(2));

        let fixture = Fixture::new(
            "//- refs.bib\n@article{doi:10.5555/own, title={Own}}\n//- paper.tex\n\\addbibresource{refs.bib}\n\\cite{doi:10.5555/o$0wn}\n",
        );
        let target = CursorTarget::at(&fixture.snapshot, &fixture.file, fixture.offset).expect("a citation");
        assert_eq!(
            target.reference().map(|reference| reference.origin),
            Some(referee_citations::Origin::Entry)
        );
        assert!(actions(&fixture, ActionKind::QuickFix).is_empty());
    }

    #[test]
    fn a_suppression_in_a_bibliography_stands_above_the_entry() {
        let fixture = Fixture::new("//- refs.bib\n@article{a,\n  doi = {10.1056$0NEJM}\n}\n");
        let found = actions(&fixture, ActionKind::QuickFix);
        let suppression =
            found.iter().find(|action| action.title.starts_with("Ignore this finding")).expect("a silence");
        assert_eq!(
            fixture.after("refs.bib", &suppression.edits),
            "% referee:ignore citation/malformed-identifier\n@article{a,\n  doi = {10.1056NEJM}\n}\n"
        );
    }

    #[test]
    fn a_suppression_that_needs_a_reason_asks_for_it() {
        let fixture = Fixture::new(
            "//- ward.note.md\n---\nreferee:\n  kind: clinical-note\n---\n\nAllergies: penicillin (rash).\n\nPlan: start amox$0icillin 500 mg three times a day.\n",
        );
        let titles: Vec<String> =
            actions(&fixture, ActionKind::QuickFix).into_iter().map(|action| action.title).collect();
        let expected = "Ignore this finding (medication/allergy-conflict); write your reason after the rule";
        assert!(titles.iter().any(|title| title == expected), "{titles:?}");
    }

    #[test]
    fn an_action_that_was_chosen_is_found_again_in_a_later_text() {
        let title = {
            let fixture = paper("[@smih$0t2020]\n");
            actions(&fixture, ActionKind::QuickFix)[0].title.clone()
        };
        let later = paper("Some more words.\n\n[@smih$0t2020]\n");
        let found = resolve(
            &later.snapshot,
            &later.file,
            Span::at(later.offset),
            ActionKind::QuickFix,
            &title,
            &CancellationToken::new(),
        );
        assert!(found.is_some());
    }

    #[test]
    fn a_place_without_findings_has_no_fixes() {
        assert!(actions(&paper("As sho$0wn by others [@smith2020].\n"), ActionKind::QuickFix).is_empty());
    }
}
