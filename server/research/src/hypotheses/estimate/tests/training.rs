//! Writes the features of marked abstracts for `scripts/relations/train.py`.
//!
//! `REFEREE_FEATURES=features.tsv REFEREE_SHARED=FOLDER cargo test -p referee-research --lib
//! features_of_marked_abstracts` reads `data/relations/biored_train.PubTator.gz` and
//! `drugprot_train.bioc.xml.gz` below the folder. A line is: corpus, document, kind of the second
//! name, direction (1, -1, 0 without one), the features of all sentences, and of those that no
//! guard leaves out.

#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "it says what it wrote, and why it did nothing"
)]

use super::super::features::{Sentence, Span, count};
use crate::passage::{PassageLocation, passages};
use crate::vocabulary::EntityKind;
use referee_bibliography::Work;
use referee_records::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

/// A marked name: its character range, its kind and the index of its identifier.
type Name = (std::ops::Range<usize>, EntityKind, String);

/// The features of the sentences of one pair.
#[derive(Default)]
struct Pair {
    all: Vec<BTreeSet<u16>>,
    unguarded: Vec<BTreeSet<u16>>,
}

fn unpacked(path: &Path) -> String {
    let packed = std::fs::File::open(path).expect("the file can be opened");
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("the file can be read");
    text
}

/// The bytes of a range of characters.
fn bytes(text: &str, range: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let place = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    place(range.start)..place(range.end)
}

/// Adds a sentence with its names to the pairs of a document.
fn add(
    text: &str,
    names: &[Name],
    is_title: bool,
    pairs: &mut BTreeMap<(String, String), (EntityKind, Pair)>,
) {
    let spans: Vec<Span> =
        names.iter().map(|(range, kind, _)| Span { range: bytes(text, range), kind: *kind }).collect();
    let ids: Vec<&str> = names.iter().map(|(_, _, id)| id.as_str()).collect();
    let sentence = Sentence::of(text, &spans);
    for ((from, to), places) in sentence.pairs(&ids) {
        let kind = names.iter().find(|(_, _, id)| id == to).map_or(EntityKind::Target, |(_, kind, _)| *kind);
        let (_, pair) =
            pairs.entry((from.to_owned(), to.to_owned())).or_insert_with(|| (kind, Pair::default()));
        let features = sentence.features(places, is_title);
        if sentence.has_effect_word(places) && !sentence.is_guarded(places) {
            pair.unguarded.push(features.clone());
        }
        pair.all.push(features);
    }
}

fn write(
    out: &mut String,
    corpus: &str,
    document: &str,
    signs: &BTreeMap<(String, String), i8>,
    pairs: &BTreeMap<(String, String), (EntityKind, Pair)>,
) {
    let numbers = |all: &[BTreeSet<u16>]| {
        let mut union: BTreeSet<u16> = all.iter().flatten().copied().collect();
        if !all.is_empty() {
            union.insert(count(all.len()));
        }
        union.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
    };
    for ((from, to), (kind, pair)) in pairs {
        let sign =
            [(from, to), (to, from)].iter().find_map(|(a, b)| signs.get(&((*a).clone(), (*b).clone())));
        let kind = if *kind == EntityKind::Condition { "C" } else { "T" };
        let _ = writeln!(
            out,
            "{corpus}\t{document}\t{kind}\t{}\t{}\t{}",
            sign.copied().unwrap_or_default(),
            numbers(&pair.all),
            numbers(&pair.unguarded)
        );
    }
}

fn biored(text: &str, out: &mut String) -> BTreeMap<&'static str, usize> {
    let mut signed: BTreeMap<&'static str, usize> = BTreeMap::new();
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let (mut title, mut summary, mut document) = (String::new(), String::new(), String::new());
        let mut names: Vec<Name> = Vec::new();
        let mut signs = BTreeMap::new();
        for line in block.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields.as_slice() {
                [one] => {
                    let mut parts = one.splitn(3, '|');
                    document = parts.next().unwrap_or_default().to_owned();
                    let is_title = parts.next() == Some("t");
                    let text = parts.next().unwrap_or_default().to_owned();
                    if is_title { title = text } else { summary = text }
                }
                [_, from, to, _, kind, ids] => {
                    let kind = match *kind {
                        "ChemicalEntity" => EntityKind::Drug,
                        "GeneOrGeneProduct" => EntityKind::Target,
                        "DiseaseOrPhenotypicFeature" => EntityKind::Condition,
                        _ => continue,
                    };
                    let range = from.parse().expect("a number")..to.parse().expect("a number");
                    names.extend(ids.split(',').map(|id| (range.clone(), kind, id.to_owned())));
                }
                [_, kind, one, other, ..] => {
                    let sign = match *kind {
                        "Positive_Correlation" => 1,
                        "Negative_Correlation" => -1,
                        _ => continue,
                    };
                    signs.insert(((*one).to_owned(), (*other).to_owned()), sign);
                }
                _ => {}
            }
        }
        let kind = |id: &str| names.iter().find(|(_, _, known)| known == id).map(|(_, kind, _)| *kind);
        for (one, other) in signs.keys() {
            let kinds = [kind(one), kind(other)];
            let is = |wanted: EntityKind| kinds.contains(&Some(wanted));
            match (is(EntityKind::Drug), is(EntityKind::Target), is(EntityKind::Condition)) {
                (true, true, _) => *signed.entry("T").or_default() += 1,
                (true, _, true) => *signed.entry("C").or_default() += 1,
                _ => *signed.entry("other").or_default() += 1,
            }
        }
        let before = title.chars().count() + 1;
        let work = Work { title: Some(title), summary: Some(summary.clone()), ..Work::default() };
        let mut pairs = BTreeMap::new();
        for passage in passages(&Record::new("pubmed", work)) {
            let is_title = passage.place == PassageLocation::Title;
            let start = match is_title {
                true => 0,
                false => before + summary.get(..passage.range.start).unwrap_or_default().chars().count(),
            };
            let end = start + passage.text.chars().count();
            let here: Vec<Name> = names
                .iter()
                .filter(|(range, ..)| start <= range.start && range.end <= end)
                .map(|(range, kind, id)| (range.start - start..range.end - start, *kind, id.clone()))
                .collect();
            add(&passage.text, &here, is_title, &mut pairs);
        }
        write(out, "biored", &document, &signs, &pairs);
    }
    signed
}

/// The text between two marks.
fn between<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    text.split_once(open).and_then(|(_, rest)| rest.split_once(close)).map_or("", |(inside, _)| inside)
}

fn drugprot(text: &str, out: &mut String) -> usize {
    let mut signed = 0;
    for document in text.split("<document>").skip(1).filter(|document| document.contains("</document>")) {
        let number = between(document, "<id>", "</id>").to_owned();
        for (index, sentence) in document.split("<sentence>").skip(1).enumerate() {
            let offset: usize = between(sentence, "<offset>", "</offset>").parse().expect("a number");
            let written = between(sentence, "<text>", "</text>");
            let plain = written
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
            let mut names: Vec<Name> = Vec::new();
            for one in sentence.split("<annotation id=\"").skip(1) {
                let id = one.split('"').next().unwrap_or_default().to_owned();
                let kind = if one.contains(">CHEMICAL<") { EntityKind::Drug } else { EntityKind::Target };
                let from: usize = between(one, "location offset=\"", "\"").parse().expect("a number");
                let length: usize = between(one, "length=\"", "\"").parse().expect("a number");
                names.push((from - offset..from - offset + length, kind, id));
            }
            let mut signs = BTreeMap::new();
            for one in sentence.split("<relation ").skip(1) {
                let sign = match between(one, "<infon key=\"type\">", "</infon>") {
                    "ACTIVATOR" | "AGONIST" | "AGONIST-ACTIVATOR" | "INDIRECT-UPREGULATOR" => 1,
                    "INHIBITOR" | "ANTAGONIST" | "AGONIST-INHIBITOR" | "INDIRECT-DOWNREGULATOR" => -1,
                    _ => continue,
                };
                let ends: Vec<&str> =
                    one.split("refid=\"").skip(1).filter_map(|end| end.split('"').next()).collect();
                if let [one, other] = ends.as_slice() {
                    signs.insert(((*one).to_owned(), (*other).to_owned()), sign);
                }
            }
            signed += signs.len();
            let mut pairs = BTreeMap::new();
            add(&plain, &names, index == 0, &mut pairs);
            write(out, "drugprot", &number, &signs, &pairs);
        }
    }
    signed
}

#[test]
fn features_of_marked_abstracts() {
    let (Some(to), Some(shared)) = (std::env::var_os("REFEREE_FEATURES"), std::env::var_os("REFEREE_SHARED"))
    else {
        eprintln!("skipped: REFEREE_FEATURES or REFEREE_SHARED is not set");
        return;
    };
    let folder = Path::new(&shared).join("data/relations");
    let mut out = String::new();
    let in_biored = biored(&unpacked(&folder.join("biored_train.PubTator.gz")), &mut out);
    let in_drugprot = drugprot(&unpacked(&folder.join("drugprot_train.bioc.xml.gz")), &mut out);
    println!("signed relations: BioRED {in_biored:?}, DrugProt {in_drugprot}; {} pairs", out.lines().count());
    assert!(out.lines().count() > 1000);
    std::fs::write(to, out).expect("the features can be written");
}
