//! Tests of imports that are killed.
use crate::library::{Place, import};
use crate::made::{self, write_records};
use referee_bibliography::Identifier;
use referee_literature::Library;
use std::path::{Path, PathBuf};

/// The child process of the test below: imports file after file until it is killed.
#[test]
fn killed_child() {
    let Ok(folder) = std::env::var("REFEREE_TEST_KILLED_IMPORT") else { return };
    let folder = Path::new(&folder);
    let mut writer = Library::create_or_open_for_import(folder.join("library")).unwrap();
    let files: Vec<PathBuf> = (0..200).map(|number| folder.join(format!("{number}.jsonl"))).collect();
    import(&mut writer, &files);
}

#[test]
fn an_import_that_is_killed_loses_the_file_under_way_and_nothing_else() {
    const EACH: u32 = 300;
    let place = Place::new();
    for number in 0..200 {
        write_records(&place.file(&format!("{number}.jsonl")), number * EACH..(number + 1) * EACH);
    }
    let mut before = 0;
    for round in 0..40 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "library_killed::killed_child", "--nocapture"])
            .env("REFEREE_TEST_KILLED_IMPORT", place.folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Kill it at a different time in each round: immediately, or after some more files.
        let more = made::scramble(round) % 5;
        for _ in 0..2_000 {
            std::thread::sleep(std::time::Duration::from_millis(3 + made::scramble(round + 100) % 11));
            let files = match Library::open(place.root()) {
                Ok(Some(library)) => library.imported().unwrap().len() as u64,
                _ => 0,
            };
            if files >= before + more || child.try_wait().unwrap().is_some() {
                break;
            }
        }
        let _ = child.kill();
        child.wait().unwrap();
        let Some(library) = Library::open(place.root()).unwrap() else { continue };
        let stats = library.stats().unwrap();
        assert!(stats.files.len() as u64 >= before, "files are lost");
        before = stats.files.len() as u64;
        assert_eq!(stats.records, stats.files.iter().map(|file| file.records).sum::<u64>());
        for file in &stats.files {
            let number: u32 = file.path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
            for record in [number * EACH, number * EACH + EACH / 2, (number + 1) * EACH - 1] {
                assert_eq!(library.get(&Identifier::Pmid(1_000_000 + record)).unwrap().len(), 1);
            }
        }
    }
    assert!(before > 0, "no import lived long enough to be seen");
    assert!(Library::check(place.root()).unwrap().unwrap().is_whole());
    // The killed import can be resumed.
    let rest: Vec<PathBuf> = (0..8).map(|number| place.file(&format!("{number}.jsonl"))).collect();
    assert!(import(&mut place.writer(), &rest).is_complete());
    assert_eq!(place.library().get(&Identifier::Pmid(1_000_000 + 8 * EACH - 1)).unwrap().len(), 1);
}
