//! The table of retracted works, as read from a user's file.
#![no_main]

use referee_bibliography::{Date, Identifier};
use referee_records::RetractionTable;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let identifier = Identifier::Pmid(7);
    let day = Date { year: 2026, month: Some(1), day: Some(1) };
    let _ = RetractionTable::read(data.to_vec());
    // Damage a valid table after its first bytes. Without the checksum test the numbers are
    // reached.
    let mut changed = RetractionTable::build(day, [&identifier, &Identifier::Pmid(8)]);
    changed.iter_mut().skip(8).zip(data).for_each(|(byte, other)| *byte ^= *other);
    if let Ok(table) = RetractionTable::built_in(changed) {
        let _ = (table.lists(&identifier), table.as_of(), table.counts());
    }
});
