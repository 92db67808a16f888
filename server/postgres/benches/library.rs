//! How fast the shared library imports and answers.
//!
//!     cargo bench -p referee-postgres --bench library -- [--records N] [--no-abstracts] [--questions N] [--url URL]
//!
//! Starts a PostgreSQL of its own on a socket, unless it is given the address of an empty database; makes N records of PubMed XML (100,000 unless told otherwise), imports
//! them and asks for some. The figures stand in docs/benchmarks.md.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    unreachable_pub,
    clippy::cast_precision_loss,
    reason = "a program for developers"
)]

#[path = "../../literature/benches/library/synthetic.rs"]
mod synthetic;

use referee_bibliography::{Date, Identifier, Name, Work};
use referee_fixture::postgres::PostgresServer;
use referee_literature::library::{ImportOptions, import_files};
use referee_postgres::{DatabaseAddress, PoolLimits, SharedLibrary, SharedLibraryWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const PER_FILE: u32 = 30_000;

/// As a server for a lab is set: a quarter of a small machine's memory, and checkpoints that are far apart.
const SETTINGS: &[&str] =
    &["shared_buffers=1GB", "max_wal_size=4GB", "checkpoint_timeout=15min", "effective_cache_size=4GB"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let value = |name: &str, default: u32| {
        let place = arguments.iter().position(|argument| argument == name);
        place.and_then(|place| arguments.get(place + 1)?.parse::<u32>().ok()).unwrap_or(default)
    };
    if has("--test") {
        return;
    }
    let records = value("--records", 100_000);
    let named =
        arguments.iter().position(|argument| argument == "--url").and_then(|at| arguments.get(at + 1));
    let server = if named.is_none() { PostgresServer::start(SETTINGS) } else { None };
    let Some(url) = named.cloned().or_else(|| Some(server.as_ref()?.database())) else { return };
    let address: DatabaseAddress = url.parse().unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("shared-library-benchmark");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut imported = Duration::ZERO;
    let mut done = 0;
    let mut writer = SharedLibraryWriter::open(&address).unwrap();
    while done < records {
        let until = (done + PER_FILE * 10).min(records);
        let files = make_files(&folder, done..until, !has("--no-abstracts"));
        let start = Instant::now();
        let report = import_files(
            &mut writer,
            &files,
            &ImportOptions::default(),
            &mut |_| {},
            &AtomicBool::new(false),
        )
        .unwrap();
        assert!(report.is_complete(), "{report:?}");
        imported += start.elapsed();
        done = until;
        println!(
            "import             {done} records, {:.0} a second so far",
            f64::from(done) / imported.as_secs_f64()
        );
        for file in files {
            std::fs::remove_file(file).unwrap();
        }
    }
    let start = Instant::now();
    writer.close().unwrap();
    println!(
        "tidied             in {:.1} s; {:.0} records a second in all",
        start.elapsed().as_secs_f64(),
        f64::from(records) / (imported + start.elapsed()).as_secs_f64()
    );
    let library = SharedLibrary::new(&address, PoolLimits::default()).unwrap();
    let stats = library.stats().unwrap();
    assert_eq!(stats.records, u64::from(records));
    println!(
        "size               {} MB, {} bytes a record",
        stats.bytes >> 20,
        stats.bytes / stats.records.max(1)
    );
    ask(&library, records, value("--questions", 1_000));
    let _ = std::fs::remove_dir_all(&folder);
}

fn make_files(folder: &Path, range: std::ops::Range<u32>, abstracts: bool) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for start in range.clone().step_by(PER_FILE as usize) {
        let path = folder.join(format!("pubmed26n{start:08}.xml"));
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        synthetic::write_file(&mut file, start + 1..(start + PER_FILE).min(range.end) + 1, abstracts)
            .unwrap();
        files.push(path);
    }
    files
}

/// What somebody cites of the record with this number.
fn cited(pmid: u32, title: String) -> Work {
    let (year, volume, page) = synthetic::place(pmid);
    Work {
        title: Some(title),
        authors: vec![Name::person(synthetic::surname(pmid, 0), "A B")],
        date: Some(Date { year: i32::try_from(year).unwrap(), month: None, day: None }),
        volume: Some(volume.to_string()),
        pages: Some(page.to_string()),
        ..Work::default()
    }
}

fn ask(library: &SharedLibrary, records: u32, questions: u32) {
    let mut dice = synthetic::Dice::of(7);
    let mut any = move || u32::try_from(dice.below(u64::from(records))).unwrap() + 1;
    let has = |found: &[referee_records::Record], pmid| {
        found.iter().any(|record| record.work.identifiers.pmid() == Some(pmid))
    };
    measure("by identifier", questions, || {
        let pmid = any();
        assert!(has(&library.get(&Identifier::Pmid(pmid)).unwrap(), pmid));
    });
    measure("not there", questions, || {
        assert!(library.get(&Identifier::Pmid(any() + 4_000_000_000 / 2)).unwrap().is_empty());
    });
    let mut missed = 0;
    measure("like, whole", questions, || {
        let pmid = any();
        missed += u32::from(!has(&library.like(&cited(pmid, synthetic::title(pmid))).unwrap(), pmid));
    });
    measure("like, title alone", questions, || {
        let pmid = any();
        let work = Work { title: Some(synthetic::title(pmid)), ..Work::default() };
        missed += u32::from(!has(&library.like(&work).unwrap(), pmid));
    });
    measure("like, misspelt", questions, || {
        let pmid = any();
        let mut title = synthetic::title(pmid);
        let longest = title.split(' ').max_by_key(|word| word.len()).unwrap().to_owned();
        title = title.replacen(&longest, &format!("{}q{}", &longest[..2], &longest[2..]), 1);
        missed += u32::from(!has(&library.like(&cited(pmid, title)).unwrap(), pmid));
    });
    println!("not found again    {missed} of {}", questions * 3);
    measure("like, unknown", questions, || {
        let pmid = any() + 2_000_000_000;
        library.like(&cited(pmid, synthetic::title(pmid))).unwrap();
    });
    measure("subject", questions / 10, || {
        let title = synthetic::title(any());
        let words: Vec<&str> = title.split(' ').take(4).collect();
        library.about(&words.join(" "), 20).unwrap();
    });
}

fn measure(name: &str, times: u32, mut question: impl FnMut()) {
    // The first ones fill the caches of the server.
    for _ in 0..times.min(20) {
        question();
    }
    let mut spent: Vec<Duration> = (0..times)
        .map(|_| {
            let start = Instant::now();
            question();
            start.elapsed()
        })
        .collect();
    spent.sort();
    let at = |share: f64| spent[((spent.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!(
        "{name:18} p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}
