//! The identifiers of retracted works in a table that is small enough to be part of the program.
//!
//! A table keeps a number of 48 bits for each DOI and PMID and not the identifier: 6 bytes each, sorted, looked up by
//! binary search where they lie. A DOI that is not in the table meets one of its numbers with a probability of
//! 1 in 2^48 for each entry, which is 3 in 10^10 for 80,000 entries.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `RFRETR` and the version of the format, two digits |
//! | 8–11 | the day of the data, as the number 20261128 |
//! | 12–15, 16–19 | how many DOIs and how many PMIDs were put in |
//! | 20–23 | how many numbers follow; equal ones are kept once |
//! | 24–31 | the checksum of all other bytes |
//! | 32– | the numbers, in big-endian order of bytes, ascending |
//!
//! All integers of the header are little-endian. Numbers and checksum are SipHash 2-4 with a fixed key.

use referee_bibliography::{Date, Identifier};
use siphasher::sip::SipHasher24;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::Hasher;

/// The first bytes of a table, with the version of the format.
const MAGIC: &[u8; 8] = b"RFRETR01";

/// The length of the header in bytes.
const HEADER: usize = 32;

/// The bytes of the header that hold the checksum.
const CHECKSUM: std::ops::Range<usize> = 24..32;

/// The bytes of one number.
const NUMBER: usize = 6;

/// The largest table that is read, in bytes: more than 300,000 numbers.
pub const MAX_RETRACTION_TABLE_BYTES: u64 = 2_000_000;

/// The name of Retraction Watch among the sources: tables are of its list unless [`RetractionTable::of_source`] names another.
pub const RETRACTION_WATCH: &str = "retraction-watch";

/// The name of a table among the sources of a workspace. It has no records.
pub const RETRACTION_TABLE: &str = "retraction-table";

/// Which works were retracted, by their identifiers.
#[derive(Clone, Debug)]
pub struct RetractionTable {
    bytes: Cow<'static, [u8]>,
    as_of: Date,
    source: &'static str,
}

/// Why bytes are not a table of retractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetractionTableError {
    /// They do not begin as a table does.
    #[error("it is not a table of retractions")]
    NotATable,
    /// The table is of a version of the format that this program does not read.
    #[error("it was made for another version of referee")]
    OtherVersion,
    /// There are fewer or more bytes than the header says, the header is senseless, or the checksum is wrong.
    #[error("it is damaged")]
    Damaged,
    /// It has more than [`MAX_RETRACTION_TABLE_BYTES`].
    #[error("it is larger than a table of retractions can be")]
    TooLarge,
}

impl RetractionTable {
    /// Makes the bytes of a table from the identifiers of retracted works, as the data of the day `as_of` has them. Other
    /// identifiers than DOIs and PMIDs are left out.
    #[must_use]
    pub fn build<'a>(as_of: Date, identifiers: impl IntoIterator<Item = &'a Identifier>) -> Vec<u8> {
        let (mut dois, mut pmids) = (0_u32, 0_u32);
        let mut numbers = BTreeSet::new();
        for identifier in identifiers {
            match identifier {
                Identifier::Doi(_) => dois += 1,
                Identifier::Pmid(_) => pmids += 1,
                _ => continue,
            }
            numbers.extend(number(identifier));
        }
        let day = u32::try_from(as_of.year).unwrap_or(0) * 10_000
            + u32::from(as_of.month.unwrap_or(1)) * 100
            + u32::from(as_of.day.unwrap_or(1));
        let mut out = Vec::with_capacity(HEADER + numbers.len() * NUMBER);
        out.extend(MAGIC);
        for field in [day, dois, pmids, u32::try_from(numbers.len()).unwrap_or(u32::MAX)] {
            out.extend(field.to_le_bytes());
        }
        out.extend([0; CHECKSUM.end - CHECKSUM.start]);
        for number in numbers {
            out.extend(number);
        }
        let sum = checksum(&out).to_le_bytes();
        if let Some(place) = out.get_mut(CHECKSUM) {
            place.copy_from_slice(&sum);
        }
        out
    }

    /// Reads a table, whole.
    ///
    /// # Errors
    ///
    /// If it is none, is of another version or too large, or does not have the checksum that it states.
    pub fn read(bytes: Vec<u8>) -> Result<Self, RetractionTableError> {
        let table = RetractionTable::with_header(Cow::Owned(bytes))?;
        let stated = table.bytes.get(CHECKSUM).and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
        if stated.map(u64::from_le_bytes) != Some(checksum(&table.bytes)) {
            return Err(RetractionTableError::Damaged);
        }
        Ok(table)
    }

    /// Takes a table that is part of the program. Its header is looked at, its checksum is not.
    ///
    /// # Errors
    ///
    /// As for [`RetractionTable::read`].
    pub fn built_in(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, RetractionTableError> {
        RetractionTable::with_header(bytes.into())
    }

    fn with_header(bytes: Cow<'static, [u8]>) -> Result<Self, RetractionTableError> {
        if bytes.len() as u64 > MAX_RETRACTION_TABLE_BYTES {
            return Err(RetractionTableError::TooLarge);
        }
        if !bytes.starts_with(&MAGIC[..6]) {
            return Err(RetractionTableError::NotATable);
        }
        if !bytes.starts_with(MAGIC) {
            return Err(RetractionTableError::OtherVersion);
        }
        let day = field(&bytes, 8).and_then(day).ok_or(RetractionTableError::Damaged)?;
        let numbers = field(&bytes, 20).ok_or(RetractionTableError::Damaged)? as usize;
        if bytes.len() != numbers.saturating_mul(NUMBER).saturating_add(HEADER) {
            return Err(RetractionTableError::Damaged);
        }
        Ok(RetractionTable { bytes, as_of: day, source: RETRACTION_WATCH })
    }

    /// Returns the table as the list of another source, such as `pubmed`.
    #[must_use]
    pub fn of_source(self, source: &'static str) -> Self {
        RetractionTable { source, ..self }
    }

    /// The name of the source whose list it is; [`source_name`](crate::source_name) is what people call it.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// The day of the data that the table was made from.
    #[must_use]
    pub fn as_of(&self) -> Date {
        self.as_of
    }

    /// How many DOIs, and how many PMIDs, were put in.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        (field(&self.bytes, 12).unwrap_or(0), field(&self.bytes, 16).unwrap_or(0))
    }

    /// Whether the work with this identifier is listed as retracted. False for identifiers that are neither DOIs nor
    /// PMIDs.
    #[must_use]
    pub fn lists(&self, identifier: &Identifier) -> bool {
        let Some(wanted) = number(identifier) else { return false };
        let (numbers, _) = self.bytes.get(HEADER..).unwrap_or_default().as_chunks::<NUMBER>();
        numbers.binary_search(&wanted).is_ok()
    }
}

/// The number that a table keeps for an identifier; `None` for one that is neither a DOI nor a PMID.
fn number(identifier: &Identifier) -> Option<[u8; NUMBER]> {
    let key = match identifier {
        Identifier::Doi(doi) => format!("doi:{}", doi.to_lowercase()),
        Identifier::Pmid(number) => format!("pmid:{number}"),
        _ => return None,
    };
    let [a, b, c, d, e, f, ..] = hash(&[key.as_bytes()]).to_be_bytes();
    Some([a, b, c, d, e, f])
}

/// The checksum of a table: of its bytes without those of the checksum.
fn checksum(bytes: &[u8]) -> u64 {
    hash(&[bytes.get(..CHECKSUM.start).unwrap_or_default(), bytes.get(CHECKSUM.end..).unwrap_or_default()])
}

/// SipHash 2-4 of the parts, with a key that is part of the format.
fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(0x7265_6665_7265_6521, 0x7265_7472_6163_7473);
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

/// The integer of the header at `start`.
fn field(bytes: &[u8], start: usize) -> Option<u32> {
    let field = bytes.get(start..start + 4)?;
    Some(u32::from_le_bytes(field.try_into().ok()?))
}

/// The day that 20261128 means.
fn day(number: u32) -> Option<Date> {
    let part = |number: u32| u8::try_from(number % 100).ok();
    let year = i32::try_from(number / 10_000).ok().filter(|year| (1900..=9999).contains(year))?;
    let month = part(number / 100).filter(|month| (1..=12).contains(month))?;
    let day = part(number).filter(|day| (1..=31).contains(day))?;
    Some(Date { year, month: Some(month), day: Some(day) })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    const DAY: Date = Date { year: 2026, month: Some(11), day: Some(28) };

    fn table(identifiers: &[Identifier]) -> Vec<u8> {
        RetractionTable::build(DAY, identifiers)
    }

    fn doi(number: u64) -> Identifier {
        Identifier::Doi(format!("10.1000/{number}"))
    }

    #[test]
    fn what_was_put_in_is_listed_in_any_case_and_nothing_else() {
        let table = table(&[doi(7), Identifier::Pmid(7), Identifier::Pmcid(9)]);
        let table = RetractionTable::read(table).unwrap();
        assert_eq!((table.as_of(), table.counts()), (DAY, (1, 1)));
        assert!(table.lists(&doi(7)) && table.lists(&Identifier::Pmid(7)));
        assert!(
            !table.lists(&doi(8))
                && !table.lists(&Identifier::Pmid(8))
                && !table.lists(&Identifier::Pmcid(9))
        );
    }

    #[test]
    fn damage_another_version_and_other_files_are_refused() {
        let good = table(&[doi(1), doi(2)]);
        for at in 8..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x41;
            assert_eq!(RetractionTable::read(bad).unwrap_err(), RetractionTableError::Damaged, "byte {at}");
        }
        for end in 6..good.len() {
            assert!(RetractionTable::read(good[..end].to_vec()).is_err(), "{end} bytes");
        }
        let newer = [b"RFRETR99", &good[8..]].concat();
        assert_eq!(RetractionTable::read(newer).unwrap_err(), RetractionTableError::OtherVersion);
        let page = b"<!doctype html>".to_vec();
        assert_eq!(RetractionTable::read(page).unwrap_err(), RetractionTableError::NotATable);
        let long = [good, vec![0; 2_000_000]].concat();
        assert_eq!(RetractionTable::read(long).unwrap_err(), RetractionTableError::TooLarge);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            for bytes in [bytes.clone(), [MAGIC, &bytes[..]].concat()] {
                if let Ok(table) = RetractionTable::with_header(Cow::Owned(bytes)) {
                    let _ = table.lists(&doi(1));
                }
            }
        }

        #[test]
        fn every_identifier_is_found(dois in proptest::collection::vec(any::<u64>(), 0..60), pmids in proptest::collection::vec(1_u32..99_999_999, 0..60)) {
            let all: Vec<Identifier> = dois.into_iter().map(doi).chain(pmids.into_iter().map(Identifier::Pmid)).collect();
            let table = RetractionTable::read(table(&all)).unwrap();
            prop_assert!(all.iter().all(|identifier| table.lists(identifier)));
        }
    }
}
