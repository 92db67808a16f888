use super::*;
use crate::{Kind, Scope, Severity};
use proptest::prelude::*;

const fn rule(id: &'static str, needs_reason: bool) -> Rule {
    Rule {
        id,
        summary: "",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason,
        kinds: &[],
        documentation: "",
    }
}
static DIFFERS: Rule = rule("citation/differs", false);
static RETRACTED: Rule = rule("citation/retracted", false);
static ZERO: Rule = rule("medication/trailing-zero", true);
const fn kind(id: &'static str) -> Kind {
    Kind { id, summary: "", documentation: "" }
}
static CLASH: Rule =
    Rule { kinds: &[kind("note/clash.side"), kind("note/clash.age")], ..rule("note/clash", true) };

/// Reviews a text that contains findings wherever the id of a rule is in brackets, and applies its
/// comments.
fn review_where(text: &str, ran: &dyn Fn(&str) -> bool, unit: &dyn Fn(Span) -> Option<Span>) -> Applied {
    let rope = Rope::from_str(text);
    let rules: Vec<&Rule> = vec![&DIFFERS, &RETRACTED, &ZERO, &CLASH];
    let mut findings = Vec::new();
    for (rule, id) in rules.iter().flat_map(|rule| rule.ids().map(move |id| (rule, id))) {
        for (start, found) in text.match_indices(&format!("[{id}]")) {
            findings.push(Finding {
                rule: rule.id,
                kind: rule.kind(id).map(|kind| kind.id),
                severity: Severity::Warning,
                span: Span::new(start, start + found.len()),
                message: String::new(),
                related: Vec::new(),
                data: Data::default(),
                tag: None,
            });
        }
    }
    let suppressions = crate::suppression::scan(&rope);
    apply(
        findings,
        &suppressions,
        &SuppressionContext { text: &rope, unit, rules: &rules, ran, language: Language::English },
    )
}

fn review(text: &str) -> Applied {
    review_where(text, &|_| true, &|_| None)
}

#[test]
fn a_comment_on_its_own_line_silences_the_next_line_with_text_and_no_other() {
    let out = review("% referee:ignore citation/differs\n\n a [citation/differs]\n b [citation/differs]\n");
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (1, 1, 0));
    assert_eq!(out.kept[0].span.start, 60);
}

#[test]
fn a_comment_about_a_kind_silences_that_kind_alone() {
    let out = review("% referee:ignore note/clash.side checked\n[note/clash.side] [note/clash.age]\n");
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (1, 1, 0));
    assert_eq!(out.kept[0].id(), "note/clash.age");
    let out = review("% referee:ignore note/clash checked\n[note/clash.side] [note/clash.age]\n");
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (2, 0, 0));
}

#[test]
fn a_comment_about_a_kind_needs_a_reason_if_its_rule_does() {
    let out = review("% referee:ignore note/clash.side\n[note/clash.side]\n");
    assert_eq!((out.suppressed.len(), out.kept.len()), (0, 1));
    assert_eq!(out.reports[0].data.more["comment"], "no-reason");
}

#[test]
fn an_unknown_kind_is_reported_as_an_unknown_rule() {
    let out = review("% referee:ignore note/clash.sides checked\n[note/clash.side]\n");
    assert_eq!(out.reports[0].data.more["comment"], "unknown-rule");
    assert_eq!(out.reports[0].data.more["nearest"], "note/clash.side");
    let out = review("% referee:ignore note/clash.age checked\n[note/clash.side]\n");
    assert_eq!(out.reports[0].data.more["comment"], "unused");
}

#[test]
fn a_comment_behind_text_silences_its_own_line() {
    let out = review("a [citation/differs] % referee:ignore citation/differs\nb [citation/differs]\n");
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (1, 1, 0));
    assert!(out.suppressed[0].span.start < 10);
}

#[test]
fn comments_above_each_other_silence_the_same_line() {
    let out = review(
        "% referee:ignore citation/differs\n% referee:ignore citation/retracted\n[citation/differs] [citation/retracted]\n",
    );
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (2, 0, 0));
}

#[test]
fn a_region_ends_where_it_says_and_runs_to_the_end_of_the_file_where_it_does_not() {
    let out = review(
        "% referee:ignore-start citation/*\n[citation/differs]\n% referee:ignore-end\n[citation/differs]\n",
    );
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (1, 1, 0));
    let out = review(
        "[citation/differs]\n% referee:ignore-start citation/*\n[citation/differs]\nx\n[citation/differs]\n",
    );
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (2, 1, 0));
}

#[test]
fn an_end_that_names_rules_closes_the_region_of_those_rules() {
    let out = review(
        "% referee:ignore-start citation/differs\n% referee:ignore-start citation/retracted\n[citation/differs][citation/retracted]\n% referee:ignore-end citation/differs\n[citation/differs][citation/retracted]\n",
    );
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (3, 1, 0));
}

#[test]
fn the_whole_file_is_silenced_from_anywhere_in_it() {
    let out = review("[citation/differs]\n% referee:ignore-file citation/differs\n[citation/differs]\n");
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (2, 0, 0));
}

#[test]
fn a_silence_that_silences_nothing_is_reported() {
    let out = review("% referee:ignore citation/differs\nfine\n");
    assert_eq!(out.reports.len(), 1);
    assert_eq!(out.reports[0].rule, "configuration/unused-silence");
    assert!(
        out.reports[0].message.contains("`citation/differs` finds nothing"),
        "{}",
        out.reports[0].message
    );
}

#[test]
fn of_several_rules_only_the_one_without_effect_is_reported() {
    let out = review("% referee:ignore citation/differs, citation/retracted why\n[citation/differs]\n");
    assert_eq!(out.reports.len(), 1);
    assert_eq!(out.reports[0].data.more["rule"], "citation/retracted");
}

#[test]
fn a_silence_of_a_rule_that_did_not_run_is_not_called_unused() {
    let out = review_where("% referee:ignore citation/differs\nfine\n", &|_| false, &|_| None);
    assert!(out.reports.is_empty());
}

#[test]
fn a_rule_that_needs_a_reason_is_silenced_only_with_one() {
    let out = review("% referee:ignore medication/trailing-zero\n[medication/trailing-zero]\n");
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (0, 1, 1));
    assert!(out.reports[0].message.contains("only with a reason"));
    let out = review(
        "% referee:ignore medication/trailing-zero quoted from the label\n[medication/trailing-zero]\n",
    );
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (1, 0, 0));
}

#[test]
fn an_unknown_rule_is_reported_with_the_nearest_one() {
    let out = review("% referee:ignore citation/difers\n[citation/differs]\n");
    assert_eq!((out.kept.len(), out.reports.len()), (1, 1));
    assert_eq!(out.reports[0].data.more["nearest"], "citation/differs");
    let out = review("% referee:ignore retracted\nx\n");
    assert_eq!(out.reports[0].data.more["nearest"], "citation/retracted");
    let out = review("% referee:ignore weather/rain\nx\n");
    assert!(!out.reports[0].data.more.contains_key("nearest"));
}

#[test]
fn a_comment_without_a_rule_and_an_end_without_a_start_are_reported() {
    assert_eq!(review("% referee:ignore\n[citation/differs]\n").reports[0].data.more["comment"], "no-rule");
    assert_eq!(review("% referee:ignore-end\n").reports[0].data.more["comment"], "no-start");
}

#[test]
fn reports_names_comments_can_be_silenced_themselves() {
    let out = review(
        "% referee:ignore-file configuration/unused-silence kept for the next draft\n% referee:ignore citation/differs\nfine\n",
    );
    assert!(out.reports.is_empty(), "{:?}", out.reports);
}

#[test]
fn a_comment_above_an_entry_silences_the_whole_entry() {
    let text = "% referee:ignore citation/differs\n@a{x,\n [citation/differs]\n}\n[citation/differs]\n";
    let entry = Span::new(34, text.find("}\n").unwrap_or(0) + 1);
    let out = review_where(text, &|_| true, &|line| entry.contains(line).then_some(entry));
    assert_eq!((out.suppressed.len(), out.kept.len(), out.reports.len()), (1, 1, 0));
}

proptest! {
    #[test]
    fn no_finding_is_lost_or_made_up(lines in prop::collection::vec(0usize..9, 0..30)) {
        let parts = ["", "text", "[citation/differs]", "[citation/retracted] [medication/trailing-zero]",
            "% referee:ignore citation/differs", "x % referee:ignore citation/* y",
            "% referee:ignore-start medication/* z", "% referee:ignore-end", "% referee:ignore-file citation/retracted"];
        let text: Vec<&str> = lines.iter().map(|line| parts[*line]).collect();
        let text = text.join("\r\n");
        let out = review(&text);
        let real = out.suppressed.iter().filter(|finding| finding.rule != UNUSED.id).count();
        prop_assert_eq!(out.kept.len() + real, text.matches('[').count());
    }
}
