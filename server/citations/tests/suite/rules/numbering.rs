//! Tests the rules `citation/uncited-item` and `citation/out-of-order`.

use crate::world::World;

const UNCITED: &str = "citation/uncited-item";
const ORDER: &str = "citation/out-of-order";

/// Returns a draft with a text and a numbered list of eight references.
fn draft(text: &str) -> String {
    let items: Vec<String> = (1..=8)
        .map(|n| {
            format!("{n}. Doe J, Roe R. Work number {n} on sleep and its care. J Sleep. 20{n:02};{n}:1-9.")
        })
        .collect();
    format!("# On sleep\n\n{text}\n\n## References\n\n{}\n", items.join("\n"))
}

fn said(rule: &str, text: &str) -> Vec<String> {
    let draft = draft(text);
    let world = World::of(&[("paper.md", &draft)]);
    world.findings_of("paper.md", rule).into_iter().map(|finding| finding.message.clone()).collect()
}

#[test]
fn an_item_that_no_number_cites_is_told_at_the_item() {
    let found = said(UNCITED, "Sleep helps [1,2]. So does rest [4-6]. Walks too [7, 8].");
    assert_eq!(found, ["Nothing in the text cites [3]. Cite it, or take it out of the list."]);
}

#[test]
fn nothing_is_told_of_a_list_that_is_cited_in_full_or_hardly_at_all() {
    for text in ["Sleep helps [1-8].", "Sleep helps [1,2] and rest [3].", "No citation yet."] {
        assert_eq!(said(UNCITED, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_number_that_is_cited_before_a_lower_one_is_told() {
    let found =
        said(ORDER, "Sleep helps [1,2], so does walking [4]. Reading does not [3]. Rest [5-7], food [8].");
    assert_eq!(
        found,
        [
            "[4] is cited before [3]; the other references are numbered in the order of citation. Renumber them."
        ]
    );
}

#[test]
fn lists_in_the_order_of_citation_and_lists_by_name_are_left_alone() {
    for text in [
        "Sleep helps [1,2], so does walking [3]. Reading does not [4]. Rest [5-7], food [8].",
        "Sleep helps [1,2], as said [1]. Walks [3], then [2]; [4,5] and [6-8].",
        "Sleep [7]. Walks [2]. Food [5]. Rest [1]. Air [8]. Sun [3]. Rain [6]. Wind [4].",
        "Sleep helps [2,1]. Walks [3-8].",
    ] {
        assert_eq!(said(ORDER, text), Vec::<String>::new(), "{text}");
    }
}

/// The text before and after a number that is cited after a subject.
const STYLES: [(&str, &str); 6] = [
    (" ", ""),
    (" in one trial ", ""),
    (" as was shown before ", ""),
    (", they say ", ","),
    (" según un estudio ", ""),
    (" (see ", ")"),
];

/// Returns a text that cites the numbers in this order, one per sentence.
fn cited(order: &[u32], (before, behind): (&str, &str)) -> String {
    const SUBJECTS: [&str; 8] = [
        "Sleep helps",
        "Walking helps",
        "Rest helps",
        "Food matters",
        "Air matters",
        "Sun matters",
        "Rain matters",
        "Wind matters",
    ];
    let sentences: Vec<String> = order
        .iter()
        .zip(SUBJECTS.iter().cycle())
        .map(|(number, subject)| format!("{subject}{before}[{number}]{behind}."))
        .collect();
    sentences.join(" ")
}

#[test]
fn every_gap_and_every_swap_is_told_in_many_wordings_and_nothing_of_lists_in_order() {
    // The text, whether an item is uncited, whether a number comes too early.
    let mut cases: Vec<(String, bool, bool)> = Vec::new();
    let all: Vec<u32> = (1..=8).collect();
    for style in STYLES {
        for missing in 1..=8 {
            let order: Vec<u32> = all.iter().copied().filter(|number| *number != missing).collect();
            cases.push((draft(&cited(&order, style)), true, false));
        }
        for at in 0..7 {
            let mut order = all.clone();
            order.swap(at, at + 1);
            cases.push((draft(&cited(&order, style)), false, true));
        }
        for again in 0..=8_u32 {
            let mut order = all.clone();
            order.extend((again > 0).then_some(again));
            cases.push((draft(&cited(&order, style)), false, false));
        }
        for (at, again) in (1..=8).zip([1, 1, 2, 3, 4, 5, 6, 7]) {
            let mut order = all.clone();
            order.insert(at, again);
            cases.push((draft(&cited(&order, style)), false, false));
        }
    }
    let count = |wanted: fn(&(String, bool, bool)) -> bool| cases.iter().filter(|case| wanted(case)).count();
    assert!(count(|case| case.1) >= 40 && count(|case| case.2) >= 40);
    assert!(count(|case| !case.1 && !case.2) >= 80);
    let names: Vec<String> = (0..cases.len()).map(|at| format!("paper{at}.md")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().zip(&cases).map(|(name, (text, ..))| (name.as_str(), text.as_str())).collect();
    let world = World::of(&files);
    for (name, (text, is_uncited, is_early)) in names.iter().zip(&cases) {
        let found = world.findings(name);
        let has = |rule: &str| found.iter().any(|finding| finding.rule == rule);
        assert_eq!((has(UNCITED), has(ORDER)), (*is_uncited, *is_early), "{text}");
    }
}
