//! Tests that removing a citation from a sentence leaves its claim to no other citation.

use crate::world::World;
use proptest::prelude::*;
use referee_syntax::{Mode, Target};
use std::ops::Range;

const INVENTED: &str = "nobody1999";
const BIB: &str = "@book{smith2020, title={S}}\n@book{roe2021, title={R}}\n@book{poe2022, title={P}}\n";

/// A part of a sentence.
#[derive(Debug, Clone)]
enum Part {
    /// This number of words.
    Words(usize),
    /// A work as the subject of the sentence.
    Subject(&'static str),
    /// Works in brackets; the flag adds a page of the first, if the format supports it.
    Bracketed(Vec<&'static str>, bool),
}

fn part(works: &'static [&'static str]) -> impl Strategy<Value = Part> {
    let one = prop::sample::select(works);
    prop_oneof![
        3 => (1usize..4).prop_map(Part::Words),
        2 => one.prop_map(Part::Subject),
        3 => (prop::sample::subsequence(works.to_vec(), 1..=works.len()).prop_shuffle(), any::<bool>())
            .prop_map(|(works, page)| Part::Bracketed(works, page)),
    ]
}

/// Generates sentences in which one place cites the invented work.
fn sentences() -> impl Strategy<Value = Vec<Part>> {
    let known = || prop::collection::vec(part(&["smith2020", "roe2021", "poe2022"]), 0..5);
    let invented =
        part(&["smith2020", INVENTED, "roe2021"]).prop_filter("cites the invented work", |part| match part {
            Part::Words(_) => false,
            Part::Subject(work) => *work == INVENTED,
            Part::Bracketed(works, _) => works.contains(&INVENTED),
        });
    (known(), invented, known()).prop_map(|(mut before, invented, after)| {
        before.push(invented);
        before.extend(after);
        before
    })
}

/// Returns the draft with these parts. All words are different; some end a sentence.
fn draft(format: &str, parts: &[Part]) -> String {
    let mut number = 0;
    let rendered: Vec<String> = parts
        .iter()
        .map(|part| match part {
            Part::Words(count) => {
                let words: Vec<String> = (0..*count)
                    .map(|_| {
                        number += 1;
                        format!("w{number}{}", if number % 4 == 0 { "." } else { "" })
                    })
                    .collect();
                words.join(" ")
            }
            Part::Subject(work) => match format {
                "md" => format!("@{work}"),
                "tex" => format!("\\citet{{{work}}}"),
                "typ" => format!("#cite(<{work}>, form: \"prose\")"),
                "org" => format!("[cite/t:@{work}]"),
                _ => format!(":cite:t:`{work}`"),
            },
            Part::Bracketed(works, page) => match format {
                "md" => {
                    let works: Vec<String> = works.iter().map(|work| format!("@{work}")).collect();
                    let works = works.join("; ");
                    if *page {
                        format!("[{}]", works.replacen(';', ", p. 3;", 1))
                    } else {
                        format!("[{works}]")
                    }
                }
                "tex" => format!("\\citep{}{{{}}}", if *page { "[p.~3]" } else { "" }, works.join(",")),
                "typ" => works.iter().map(|work| format!("@{work}")).collect::<Vec<_>>().join(" "),
                "org" => {
                    let works: Vec<String> = works.iter().map(|work| format!("@{work}")).collect();
                    format!("[cite:{}]", works.join(";"))
                }
                _ => format!(":cite:p:`{}`", works.join(",")),
            },
        })
        .collect();
    let text = format!("Start {} end.\n", rendered.join(" "));
    match format {
        "org" => format!("#+bibliography: refs.bib\n\n{text}"),
        "rst" => format!("{text}\n.. bibliography:: refs.bib\n"),
        _ => text,
    }
}

/// Returns each citation of a known work, with the words back to the previous citation or mark, and
/// those up to the next one.
fn claims(world: &World, name: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let cited: Vec<(Range<usize>, String)> = world.around(name, |context| {
        let draft = context.draft.expect("a draft");
        let key = |target: &Target| match target {
            Target::Key(key) => key.to_string(),
            other => panic!("no key: {other:?}"),
        };
        draft
            .citations()
            .map(|cited| cited.to_citation())
            .filter(|citation| citation.mode != Mode::Hidden)
            .map(|citation| (citation.group.range(), key(&citation.target)))
            .collect()
    });
    let text = world.full_text(name);
    let mut bounds: Vec<Range<usize>> = cited.iter().map(|(group, _)| group.clone()).collect();
    bounds.extend(text.match_indices("citation needed").map(|(at, mark)| at..at + mark.len()));
    bounds.sort_by_key(|bound| bound.start);
    let words = |from: usize, to: usize| -> Vec<String> {
        let words = text[from..to.max(from)].split(|c: char| !c.is_ascii_alphanumeric());
        words
            .filter(|word| word.starts_with('w') && word[1..].parse::<u32>().is_ok())
            .map(str::to_owned)
            .collect()
    };
    let claim = |(group, key): &(Range<usize>, String)| {
        let before = bounds.iter().rfind(|bound| bound.end <= group.start).map_or(0, |bound| bound.end);
        let after =
            bounds.iter().find(|bound| bound.start >= group.end).map_or(text.len(), |bound| bound.start);
        (key.clone(), words(before, group.start), words(group.end, after))
    };
    cited.iter().filter(|(_, key)| key != INVENTED).map(claim).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn no_citation_gains_a_claim(parts in sentences(), format in prop::sample::select(vec!["md", "tex", "typ", "org", "rst"])) {
        let name = format!("paper.{format}");
        let text = draft(format, &parts);
        let world = World::of(&[("refs.bib", BIB), (&name, &text)]);
        let finding = world.finding(&name, "citation/undefined-key");
        let fixes = world.fixes(&name, &finding);
        let removal = fixes.iter().find(|fix| fix.title.starts_with("Re") && fix.title.contains("the citation of"));
        let Some(removal) = removal else {
            // `@smith2020 [@nobody1999]` is one citation in Markdown, which cannot be split.
            prop_assert!(format == "md" && text.contains(" ["), "no removal for {}: {:?}", text, fixes);
            return Ok(());
        };
        let after = world.after(&removal.edits);
        let written = after.text(&name);
        prop_assert!(!written.contains(INVENTED), "{}", written);
        prop_assert_eq!(claims(&world, &name), claims(&after, &name), "{} became {}", text, written);
        let is_marked = written.contains("[citation needed") ;
        prop_assert_eq!(is_marked, removal.title.contains("[citation needed]"), "{}: {}", removal.title, written);
    }
}
