//! Measures how fast the shared library imports and answers.
//!
//!     cargo bench -p referee-postgres --bench library -- [--records N] [--no-abstracts] [--questions N] [--shards SIZE] [--url URL [--ask]]
//!
//! Starts a temporary PostgreSQL on a socket, unless the address of an empty database is given.
//! Generates N records of PubMed XML (100,000 by default), imports them and runs queries; with
//! `--shards`, also builds shards of this many statements and runs the same queries on them.
//! `--ask` skips the import: the database already contains these records. The figures are recorded
//! in docs/benchmarks.md.
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
#[path = "../../literature/benches/library/timing.rs"]
mod timing;

use referee_bibliography::{Identifier, Work};
use referee_fixture::postgres::PostgresServer;
use referee_literature::Library;
use referee_literature::library::{ImportOptions, import_files};
use referee_postgres::{DatabaseAddress, PoolLimits, SharedLibrary, SharedLibraryWriter};
use referee_records::{Answer, Question, Record, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use timing::measure;
use tokio_util::sync::CancellationToken;

/// The number of records per file, as in PubMed's files.
const PER_FILE: u32 = 30_000;

/// The settings of a server for a lab: a quarter of a small machine's memory, and infrequent
/// checkpoints.
const SETTINGS: &[&str] =
    &["shared_buffers=1GB", "max_wal_size=4GB", "checkpoint_timeout=15min", "effective_cache_size=4GB"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let text = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1)
    };
    let number =
        |name: &str, default: u32| text(name).and_then(|number| number.parse().ok()).unwrap_or(default);
    if has("--test") {
        return;
    }
    let records = number("--records", 100_000);
    let named = text("--url");
    let server = if named.is_none() { PostgresServer::start(SETTINGS) } else { None };
    let Some(url) = named.cloned().or_else(|| Some(server.as_ref()?.database())) else { return };
    let address: DatabaseAddress = url.parse().unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("shared-library-benchmark-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    if !has("--ask") {
        import(&address, &folder, records, !has("--no-abstracts"));
    }
    let library = SharedLibrary::new(&address, PoolLimits::default()).unwrap();
    let stats = library.stats().unwrap();
    assert_eq!(stats.records, u64::from(records));
    println!(
        "size               {} MB, {} bytes a record",
        stats.bytes >> 20,
        stats.bytes / stats.records.max(1)
    );
    let questions = number("--questions", 1_000);
    ask(&library, records, questions);
    let size = number("--shards", 0);
    if size > 0 {
        let shards = folder.join("shards");
        let start = Instant::now();
        let report = library.write_shards(&shards, u64::from(size), false, &mut |_, _| {}).unwrap();
        let took = start.elapsed().as_secs_f64();
        let bytes = size_of(&shards);
        println!(
            "shards             {} made in {took:.0} s, {:.0} records a second; {} MB, {} bytes a record",
            report.made,
            f64::from(records) / took,
            bytes >> 20,
            bytes / u64::from(records)
        );
        let start = Instant::now();
        let opened = Library::open_shards(&shards).unwrap().unwrap();
        println!("opened             in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
        ask(&opened, records, questions);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Imports this many records, and prints the speed.
fn import(address: &DatabaseAddress, folder: &Path, records: u32, abstracts: bool) {
    let mut imported = Duration::ZERO;
    let mut done = 0;
    let mut writer = SharedLibraryWriter::open(address).unwrap();
    while done < records {
        let until = (done + PER_FILE * 10).min(records);
        let files = make_files(folder, done..until, abstracts);
        let start = Instant::now();
        let report = import_files(
            &mut writer,
            &files,
            &ImportOptions::default(),
            &mut |_| {},
            &CancellationToken::new(),
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

/// Returns the total size in bytes of the files in a folder and its subfolders.
fn size_of(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let size = |entry: std::fs::DirEntry| match entry.file_type().unwrap().is_dir() {
        true => size_of(&entry.path()),
        false => entry.metadata().unwrap().len(),
    };
    entries.map(size).sum()
}

fn ask(library: &dyn Source, records: u32, questions: u32) {
    let records_of = |answer: Answer| match answer {
        Answer::Records(records) => records,
        Answer::None(why) => panic!("{}: {why}", library.name()),
    };
    let get = |pmid| records_of(library.ask(&Question::Identifier(Identifier::Pmid(pmid))));
    let like = |work: Work| records_of(library.ask(&Question::Like(Arc::new(work))));
    let mut dice = synthetic::Dice::of(7);
    let mut any = move || u32::try_from(dice.below(u64::from(records))).unwrap() + 1;
    let has =
        |found: &[Arc<Record>], pmid| found.iter().any(|record| record.work.identifiers.pmid() == Some(pmid));
    ask_again("by identifier", questions, || {
        let pmid = any();
        assert!(has(&get(pmid), pmid));
    });
    ask_again("not there", questions, || {
        assert!(get(any() + 2_000_000_000).is_empty());
    });
    let mut missed = 0;
    ask_again("like, whole", questions, || {
        let pmid = any();
        missed += u32::from(!has(&like(synthetic::cited(pmid, synthetic::title(pmid))), pmid));
    });
    ask_again("like, title alone", questions, || {
        let pmid = any();
        let work = Work { title: Some(synthetic::title(pmid)), ..Work::default() };
        missed += u32::from(!has(&like(work), pmid));
    });
    ask_again("like, misspelt", questions, || {
        let pmid = any();
        let mut title = synthetic::title(pmid);
        let longest = title.split(' ').max_by_key(|word| word.len()).unwrap().to_owned();
        title = title.replacen(&longest, &format!("{}q{}", &longest[..2], &longest[2..]), 1);
        missed += u32::from(!has(&like(synthetic::cited(pmid, title)), pmid));
    });
    println!("not found again    {missed} of {}", questions * 3);
    ask_again("like, unknown", questions, || {
        let pmid = any() + 2_000_000_000;
        like(synthetic::cited(pmid, synthetic::title(pmid)));
    });
    ask_again("sentence", questions / 10, || {
        library.search(&synthetic::title(any()), 20);
    });
    ask_again("subject", questions / 10, || {
        let title = synthetic::title(any());
        let words: Vec<&str> = title.split(' ').take(4).collect();
        library.search(&words.join(" "), 20);
    });
}

/// Runs a query repeatedly, and prints the times.
fn ask_again(name: &str, questions: u32, mut question: impl FnMut()) {
    let times = measure(questions as usize, |_| question());
    let at = |share: f64| times.at(share).as_secs_f64() * 1000.0;
    println!(
        "{name:18} p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}
