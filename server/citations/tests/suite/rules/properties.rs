//! Tests properties that hold for every fix of every rule, whatever the files contain.

use crate::world::{World, record, work};
use proptest::prelude::*;
use referee_bibliography::{Bibliography, Identifier, WorkKind};
use referee_findings::Finding;
use referee_records::{Notice, NoticeKind, Record, Relation, RelationKind};
use referee_text::Rope;

/// Generates an entry in one of the usual forms.
fn entry() -> impl Strategy<Value = (String, String)> {
    let key = prop::sample::select(vec!["a", "b", "smith2020", "Smith2020", "x:y", "é1"]);
    let doi = prop::sample::select(vec![
        "",
        "10.1000/abc",
        "https://doi.org/10.1000/ABC",
        "10.1000abc",
        "10.1000/d, 10.1000/e",
    ]);
    let title = prop::sample::select(vec!["On sleep and waking", "{On} Sleep {and Waking}", "Ä & “B” \\\"o"]);
    let layout = 0usize..6;
    let kind = prop::sample::select(vec!["article", "misc", "Book", "ONLINE"]);
    (key, doi, title, layout, kind).prop_map(|(key, doi, title, layout, kind)| {
        let text = match layout {
            0 => format!("@{kind}{{{key},\n  title = {{{title}}},\n  author = {{Roe, J}},\n  year = {{2020}},\n  doi = {{{doi}}}\n}}"),
            1 => format!("@{kind}{{{key}, title=\"{title}\", year=2020, doi=\"{doi}\",}}"),
            2 => format!("@{kind}({key},\n\ttitle = {{{{{title}}}}},\n\tdate = {{2020-05}},\n\tjournaltitle = {{Sleep}}\n)"),
            3 => format!("@{kind}{{{key},\n  eprint = {{2003.00001}},\n  archiveprefix = {{arXiv}},\n  title  = {{{title}}}, % why\n  note   = {{arXiv preprint}},\n}}"),
            4 => format!("@{kind}{{{key}}}"),
            _ => format!("@{kind}{{{key},\r\n  title = {{{title}}},\r\n  author = {{Roe, J}} # nothing,\r\n  year = 2020\r\n}}"),
        };
        (key.to_owned(), text)
    })
}

/// Generates the records of the sources: none of this kind, the work with a notice, its published
/// version, another work under its DOI, the work with other fields.
fn known() -> impl Strategy<Value = Vec<Record>> {
    let mut same = record(work("On sleep & waking", "Müller", 2021, "Journal of Sleep"));
    same.work.volume = Some("12".into());
    same.work.pages = Some("117-126".into());
    same.work.identifiers =
        [Identifier::Doi("10.1000/right".into()), Identifier::Pmid(123)].into_iter().collect();
    let retraction = Notice {
        kind: NoticeKind::Retraction,
        date: None,
        identifiers: Vec::new(),
        source: "pubmed".into(),
        reason: None,
    };
    let mut other = record(work("Soil moisture in alpine meadows", "Ferrante", 1987, "Geoderma"));
    let unrelated = other.clone();
    other.work.identifiers.insert(Identifier::Doi("10.1000/abc".into()));
    let mut sleep = record(work("On sleep and waking", "Roe", 2021, "Journal of Sleep"));
    sleep.work.identifiers.insert(Identifier::Doi("10.1000/abc".into()));
    let mut preprint = record(work("On sleep and waking", "Roe", 2020, "arXiv"));
    preprint.work.kind = WorkKind::Preprint;
    preprint.work.identifiers.insert(Identifier::Arxiv("2003.00001".into(), None));
    preprint.relations.push(Relation {
        kind: RelationKind::PublishedAs,
        identifier: Identifier::Doi("10.1000/abc".into()),
    });
    let retracted = Record { notices: vec![retraction], ..sleep.clone() };
    prop::sample::select(vec![
        Vec::new(),
        vec![unrelated],
        vec![retracted],
        vec![preprint, sleep.clone()],
        vec![other.clone()],
        vec![other, same.clone()],
        vec![same, sleep],
    ])
}

fn draft() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(vec![
        (
            "paper.md",
            "---\nnocite: '@a'\n---\n\nSee [@a; @b, p. 3], @smith2020 and [-@smith2020].\n\n- [@é1; @x:y]\n",
        ),
        ("paper.md", "PMID: 123 and [see @a].\n\n[@b]\n"),
        (
            "paper.tex",
            "See \\cite{a,b}, \\citep[see][p.~3]{smith2020}\n\\cites{a}[2]{b}.~\\cite{Smith2020} % \\cite{x}\n",
        ),
        ("paper.typ", "See @a, @b[p. 3] and #cite(<smith2020>).\n@x:y\n"),
    ])
}

/// Generates an entry in the formats that are parsed as a whole: its key, and its text in each
/// format.
fn listed_entry() -> impl Strategy<Value = (String, [String; 3])> {
    let key = prop::sample::select(vec!["a", "b", "smith2020", "Smith2020", "x:y", "é1"]);
    let doi = prop::sample::select(vec!["10.1000/abc", "https://doi.org/10.1000/ABC", "10.1000abc"]);
    let title = prop::sample::select(vec!["On sleep and waking", "Ä & “B” o", "Is it: so?"]);
    (key, doi, title, any::<bool>()).prop_map(|(key, doi, title, full)| {
        let more = |text: &str| if full { text.to_owned() } else { String::new() };
        let json = format!(
            "  {{\n    \"id\": \"{key}\",\n    \"type\": \"article\",\n    \"title\": \"{title}\"{}\n  }}",
            more(&format!(",\n    \"DOI\": \"{doi}\",\n    \"issued\": {{\"date-parts\": [[2020]]}}"))
        );
        let csl = format!(
            "- id: {key}\n  type: article\n  title: '{title}'\n{}",
            more(&format!("  DOI: {doi}\n  issued: 2020\n"))
        );
        let hayagriva = format!(
            "{key}:\n  type: article\n  title: '{title}'\n{}",
            more(&format!("  serial-number:\n    doi: {doi}\n  date: 2020\n"))
        );
        (key.to_owned(), [json, csl, hayagriva])
    })
}

/// Returns the entries of a bibliography: key and text.
fn entries(bibliography: &Bibliography) -> Vec<(String, String)> {
    bibliography
        .entries()
        .map(|entry| (entry.key().to_owned(), entry.source().trim_end().to_owned()))
        .collect()
}

/// Returns the keys of the entries that a fix for `finding` may change.
fn concerned(finding: &Finding) -> Option<Vec<String>> {
    let key = finding.data.key.clone()?;
    Some(std::iter::once(key).chain(finding.data.more.get("other").cloned()).collect())
}

/// Applies every fix of every finding separately and checks the result.
fn every_fix_is_sound(world: &World, bib: &str, draft: &str) -> Result<(), TestCaseError> {
    let bibliography = world.bibliography(bib);
    let before = entries(&bibliography);
    let problems = bibliography.problems().len();
    for file in [bib, draft] {
        for finding in world.findings(file) {
            for fix in world.fixes(file, &finding) {
                prop_assert!(!fix.edits.is_empty(), "{} does nothing", fix.title);
                // This panics if edits overlap, split a character, or are in a missing file.
                let files = world.edited(&fix.edits);
                let text =
                    files.iter().find(|file| file.0 == bib).map(|file| file.1.as_str()).unwrap_or_default();
                let fixed = Bibliography::read(bibliography.format(), Rope::from_str(text));
                let after = entries(&fixed);
                let told = format!("{}: {}\n{}\n--\n{text}", finding.rule, fix.title, world.text(bib));
                prop_assert!(fixed.problems().len() <= problems, "{told}");
                let Some(keys) = concerned(&finding) else { continue };
                for other in before.iter().filter(|(key, _)| !keys.contains(key)) {
                    prop_assert!(after.contains(other), "{} was changed\n{told}", other.0);
                }
                prop_assert!(after.len() + 1 >= before.len() && after.len() <= before.len(), "{told}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_fix_leaves_files_that_can_be_read_and_other_entries_as_they_were(
        entries in prop::collection::vec(entry(), 1..5),
        known in known(),
        gap in prop::sample::select(vec!["\n", "\n\n", "\r\n\r\n", " "]),
        (name, text) in draft(),
    ) {
        let bib: String = entries.iter().map(|(_, text)| format!("{text}{gap}")).collect();
        let world = World::of(&[("refs.bib", bib.as_str()), (name, text)]).knowing(known);
        every_fix_is_sound(&world, "refs.bib", name)?;
    }

    #[test]
    fn every_fix_keeps_json_and_yaml_whole_too(
        entries in prop::collection::vec(listed_entry(), 1..5),
        known in known(),
        format in 0usize..3,
        (name, text) in draft(),
    ) {
        let parts: Vec<&str> = entries.iter().map(|(_, texts)| texts[format].as_str()).collect();
        let (bib, whole) = match format {
            0 => ("refs.json", format!("[\n{}\n]\n", parts.join(",\n"))),
            1 => ("refs.yaml", format!("references:\n{}", parts.concat())),
            _ => ("refs.yml", parts.concat()),
        };
        let world = World::of(&[(bib, whole.as_str()), (name, text)]).knowing(known);
        every_fix_is_sound(&world, bib, name)?;
    }
}
