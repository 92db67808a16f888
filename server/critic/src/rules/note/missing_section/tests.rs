use crate::rules::testing::{fixed, manuscript, note, places};
use crate::{Profile, Setting};
use referee_syntax::Format;

const ID: &str = "note/missing-section";

#[test]
fn the_missing_headings_are_added_at_the_end() {
    let setting = Setting { profile: Some(Profile::Soap), ..note() };
    let text = "## Subjective\n\nCough.\n\n## Objective\n\nClear.\n";
    assert_eq!(places(ID, Format::Markdown, text, &setting), ["## Subjective"]);
    let fixes = fixed(ID, Format::Markdown, text, &setting);
    let added = format!("{text}\n## Assessment\n\n## Plan\n");
    assert_eq!(fixes.first().map(|fix| fix.2.clone()), Some(added));
}

#[test]
fn without_a_profile_and_in_manuscripts_there_is_nothing_to_say() {
    assert!(places(ID, Format::Markdown, "Cough.", &note()).is_empty());
    let setting = Setting { profile: Some(Profile::Soap), ..manuscript() };
    assert!(places(ID, Format::Markdown, "Cough.", &setting).is_empty());
}
