//! A table of the identifiers of retracted works that is small enough to be embedded in the
//! program.
//!
//! A table stores a 48-bit hash for each DOI and PMID instead of the identifier: 6 bytes each,
//! sorted and binary-searched in place. The probability that an unlisted DOI matches a given entry
//! is 1 in 2^48, and 3 in 10^10 for a table of 80,000 entries.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `RFRETR` and the two-digit version of the format |
//! | 8–11 | the date of the data, as the number 20261128 |
//! | 12–15, 16–19 | the number of DOIs and of PMIDs that were added |
//! | 20–23 | the number of hashes that follow, without duplicates |
//! | 24–31 | the checksum of all other bytes |
//! | 32– | the hashes, big-endian, in ascending order |
//!
//! All integers of the header are little-endian. Hashes and checksum are SipHash 2-4 with a fixed
//! key.

use referee_bibliography::{Date, Identifier};
use siphasher::sip::SipHasher24;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::Hasher;

/// The magic bytes of a table, with the version of the format.
const MAGIC: &[u8; 8] = b"RFRETR01";

/// The length of the header in bytes.
const HEADER: usize = 32;

/// The range of the checksum in the header.
const CHECKSUM: std::ops::Range<usize> = 24..32;

/// The length of a hash in bytes.
const NUMBER: usize = 6;

/// The maximum size of a table in bytes: more than 300,000 hashes.
pub const MAX_RETRACTION_TABLE_BYTES: u64 = 2_000_000;

/// The source name of Retraction Watch. Tables contain its list unless
/// [`RetractionTable::of_source`] sets another source.
pub const RETRACTION_WATCH: &str = "retraction-watch";

/// The source name of a table in a workspace. It contains no records.
pub const RETRACTION_TABLE: &str = "retraction-table";

/// The retracted works, by their identifiers.
#[derive(Clone, Debug)]
pub struct RetractionTable {
    bytes: Cow<'static, [u8]>,
    as_of: Date,
    source: &'static str,
}

/// An error when reading a table of retractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetractionTableError {
    /// The bytes do not begin with the magic bytes.
    #[error("it is not a table of retractions")]
    NotATable,
    /// The version of the format is not supported.
    #[error("it was made for another version of referee")]
    OtherVersion,
    /// The length differs from the header, the header is invalid, or the checksum is wrong.
    #[error("it is damaged")]
    Damaged,
    /// The table has more than [`MAX_RETRACTION_TABLE_BYTES`].
    #[error("it is too large for a table of retractions")]
    TooLarge,
}

impl RetractionTable {
    /// Serialises a table of the identifiers of retracted works, from data of the day `as_of`. Only
    /// DOIs and PMIDs are included.
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

    /// Reads a table and verifies its checksum.
    ///
    /// # Errors
    ///
    /// If the bytes are not a table, have another version, are too long, or do not match the
    /// checksum.
    pub fn read(bytes: Vec<u8>) -> Result<Self, RetractionTableError> {
        let table = RetractionTable::with_header(Cow::Owned(bytes))?;
        let stated = table.bytes.get(CHECKSUM).and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
        if stated.map(u64::from_le_bytes) != Some(checksum(&table.bytes)) {
            return Err(RetractionTableError::Damaged);
        }
        Ok(table)
    }

    /// Wraps a table that is embedded in the program. Its header is checked, but not its checksum.
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

    /// Sets the source of the list, such as `pubmed`.
    #[must_use]
    pub fn of_source(self, source: &'static str) -> Self {
        RetractionTable { source, ..self }
    }

    /// Returns the source of the list; [`source_name`](crate::source_name) returns its display
    /// name.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Returns the date of the data.
    #[must_use]
    pub fn as_of(&self) -> Date {
        self.as_of
    }

    /// Returns the number of DOIs and of PMIDs that were added.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        (field(&self.bytes, 12).unwrap_or(0), field(&self.bytes, 16).unwrap_or(0))
    }

    /// Whether the work with this identifier is listed as retracted. False for identifiers that are
    /// neither DOIs nor PMIDs.
    #[must_use]
    pub fn lists(&self, identifier: &Identifier) -> bool {
        let Some(wanted) = number(identifier) else { return false };
        let (numbers, _) = self.bytes.get(HEADER..).unwrap_or_default().as_chunks::<NUMBER>();
        numbers.binary_search(&wanted).is_ok()
    }
}

/// Returns the hash of an identifier; `None` if it is neither a DOI nor a PMID.
fn number(identifier: &Identifier) -> Option<[u8; NUMBER]> {
    let key = match identifier {
        Identifier::Doi(doi) => format!("doi:{}", doi.to_lowercase()),
        Identifier::Pmid(number) => format!("pmid:{number}"),
        _ => return None,
    };
    let [a, b, c, d, e, f, ..] = hash(&[key.as_bytes()]).to_be_bytes();
    Some([a, b, c, d, e, f])
}

/// Returns the checksum of a table: the hash of its bytes, except those of the checksum.
fn checksum(bytes: &[u8]) -> u64 {
    hash(&[bytes.get(..CHECKSUM.start).unwrap_or_default(), bytes.get(CHECKSUM.end..).unwrap_or_default()])
}

/// Returns the SipHash 2-4 of the parts, with a key that is part of the format.
fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(0x7265_6665_7265_6521, 0x7265_7472_6163_7473);
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

/// Returns the header's integer at `start`.
fn field(bytes: &[u8], start: usize) -> Option<u32> {
    let field = bytes.get(start..start + 4)?;
    Some(u32::from_le_bytes(field.try_into().ok()?))
}

/// Converts a number such as 20261128 to a date.
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
