//! Makes the table of retracted works that is part of the program: `retraction_table CSV OUT DAY`, with the table of
//! Retraction Watch and the day of it as 2026-11-28. `scripts/retractions` runs this.

#![allow(clippy::print_stdout, reason = "it says what it made")]

use referee_bibliography::Date;
use referee_records::RetractionTable;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [csv, out, day] = arguments.as_slice() else { return Err("give CSV OUT DAY".into()) };
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return Err("the day is written as 2026-11-28".into()) };
    let as_of = Date { year: year.parse()?, month: Some(month.parse()?), day: Some(day.parse()?) };
    let listed = referee_literature::retractions::retracted(std::fs::File::open(csv)?)?;
    let bytes = RetractionTable::build(as_of, &listed);
    let table = RetractionTable::read(bytes.clone())?;
    std::fs::write(out, &bytes)?;
    let (dois, pmids) = table.counts();
    println!("{out}: {dois} DOIs and {pmids} PMIDs in {} bytes", bytes.len());
    Ok(())
}
