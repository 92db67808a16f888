//! Derives what the programs do with a place, and the severity.

use super::super::definition::Remark;
use super::super::wording;
use referee_bibliography::misreading::{Consequence, DAMAGED, Effect, Row};
use referee_bibliography::{Program, Programs, RepeatedField};
use referee_findings::{Data, Severity};
use referee_text::{Language, Message};

/// Returns the severity of an effect.
fn severity(effect: Effect) -> Severity {
    match effect {
        Effect::Stops | Effect::StopsAtEntry | Effect::DropsEntry => Severity::Error,
        Effect::OtherWork | Effect::OtherAuthor | Effect::NoYear | Effect::Complains => Severity::Warning,
        Effect::LosesField => Severity::Information,
    }
}

/// The effects of a kind of place on the programs of a draft, with the severity.
pub(super) struct ProgramEffects {
    consequences: Vec<&'static Consequence>,
    severity: Severity,
    /// The value that is looked up if a field occurs twice; `None` if drafts of several programs
    /// differ in that.
    looked_up: Option<RepeatedField>,
}

impl ProgramEffects {
    /// Returns `None` if the programs read the place as intended. If it is not known which program
    /// builds the draft, a place counts only if no program reads it as intended, with the severity
    /// of the mildest effect.
    pub(super) fn of(row: &'static Row, programs: Programs) -> Option<ProgramEffects> {
        if programs.is_empty() {
            let consequences: Vec<_> = row.for_programs(Programs::all()).collect();
            let effect = consequences.iter().map(|one| one.effect).min()?;
            let (severity, looked_up) = (severity(effect), Some(programs.repeated_field()));
            return row.is_for_all().then_some(ProgramEffects { consequences, severity, looked_up });
        }
        let consequences: Vec<_> = row.for_programs(programs).collect();
        let effect = consequences.iter().map(|one| one.effect).max()?;
        // Each draft is looked up as its own program prints it.
        let differs = programs.contains(Program::Bibtex) && !programs.is_only(Program::Bibtex);
        let looked_up = (!differs).then(|| programs.repeated_field());
        Some(ProgramEffects { consequences, severity: severity(effect), looked_up })
    }

    /// Returns whether the place affects more than the reference itself.
    pub(super) fn is_of_file(&self) -> bool {
        self.consequences.iter().any(|one| one.effect.is_of_file())
    }
}

/// Returns the remark about a place of the kind `row`; `words` is inserted into its text.
pub(super) fn remark(row: &'static Row, words: &str, effects: &ProgramEffects, key: Option<&str>) -> Remark {
    let message = Message::written(|language| {
        let fact = row.fact.text(language).replace("{}", words);
        let advice = row.advice.text(language);
        let looked_up = match effects.looked_up.filter(|_| row.id == "field-twice") {
            Some(RepeatedField::First) => language.pick(" The first is looked up.", " Se busca el primero."),
            Some(RepeatedField::Last) => language.pick(" The last is looked up.", " Se busca el último."),
            None => "",
        };
        format!("{fact}. {}.{looked_up} {advice}", consequences(&effects.consequences, language))
    });
    let programs: Vec<&str> = effects.consequences.iter().map(|one| one.program.name()).collect();
    let data = Data {
        key: key.map(str::to_owned),
        more: [("row", row.id.to_owned()), ("programs", programs.join(", "))].into(),
    };
    Remark { message, severity: Some(effects.severity), data, ..Remark::default() }
}

/// Joins the consequences into a clause: “With Biber 2.22 the field is lost; with Typst 0.15.2 no
/// entry of the file is read”.
fn consequences(all: &[&Consequence], language: Language) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for consequence in all {
        let words = consequence.words.text(language);
        let name = Program::name(consequence.program).to_owned();
        match groups.iter_mut().find(|(known, _)| *known == words) {
            Some((_, names)) => names.push(name),
            None => groups.push((words, vec![name])),
        }
    }
    let clauses: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(at, (words, names))| {
            let with = match at {
                0 => language.pick("With", "Con"),
                _ => language.pick("with", "con"),
            };
            format!("{with} {} {words}", wording::list(language, names))
        })
        .collect();
    clauses.join("; ")
}

/// Returns a sentence about what the programs do with a damaged entry; about all programs if it is
/// not known which one builds the draft.
#[must_use]
pub fn consequence_of_damage(programs: Programs) -> Message {
    let programs = if programs.is_empty() { Programs::all() } else { programs };
    let all: Vec<&Consequence> = DAMAGED.for_programs(programs).collect();
    Message::written(|language| format!("{}.", consequences(&all, language)))
}
