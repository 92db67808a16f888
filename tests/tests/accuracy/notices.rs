//! Works with notices, and references to them.

use crate::labelled::{self, Labelled};
use referee_records::NoticeKind;
use serde_json::{Value, json};
use std::path::Path;

/// The notices of a work with their sources, and the notices that a reference to it must get.
struct Case {
    announced: &'static [(&'static str, &'static str)],
    expected: &'static [NoticeKind],
}

const CASES: &[Case] = &[
    Case { announced: &[("retraction", "publisher")], expected: &[NoticeKind::Retraction] },
    Case { announced: &[("retraction", "retraction-watch")], expected: &[NoticeKind::Retraction] },
    Case { announced: &[("retraction", "pubmed")], expected: &[NoticeKind::Retraction] },
    Case { announced: &[("withdrawal", "publisher")], expected: &[NoticeKind::Withdrawal] },
    Case { announced: &[("removal", "publisher")], expected: &[NoticeKind::Removal] },
    Case { announced: &[("concern", "publisher")], expected: &[NoticeKind::Concern] },
    Case { announced: &[("concern", "pubmed")], expected: &[NoticeKind::Concern] },
    Case { announced: &[("correction", "publisher")], expected: &[NoticeKind::Correction] },
    Case { announced: &[("correction", "retraction-watch")], expected: &[NoticeKind::Correction] },
    Case { announced: &[("correction", "pubmed")], expected: &[NoticeKind::Correction] },
    Case {
        announced: &[("correction", "publisher"), ("retraction", "publisher")],
        expected: &[NoticeKind::Correction, NoticeKind::Retraction],
    },
    Case {
        announced: &[("retraction", "retraction-watch"), ("reinstatement", "retraction-watch")],
        expected: &[],
    },
    Case { announced: &[], expected: &[] },
];

/// The number of works of each kind.
const EACH: usize = 6;

const SUBJECTS: &[&str] =
    &["kidney function", "bone density", "night sleep", "lung volume", "grip strength", "wound healing"];
const PLACES: &[&str] = &[
    "Bergen", "Kyoto", "Lima", "Perth", "Tartu", "Porto", "Izmir", "Leeds", "Quito", "Turku", "Ghent",
    "Dakar", "Hue",
];

/// Writes the works as records of the simulation, and returns the references to them with their
/// expected notices.
pub(crate) fn make(file: &Path) -> Vec<(Labelled, Vec<NoticeKind>)> {
    let (mut records, mut references) = (Vec::new(), Vec::new());
    for (kind, case) in CASES.iter().enumerate() {
        for (at, subject) in SUBJECTS.iter().enumerate().take(EACH) {
            let number = kind * EACH + at;
            // PubMed announces only notices of works that it contains.
            let numbered = at % 2 == 0 || case.announced.iter().any(|(_, who)| *who == "pubmed");
            let title = format!("Two winters of {subject} among the fishermen of {}", PLACES[kind]);
            let doi = format!("10.5555/notice.{number}");
            let pmid = 70_000_000 + number;
            let notices: Vec<Value> = case
                .announced
                .iter()
                .enumerate()
                .map(|(nth, (kind, who))| {
                    json!({"kind": kind, "source": who, "date": format!("20{}-03-0{}", 20 + nth, nth + 1),
                        "doi": format!("10.5555/notice.{number}.n{nth}"), "pmid": (80_000_000 + number * 10 + nth).to_string()})
                })
                .collect();
            let mut record = json!({"doi": doi, "title": title, "authors": [{"family": "Haugen", "given": "Liv"}, {"family": "Tamm", "given": "Priit"}],
                "journal": "Diabetes care", "journal_abbrev": "Diabetes Care", "year": 2018, "volume": (30 + kind).to_string(), "issue": "2",
                "pages": format!("{}-{}", 100 + number, 104 + number), "type": "journal-article", "registration_agency": "Crossref", "notices": notices});
            if numbered {
                record["pmid"] = Value::from(pmid.to_string());
            }
            records.push(record.to_string());
            let identifiers = [
                Some((String::from("by DOI"), format!("doi = {{{doi}}},"))),
                numbered.then(|| (String::from("by PubMed number"), format!("pmid = {{{pmid}}},"))),
                Some((String::from("by title"), String::new())),
            ];
            for (style, field) in identifiers.into_iter().flatten() {
                let entry = format!(
                    "@article{{key, title = {{{title}}}, author = {{Haugen, Liv and Tamm, Priit}}, journal = {{Diabetes Care}}, year = {{2018}}, volume = {{{}}}, {field} }}",
                    30 + kind
                );
                let reference = Labelled {
                    name: format!("{:?} {number}", case.announced),
                    valid: true,
                    group: style,
                    remark: String::new(),
                    work: labelled::work(&entry).unwrap(),
                };
                references.push((reference, case.expected.to_vec()));
            }
            // Citing the notice itself is legitimate.
            if let Some((kind, _)) = case.announced.first().filter(|(_, who)| *who != "pubmed") {
                let entry = format!("@article{{key, doi = {{10.5555/notice.{number}.n0}}}}");
                let reference = Labelled {
                    name: format!("the {kind} {number} itself"),
                    valid: true,
                    group: String::from("the notice itself"),
                    remark: String::new(),
                    work: labelled::work(&entry).unwrap(),
                };
                references.push((reference, Vec::new()));
            }
        }
    }
    std::fs::write(file, records.join("\n")).unwrap();
    references
}
