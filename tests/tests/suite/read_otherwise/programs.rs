//! Compares the programs themselves with the findings of `referee`: if it says that a program
//! prints no year, the program prints none. Each is skipped if it is not installed.

use super::{PARENT_FIRST, entry, rows_in_bibtex, severities};
use referee_tests::Folder;
use std::process::{Command, Output};

/// Runs a program in a folder; returns `None`, with the reason on standard error, if it is not
/// installed.
fn run(folder: &Folder, program: &str, arguments: &[&str]) -> Option<Output> {
    let output = Command::new(program).args(arguments).current_dir(folder.path(".")).output();
    match output {
        Ok(output) => Some(output),
        Err(error) => {
            eprintln!("skipped: {program} does not run here ({error})");
            None
        }
    }
}

/// Runs a program on an entry `k`: returns the printed reference, or `None` if it fails.
type Reader = fn(&Folder) -> Option<String>;

fn pandoc(folder: &Folder) -> Option<String> {
    folder.write("p.md", "[@k]\n");
    let output = run(
        folder,
        "pandoc",
        &["--citeproc", "--bibliography=refs.bib", "-t", "plain", "--wrap=none", "p.md"],
    )?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn typst(folder: &Folder) -> Option<String> {
    folder.write("p.typ", "@k\n#bibliography(\"refs.bib\", style: \"apa\")\n");
    let arguments = ["compile", "--features", "html", "--format", "html", "p.typ", "-"];
    let output = run(folder, "typst", &arguments)?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn bibtex(folder: &Folder) -> Option<String> {
    folder.write("p.aux", "\\citation{k}\n\\bibstyle{plain}\n\\bibdata{refs}\n");
    run(folder, "bibtex", &["p"])?;
    Some(folder.read("p.bbl"))
}

fn biber(folder: &Folder) -> Option<String> {
    let tool = ["--tool", "--quiet", "--output-format=bibtex", "--output-file=p.out.bib", "refs.bib"];
    run(folder, "biber", &tool)?;
    let written = folder.path("p.out.bib");
    Some(std::fs::read_to_string(written).unwrap_or_default())
}

#[test]
fn the_programs_do_what_is_said_of_them() {
    let author = |names: &str| entry("year = {2020}").replace("Able, Ann", names);
    // The bibliography, and words that a program prints if it reads the bibliography as intended.
    let cases = [
        (entry("year = {2020}"), "2020"),
        (entry("date = {Feb 2002}"), "2002"),
        (entry("date = {2002-02-07}"), "2002"),
        (entry("year = {in press}"), "in press"),
        (author("Able, Ann and and Best, Bob"), "Best"),
        (author("Able, Ann and others"), "Able"),
        (entry("year = {2020}").replace("@article", "@journal_article"), "Able"),
        (entry("year = {2020}").replace("@article", "@ article"), "Lancet"),
        (entry("year = {2020}, note = {first}, note = {last}"), "Lancet"),
        (entry("year = {2020}, month = sept"), "Lancet"),
        (entry("year = {2020},, volume = {3}"), "Lancet"),
        (format!("{}@misc{{, title = {{No key}}}}\n", entry("year = {2020}")), "Lancet"),
        (format!("Mail me: joe@example.org about this file.\n{}", entry("year = {2020}")), "Lancet"),
    ];
    let readers: [(usize, Reader); 4] = [(0, bibtex), (1, biber), (2, pandoc), (3, typst)];
    let bibliographies: Vec<String> = cases.iter().map(|(bibliography, _)| bibliography.clone()).collect();
    for ((bibliography, words), said) in cases.into_iter().zip(severities(&bibliographies)) {
        let said: Vec<&str> = said.split(' ').collect();
        for (program, read) in readers {
            let folder = Folder::with(&[("refs.bib", &bibliography)]);
            let Some(printed) = read(&folder) else { continue };
            let is_printed = printed.to_lowercase().contains(&words.to_lowercase());
            // BibTeX ignores even a valid `date`: its styles know years only.
            if program == 0 && bibliography.contains("date = ") {
                continue;
            }
            if said[program] == "-" {
                assert!(
                    is_printed,
                    "{program} prints no {words}, and nothing is said:\n{bibliography}\n{printed}"
                );
            }
            if said[program] == "error" {
                assert!(!is_printed, "{program} prints {words} all the same:\n{bibliography}\n{printed}");
            }
        }
    }
}

#[test]
fn bibtex_inherits_where_nothing_is_said() {
    for keys in [&["kid"][..], &["kid", "twin"], &["kid", "par"], &["*"]] {
        let folder = Folder::with(&[("refs.bib", PARENT_FIRST)]);
        let cited: String = keys.iter().map(|key| format!("\\citation{{{key}}}\n")).collect();
        folder.write("p.aux", format!("{cited}\\bibstyle{{plain}}\n\\bibdata{{refs}}\n"));
        let Some(_) = run(&folder, "bibtex", &["p"]) else { return };
        let inherits = folder.read("p.bbl").contains("2020");
        let said = rows_in_bibtex(&format!("\\nocite{{{}}}", keys.join(",")), PARENT_FIRST);
        assert_eq!(inherits, said.is_empty(), "{keys:?}: {said:?}");
    }
}
