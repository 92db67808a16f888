//! Stores works under their identifiers, with a digest of each record.

use super::error::StoreError;
use crate::identity;
use referee_records::Record;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use siphasher::sip::SipHasher13;
use std::hash::Hasher;

/// Adds a work, or merges it into the record of the same work, and returns its id.
pub(super) fn put_work(transaction: &Transaction<'_>, record: &Record) -> Result<i64, StoreError> {
    let keys = identity::keys(&record.work);
    let mut known: Option<i64> = None;
    for key in &keys {
        known = transaction
            .query_row("select work from work_keys where key = ?1", [key], |row| row.get(0))
            .optional()?;
        if known.is_some() {
            break;
        }
    }
    let work = match known {
        Some(work) => {
            let (old, digest): (String, i64) =
                transaction.query_row("select record, digest from works where id = ?1", [work], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            if let Some(merged) = merged(sound_record(Some(&old), digest), record) {
                let text = write(&merged);
                transaction.execute(
                    "update works set record = ?2, handle = ?3, digest = ?4 where id = ?1",
                    params![work, text, identity::handle(&merged.work), self::digest(text.as_bytes())],
                )?;
            }
            work
        }
        None => {
            let text = write(record);
            transaction.execute(
                "insert into works (handle, record, digest) values (?1, ?2, ?3)",
                params![identity::handle(&record.work), text, digest(text.as_bytes())],
            )?;
            transaction.last_insert_rowid()
        }
    };
    for key in &keys {
        transaction.execute(
            "insert into work_keys (key, work) values (?1, ?2) on conflict (key) do nothing",
            params![key, work],
        )?;
    }
    Ok(work)
}

/// Returns the digest by which a stored record is checked; it must stay the same across versions.
pub(super) fn digest(text: &[u8]) -> i64 {
    let mut hasher = SipHasher13::new();
    hasher.write(text);
    hasher.finish().cast_signed()
}

/// Reads a stored record; `None` if it does not match its digest.
pub(super) fn sound_record(text: Option<&str>, stored_digest: i64) -> Option<Record> {
    let text = text.filter(|text| digest(text.as_bytes()) == stored_digest)?;
    read(text)
}

/// Returns the fuller of two records of one work, with the notices of both; `None` if nothing
/// changes.
pub(super) fn merged(old: Option<Record>, new: &Record) -> Option<Record> {
    let Some(old) = old else { return Some(new.clone()) };
    let mut out =
        if old.work.summary.is_none() && new.work.summary.is_some() { new.clone() } else { old.clone() };
    for identifier in old.work.identifiers.iter().chain(new.work.identifiers.iter()) {
        if !out.work.identifiers.iter().any(|own| own == identifier) {
            out.work.identifiers.insert(identifier.clone());
        }
    }
    for notice in old.notices.iter().chain(&new.notices) {
        if !out.notices.contains(notice) {
            out.notices.push(notice.clone());
        }
    }
    for kind in &new.types {
        if !out.types.contains(kind) {
            out.types.push(kind.clone());
        }
    }
    (out != old).then_some(out)
}

/// Serialises a value for storage.
pub(super) fn write<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// Reads a stored value; `None` if it cannot be read.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}
