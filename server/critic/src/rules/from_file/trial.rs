//! Explains why a rule that is a file reports on a text or does not.

use super::check::{facts, mentions_in_draft};
use super::compiled::{COMPILED, Compiled, Wanted};
use super::mention::{self, Mention, Stop};
use crate::Draft;
use crate::rules::medication::frames::patient_fact;
use referee_knowledge::rules::{Person, Reach, Said, Target};

/// Returns a line for each place at which a frame of a rule is, and for each frame that is nowhere; `None` if the rule
/// is not a file.
pub(crate) fn explain(id: &str, draft: &Draft<'_>) -> Option<Vec<String>> {
    let rule = COMPILED.iter().find(|rule| rule.file.id == id)?;
    let mentions = mentions(rule, draft);
    let mut out = vec![format!("{}, within one {}", rule.file.file, in_words(rule.file.scope))];
    for (at, frame) in rule.frames.iter().enumerate() {
        let key = if frame.is_exception { "unless" } else { "when" };
        let name = format!("{key}.{}", frame.frame.name);
        if let Wanted::Patient(conditions) = &frame.wanted {
            let Target::Patient(condition) = &frame.frame.target else { continue };
            let place = patient_fact(draft, conditions).map(|fact| fact.place.and_then(|at| draft.text(at)));
            out.push(match place {
                Some(Some(words)) => format!("{name}: `{condition}` holds, by `{words}`"),
                Some(None) => format!("{name}: `{condition}` holds"),
                None => format!("{name}: `{condition}` does not hold"),
            });
            continue;
        }
        let own: Vec<&Mention> = mentions.iter().filter(|mention| mention.frame == at).collect();
        if own.is_empty() {
            out.push(format!("{name}: nothing found"));
        }
        for mention in own {
            let words = draft.text(mention.span).unwrap_or_default();
            out.push(match mention.stop {
                None if frame.is_exception => {
                    format!(
                        "{name}: `{words}` keeps the rule silent within one {}",
                        in_words(frame.frame.scope)
                    )
                }
                None => format!("{name}: `{words}` counts"),
                Some(stop) => format!("{name}: `{words}` does not count: {}", reason(stop, mention, draft)),
            });
        }
    }
    if facts(rule, draft).is_none() {
        out.push("a condition about the patient keeps the rule silent".to_owned());
    }
    Some(out)
}

fn mentions(rule: &'static Compiled, draft: &Draft<'_>) -> Vec<Mention> {
    if rule.is_of_draft() {
        return mentions_in_draft(rule, draft).0;
    }
    let in_block = draft.blocks().flat_map(|block| {
        mention::in_block(rule, &block, true).into_iter().map(move |mention| mention.shifted(block.start))
    });
    in_block.collect()
}

fn in_words(reach: Reach) -> &'static str {
    match reach {
        Reach::Sentence => "sentence",
        Reach::Item => "item",
        Reach::Paragraph => "paragraph",
        Reach::Section => "section",
        Reach::Note => "note",
    }
}

fn reason(stop: Stop, mention: &Mention, draft: &Draft<'_>) -> String {
    match stop {
        Stop::Said(said, cue) => {
            let said = match said {
                Said::Confirmed => "confirmed",
                Said::Past => "past",
                Said::Possible => "possible",
                Said::Planned => "planned",
                Said::Negated => "negated",
            };
            let block = draft.at(mention.span.start as usize);
            let cue = cue.zip(block).map(|(cue, block)| block.slice(cue).to_owned());
            let by = cue.map_or(String::new(), |cue| format!(" by `{cue}`"));
            format!("it is {said}{by}, which `said` of the frame does not list")
        }
        Stop::Person(Person::Relative) => "it concerns a relative".to_owned(),
        Stop::Person(_) => "it concerns the patient".to_owned(),
        Stop::Section(section) => {
            format!("it is in the section {section:?}, which `sections` of the frame does not list")
        }
    }
}
