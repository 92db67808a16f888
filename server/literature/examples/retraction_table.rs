//! Creates the tables of retracted works that are compiled into the program: `retraction_table LIST
//! OUT DAY`. The list is the table of Retraction Watch (.csv), or has one PMID per line; the day
//! has the form 2026-11-28. `scripts/retractions` runs this program.

#![allow(clippy::print_stdout, reason = "it says what it made")]

use referee_bibliography::Date;
use referee_literature::retractions;
use referee_records::RetractionTable;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [list, out, day] = arguments.as_slice() else { return Err("give LIST OUT DAY".into()) };
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return Err("the day is written as 2026-11-28".into()) };
    let as_of = Date { year: year.parse()?, month: Some(month.parse()?), day: Some(day.parse()?) };
    let listed = match list.ends_with(".csv") {
        true => retractions::retracted(std::fs::File::open(list)?)?,
        false => retractions::listed_pmids(&std::fs::read_to_string(list)?),
    };
    let bytes = RetractionTable::build(as_of, &listed);
    let table = RetractionTable::read(bytes.clone())?;
    std::fs::write(out, &bytes)?;
    let (dois, pmids) = table.counts();
    println!("{out}: {dois} DOIs and {pmids} PMIDs in {} bytes", bytes.len());
    Ok(())
}
