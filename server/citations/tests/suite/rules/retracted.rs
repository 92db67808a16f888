//! Tests the rule `citation/retracted`.

use crate::world::{World, record, work};
use referee_bibliography::{Date, Identifier};
use referee_findings::{Severity, Tag};
use referee_records::{Notice, NoticeKind, Record};

fn notice(kind: NoticeKind, year: i32) -> Notice {
    Notice {
        kind,
        date: Some(Date { year, month: Some(2), day: Some(3) }),
        identifiers: vec![Identifier::Pmid(20137807)],
        source: String::from("retraction-watch"),
        reason: None,
    }
}

fn world(title: &str, notices: Vec<Notice>) -> World {
    let bib =
        format!("@article{{a, title={{{title}}}, author={{Roe, Jane}}, journal={{Lancet}}, year=1998}}\n");
    let known = Record { notices, ..record(work(title, "Roe", 1998, "Lancet")) };
    World::of(&[("refs.bib", bib.as_str())]).knowing(vec![known])
}

fn said(world: &World) -> Vec<(&'static str, Severity)> {
    world.findings("refs.bib").into_iter().map(|finding| (finding.rule, finding.severity)).collect()
}

#[test]
fn a_retraction_is_told_with_its_day_its_source_and_its_notice() {
    let world = world("On sleep", vec![notice(NoticeKind::Retraction, 2010)]);
    let finding = world.finding("refs.bib", "citation/retracted");
    assert_eq!((finding.severity, finding.tag), (Severity::Warning, Some(Tag::Deprecated)));
    assert_eq!(
        finding.message,
        "a: retracted on 2010-02-03 (Retraction Watch, notice: PMID 20137807). “On sleep” (Roe 1998, Lancet). Cite another work, or say in the text why this one is cited."
    );
}

#[test]
fn a_withdrawal_counts_and_a_title_that_says_so_makes_it_information() {
    assert_eq!(
        said(&world("On sleep", vec![notice(NoticeKind::Withdrawal, 2010)])),
        [("citation/retracted", Severity::Warning)]
    );
    assert_eq!(
        said(&world("RETRACTED: On sleep", vec![notice(NoticeKind::Retraction, 2010)])),
        [("citation/retracted", Severity::Information)]
    );
}

#[test]
fn only_the_gravest_notice_is_told() {
    let all =
        [NoticeKind::Correction, NoticeKind::Concern, NoticeKind::Retraction].map(|kind| notice(kind, 2010));
    assert_eq!(said(&world("On sleep", all.to_vec())), [("citation/retracted", Severity::Warning)]);
    assert_eq!(said(&world("On sleep", all[..2].to_vec())), [("citation/concern", Severity::Information)]);
    assert_eq!(said(&world("On sleep", all[..1].to_vec())), [("citation/corrected", Severity::Hint)]);
    assert_eq!(said(&world("On sleep", Vec::new())), []);
}

#[test]
fn a_concern_without_a_date_is_a_whole_sentence() {
    let undated = Notice { date: None, ..notice(NoticeKind::Concern, 2010) };
    let message = world("On sleep", vec![undated]).finding("refs.bib", "citation/concern").message;
    assert!(
        message.starts_with(
            "a: expression of concern (Retraction Watch, notice: PMID 20137807). “On sleep” (Roe 1998, Lancet)."
        ),
        "{message}"
    );
}

#[test]
fn a_reinstated_work_is_not_flagged() {
    assert_eq!(said(&world("On sleep", vec![notice(NoticeKind::Reinstatement, 2012)])), []);
}

#[test]
fn the_finding_in_a_draft_offers_to_remove_the_citation() {
    let retracted = Record {
        notices: vec![notice(NoticeKind::Retraction, 2010)],
        ..record(work("On sleep in older cats", "Roe", 1998, "Lancet"))
    };
    let world = World::of(&[
        (
            "refs.bib",
            "@article{a, title={On sleep in older cats}, author={Roe, J}, year=1998}\n@article{b, title={B}}\n",
        ),
        ("paper.tex", "See \\cite{b,a}.\n\\bibliography{refs}\n"),
    ])
    .knowing(vec![retracted]);
    let fixed = world.fixed("paper.tex", "citation/retracted", "Remove this citation");
    assert_eq!(fixed.text("paper.tex"), "See \\cite{b}.\n\\bibliography{refs}\n");
}
