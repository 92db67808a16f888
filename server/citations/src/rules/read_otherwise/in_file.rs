//! Finds places in a .bib or .ris file that some program reads differently.

use super::super::context::RuleContext;
use super::super::definition::{Anchor, Remark};
use super::super::files::BibliographyFile;
use super::program_effects::{ProgramEffects, remark};
use crate::edits::{self, nearest_keys};
use referee_bibliography::bibtex::Surroundings;
use referee_bibliography::{Entry, FieldName, Format, ListFormat, Misreading, Program, edit};
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_records::source_name;
use referee_syntax::Target;
use referee_text::{Message, Span, TextEdit};
use std::collections::HashSet;
use std::sync::Arc;

pub(super) fn check(context: &RuleContext<'_>, file: &BibliographyFile) -> Vec<Remark> {
    let cited = CitedKeys::of(context, file);
    misreadings(context, file)
        .iter()
        .filter_map(|misreading| {
            let effects = ProgramEffects::of(misreading.row, context.programs)?;
            let key = misreading.key.as_deref().filter(|key| !key.is_empty());
            if !effects.is_of_file() && !key.is_none_or(|key| cited.holds(key)) {
                return None;
            }
            if misreading.row.id == "crossref-before-child" && cited.is_read_already(file, misreading.span) {
                return None;
            }
            let remark = remark(misreading.row, &misreading.value, &effects, key);
            Some(Remark { place: Anchor::Span(misreading.span), ..remark })
        })
        .collect()
}

/// Returns every place of a file that some program reads differently.
fn misreadings(context: &RuleContext<'_>, file: &BibliographyFile) -> Vec<Misreading> {
    let bibliography = &file.bibliography;
    if !matches!(bibliography.format(), Format::Bibtex | Format::List(ListFormat::Ris)) {
        return Vec::new();
    }
    let others = || context.bibliographies.iter().filter(|other| other.file != file.file);
    let defines = |name: &str| others().any(|other| other.bibliography.defines_abbreviation(name));
    let entry = |key: &str| others().any(|other| other.bibliography.get(key).is_some());
    let around = Surroundings { is_alone: context.drafts.is_empty(), defines: &defines, entry: &entry };
    let mut all = bibliography.misreadings(&around);
    let found: Vec<Arc<[Misreading]>> =
        context.entry_cache.misreadings.of_all(bibliography.entries(), |entry| entry.misreadings().into());
    for (entry, found) in bibliography.entries().zip(found) {
        all.extend(found.iter().map(|misreading| {
            let mut misreading = misreading.clone().shift(entry.span().start as usize);
            misreading.key = Some(entry.key().to_owned());
            misreading
        }));
    }
    all
}

/// The keys that the drafts cite.
struct CitedKeys<'a> {
    /// The cited keys; `None` if every entry counts as cited.
    keys: Option<HashSet<&'a str>>,
    /// Further cited keys: of entries that others inherit from, of entries cited by another key,
    /// and the cited keys in lower case if BibTeX builds the draft.
    more: HashSet<String>,
}

impl<'a> CitedKeys<'a> {
    fn of(context: &RuleContext<'a>, file: &BibliographyFile) -> Self {
        let mut more = HashSet::new();
        let mut keys = HashSet::new();
        let is_everything = context.drafts.is_empty()
            || !context.complete
            || context.drafts.iter().any(|draft| draft.document.cites_all());
        if is_everything {
            return CitedKeys { keys: None, more };
        }
        for draft in context.drafts {
            for cited in draft.document.citations() {
                if let Target::Key(key) = &cited.citation.target {
                    keys.insert(key.as_str());
                }
            }
        }
        if context.programs.contains(Program::Bibtex) {
            more.extend(keys.iter().map(|key| key.to_ascii_lowercase()));
        }
        for entry in file.bibliography.entries() {
            if entry.aliases().iter().any(|alias| keys.contains(alias.as_str())) {
                more.insert(entry.key().to_owned());
            }
        }
        more.extend(edit::links(&file.bibliography).into_iter().map(|(key, _)| key));
        CitedKeys { keys: Some(keys), more }
    }

    /// Returns whether BibTeX reads the parent entry of the `crossref` at `span` although it comes
    /// first: a draft cites it, or a cited entry before it refers to it too.
    fn is_read_already(&self, file: &BibliographyFile, span: Span) -> bool {
        let Some(keys) = &self.keys else { return true };
        let links = edit::links(&file.bibliography);
        let Some((parent, _)) = links.iter().find(|(_, link)| *link == span) else { return false };
        let is_parent = |key: &str| key.eq_ignore_ascii_case(parent);
        let Some(entry) = file.bibliography.entries().find(|entry| is_parent(entry.key())) else {
            return false;
        };
        let is_before = |(key, link): &&(String, Span)| is_parent(key) && link.start < entry.span().start;
        keys.iter().any(|key| is_parent(key))
            || links.iter().filter(is_before).any(|(_, link)| {
                let mut children = file.bibliography.entries();
                let child = children.find(|child| child.span().range().contains(&(link.start as usize)));
                child.is_some_and(|child| keys.iter().any(|key| key.eq_ignore_ascii_case(child.key())))
            })
    }

    fn holds(&self, key: &str) -> bool {
        self.keys.as_ref().is_none_or(|keys| keys.contains(key))
            || self.more.contains(key)
            || self.more.contains(&key.to_ascii_lowercase())
    }
}

pub(super) fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(file) = context.bibliographies.iter().find(|file| file.file == *context.file) else {
        return Vec::new();
    };
    let all = misreadings(context, file);
    let row = finding.data.more.get("row").map(String::as_str);
    let Some(misreading) = all.iter().find(|one| one.span == finding.span && Some(one.row.id) == row) else {
        return Vec::new();
    };
    if misreading.row.id == "key-sign" {
        return other_key(context, file, finding);
    }
    if misreading.row.id == "no-key" {
        return first_key(context, file, finding).into_iter().collect();
    }
    let mut out = Vec::new();
    if misreading.row.id == "others" {
        out.extend(whole_list_of_authors(context, finding));
    }
    let is_to_nothing = matches!(misreading.row.id, "crossref-to-nothing" | "xdata-to-nothing");
    if is_to_nothing {
        out.extend(near_keys(context, file, misreading));
    }
    let mut is_first = out.is_empty() && !is_to_nothing;
    let fixes = misreading.corrections.iter().map(|correction| Fix {
        title: context.say(correction.title.clone()),
        kind: if correction.is_safe { FixKind::Mechanical } else { FixKind::Chosen },
        preferred: std::mem::take(&mut is_first) && misreading.corrections.len() == 1,
        edits: correction.edits.iter().map(|edit| edits::file_edit(&file.file, edit.clone())).collect(),
    });
    out.extend(fixes);
    out
}

/// Returns the fix that writes all authors of an entry whose list is truncated, if the record of
/// the work has them.
fn whole_list_of_authors(context: &RuleContext<'_>, finding: &Finding) -> Option<Fix> {
    let (reference, judgement) = super::super::subject::judged(context, finding)?;
    let record = judgement.record.as_ref()?;
    let (own, all) = (&reference.work, &record.work);
    if all.authors_truncated || all.authors.len() <= own.authors.len() {
        return None;
    }
    let edits = edits::take_record(context, &reference, all, &[FieldName::Authors]);
    let (count, language) = (all.authors.len(), (context.language)());
    let source = source_name(language, &record.source);
    let title = language.pick(
        format!("Take all {count} authors from {source}"),
        format!("Tomar los {count} autores de {source}"),
    );
    (!edits.is_empty()).then_some(Fix { title, kind: FixKind::Chosen, preferred: true, edits })
}

/// Returns the fixes that replace a key that no entry has by a similar one.
fn near_keys(context: &RuleContext<'_>, file: &BibliographyFile, misreading: &Misreading) -> Vec<Fix> {
    let own = misreading.key.as_deref();
    let near = nearest_keys(context, &misreading.value);
    let near: Vec<_> = near.into_iter().filter(|near| Some(near.key.as_str()) != own).collect();
    let is_one = near.len() == 1;
    let fixes = near.into_iter().map(|near| Fix {
        title: context.say(Message::new(format!("Write {}", near.key), format!("Escribir {}", near.key))),
        kind: FixKind::Chosen,
        preferred: is_one,
        edits: vec![edits::file_edit(&file.file, TextEdit::new(misreading.span, near.key))],
    });
    fixes.collect()
}

/// Returns the fix that adds a key to an entry without one.
fn first_key(context: &RuleContext<'_>, file: &BibliographyFile, finding: &Finding) -> Option<Fix> {
    let (_, entry) = super::super::subject::entry_at(context, finding.span)?;
    let taken = |key: &str| context.entry(key).is_some();
    let key = edit::suggest_key(&file.bibliography, &entry.work(), &taken);
    let text = file.bibliography.text();
    let rest = text.get_byte_slice(finding.span.end as usize..)?;
    let has_comma = rest.chars().find(|c| !c.is_whitespace()) == Some(',');
    let edit = TextEdit::new(
        Span::at(finding.span.end as usize),
        if has_comma { key.clone() } else { format!("{key},") },
    );
    let title = Message::new(format!("Give it the key “{key}”"), format!("Darle la clave «{key}»"));
    let edits = vec![edits::file_edit(&file.file, edit)];
    Some(Fix { title: context.say(title), kind: FixKind::Chosen, preferred: true, edits })
}

/// Returns the fix that gives an entry, and every citation of it, a key that each program reads.
fn other_key(context: &RuleContext<'_>, file: &BibliographyFile, finding: &Finding) -> Vec<Fix> {
    let Some((_, entry)) = super::super::subject::entry_at(context, finding.span) else { return Vec::new() };
    let old = entry.key();
    let plain: String = old
        .chars()
        .map(|c| if c.is_whitespace() { '-' } else { c })
        .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '/' | '+'))
        .collect();
    if plain.is_empty() {
        return Vec::new();
    }
    let new = edits::free_key(context, &plain);
    let mut changes: Vec<FileEdit> = renamed(&entry, file, &new).into_iter().collect();
    changes.extend(edits::rename_citations(context, old, &new));
    let links = edit::links(&file.bibliography).into_iter().filter(|(key, _)| key == old);
    changes.extend(links.map(|(_, span)| FileEdit { file: file.file.clone(), span, text: new.clone() }));
    vec![Fix {
        title: context.say(Message::new(
            format!("Rename “{old}” to “{new}”, with its citations"),
            format!("Cambiar «{old}» por «{new}», con sus citas"),
        )),
        kind: FixKind::Chosen,
        preferred: true,
        edits: changes,
    }]
}

fn renamed(entry: &Entry<'_>, file: &BibliographyFile, new: &str) -> Option<FileEdit> {
    edit::rename_entry(entry, new).map(|edit| edits::file_edit(&file.file, edit))
}
