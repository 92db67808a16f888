//! Measures how fast the library imports and answers.
//!
//!     cargo bench -p referee-literature --bench library -- [--records N] [--no-abstracts] [--xml] [--keep] [--vectors]
//!
//! Generates N records of PubMed XML (100,000 by default; in .xml.gz files of 30,000 like PubMed's,
//! or uncompressed with `--xml`), imports them and runs queries; with `--vectors` it also computes
//! a vector for each record and searches nearest neighbours. `--keep` keeps the library and prints
//! its path. Prints wall time and the CPU time of all threads, because wall time on a busy machine
//! says little. The figures are recorded in docs/benchmarks.md.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    unreachable_pub,
    clippy::cast_precision_loss,
    reason = "a program for developers"
)]

mod synthetic;
mod timing;
mod vectors;

use referee_bibliography::Identifier;
use referee_literature::Library;
use referee_literature::library::ImportOptions;
use std::path::{Path, PathBuf};
use std::time::Instant;
use timing::{Times, measure};
use tokio_util::sync::CancellationToken;

const PER_FILE: u32 = 30_000;

/// The same allocator as in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let value = |name: &str| {
        arguments
            .iter()
            .position(|argument| argument == name)
            .and_then(|place| arguments.get(place + 1)?.parse::<u32>().ok())
    };
    if has("--test") {
        return;
    }
    let records = value("--records").unwrap_or(100_000);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library-benchmark");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (files, raw) = make_files(&folder, records, !has("--no-abstracts"), has("--xml"));
    let packed: u64 = files.iter().map(|file| std::fs::metadata(file).unwrap().len()).sum();
    println!(
        "records            {records} in {} files, {} MB ({} MB unpacked, {} bytes each)",
        files.len(),
        packed >> 20,
        raw >> 20,
        raw / u64::from(records.max(1))
    );
    let root = folder.join("library");
    import(&root, &files, records, &value);
    let opening = measure(20, |_| {
        Library::open(&root).unwrap().unwrap();
    });
    println!("open               {}", shown(&opening));
    let library = Library::open(&root).unwrap().unwrap();
    let stats = library.stats().unwrap();
    assert_eq!(stats.records, u64::from(records));
    println!(
        "size               {} MB, {} bytes each",
        stats.bytes >> 20,
        stats.bytes / stats.records.max(1)
    );
    ask(&library, records);
    if has("--vectors") {
        vectors::ask(&library);
    }
    if has("--keep") {
        println!("kept               {}", root.display());
    } else {
        let _ = std::fs::remove_dir_all(&folder);
    }
}

fn make_files(folder: &Path, records: u32, abstracts: bool, plain: bool) -> (Vec<PathBuf>, u64) {
    let mut files = Vec::new();
    let mut raw = 0;
    for start in (0..records).step_by(PER_FILE as usize) {
        let range = start + 1..(start + PER_FILE).min(records) + 1;
        let path =
            folder.join(format!("pubmed26n{:04}.xml{}", files.len() + 1, if plain { "" } else { ".gz" }));
        let file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        if plain {
            let mut file = file;
            raw += synthetic::write_file(&mut file, range, abstracts).unwrap();
        } else {
            let mut file = flate2::write::GzEncoder::new(file, flate2::Compression::new(4));
            raw += synthetic::write_file(&mut file, range, abstracts).unwrap();
            file.finish().unwrap();
        }
        files.push(path);
    }
    (files, raw)
}

fn import(root: &Path, files: &[PathBuf], records: u32, value: &dyn Fn(&str) -> Option<u32>) {
    let mut options = ImportOptions::default();
    if let Some(merge_at) = value("--merge-at") {
        options.merge_at = merge_at as usize;
    }
    let (start, before) = (Instant::now(), processor_time());
    let mut writer = Library::create_or_open_for_import(root).unwrap();
    let report = writer.import(files, &options, &mut |_| {}, &CancellationToken::new()).unwrap();
    let (imported, used) = (start.elapsed(), processor_time() - before);
    assert!(report.is_complete(), "{:?}", report.files.iter().find(|file| !file.damage.is_empty()));
    assert_eq!(report.records(), u64::from(records));
    writer.close().unwrap();
    let (closed, all) = (start.elapsed(), processor_time() - before);
    println!(
        "import             {:.1} s = {:.0} records/s; {:.1} s of processor = {:.0} records/s on two free cores at best",
        imported.as_secs_f64(),
        f64::from(records) / imported.as_secs_f64(),
        used,
        2.0 * f64::from(records) / used
    );
    println!(
        "with all merging   {:.1} s = {:.0} records/s; {:.1} s of processor = {:.0} records/s on two free cores at best",
        closed.as_secs_f64(),
        f64::from(records) / closed.as_secs_f64(),
        all,
        2.0 * f64::from(records) / all
    );
    println!("memory             {} MB at most", peak_memory() >> 10);
    let again = Instant::now();
    let mut writer = Library::create_or_open_for_import(root).unwrap();
    writer.import(files, &options, &mut |_| {}, &CancellationToken::new()).unwrap();
    println!("import again       {:.3} s (nothing has changed)", again.elapsed().as_secs_f64());
}

fn ask(library: &Library, records: u32) {
    let mut dice = synthetic::Dice::of(4711);
    let mut any = move || u32::try_from(dice.below(u64::from(records)) + 1).unwrap();
    let by_pmid = measure(20_000, |_| {
        assert_eq!(library.get(&Identifier::Pmid(any())).unwrap().len(), 1);
    });
    println!("by PMID            {}", shown(&by_pmid));
    let absent = measure(20_000, |number| {
        assert!(library.get(&Identifier::Doi(format!("10.1999/none.{number}"))).unwrap().is_empty());
    });
    println!("by absent DOI      {}", shown(&absent));
    for (name, change) in [
        ("as it is", 0),
        ("with a slip", 1),
        ("cut at the colon", 2),
        ("of no record", 3),
        ("misspelt, no record", 4),
    ] {
        let mut found = 0;
        let times = measure(1_000, |_| {
            let pmid = any();
            let mut title = synthetic::title(pmid);
            match change {
                1 => title = title.replacen(' ', " x", 1),
                2 => title = title.split(':').next().unwrap_or_default().to_owned(),
                3 => {
                    title = format!(
                        "{} {}",
                        synthetic::title(pmid + records).split(':').next().unwrap_or_default(),
                        synthetic::surname(pmid, 9)
                    )
                }
                4 => title = synthetic::title(pmid + records).replace("tra", "xtr").replace("sto", "xts"),
                _ => {}
            }
            let answer = library.like(&synthetic::cited(pmid, title)).unwrap();
            found += u32::from(answer.iter().any(|record| record.work.identifiers.pmid() == Some(pmid)));
        });
        println!("title {name:<20} {}; found {found}", shown(&times));
    }
    let searches = measure(500, |_| {
        let title = synthetic::title(any());
        let words: Vec<&str> = title.split(' ').take(5).collect();
        library.search(&words.join(" "), 20).unwrap();
    });
    println!("search of 5 words  {}", shown(&searches));
}

/// Formats times for the report.
fn shown(times: &Times) -> String {
    let at = |share: f64| times.at(share).as_secs_f64() * 1e6;
    format!("p50 {:.0} us, p90 {:.0} us, p99 {:.0} us, worst {:.0} us", at(0.5), at(0.9), at(0.99), at(1.0))
}

/// Returns the CPU seconds used by all threads of this process; 0 if the system does not report
/// them.
fn processor_time() -> f64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    let Some((_, fields)) = text.rsplit_once(')') else { return 0.0 };
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Returns the peak memory of this process in KB; 0 if the system does not report it.
fn peak_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}
