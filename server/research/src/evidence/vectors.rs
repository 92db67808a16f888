//! The vectors of the store: for each text, by the embedder that made them.

use super::error::StoreError;
use super::store::Store;
use rusqlite::{OptionalExtension, params};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::collections::HashMap;
use std::hash::Hasher;

/// The digest of a text; texts with the same digest are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextDigest([u8; 16]);

impl TextDigest {
    /// Returns the digest of this text; it must stay the same across versions.
    #[must_use]
    pub fn of(text: &str) -> TextDigest {
        let mut hasher = SipHasher13::new();
        hasher.write(text.as_bytes());
        TextDigest(hasher.finish128().as_bytes())
    }
}

impl Store {
    /// Returns the stored vectors that an embedder of this name made of texts with these digests.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn vectors(
        &self,
        embedder: &str,
        texts: &[TextDigest],
    ) -> Result<HashMap<TextDigest, Vec<f32>>, StoreError> {
        let mut statement =
            self.connection.prepare("select vector from vectors where embedder = ?1 and text = ?2")?;
        let mut out = HashMap::new();
        for text in texts {
            let kept: Option<Vec<u8>> =
                statement.query_row(params![embedder, text.0], |row| row.get(0)).optional()?;
            out.extend(kept.and_then(|bytes| Some((*text, read(&bytes)?))));
        }
        Ok(out)
    }

    /// Stores vectors of an embedder in one transaction, replacing its earlier ones.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn add_vectors(
        &mut self,
        embedder: &str,
        vectors: &[(TextDigest, Vec<f32>)],
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        for (text, vector) in vectors {
            let bytes: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
            transaction.execute(
                "insert into vectors (embedder, text, vector) values (?1, ?2, ?3)
                 on conflict (embedder, text) do update set vector = excluded.vector",
                params![embedder, text.0, bytes],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }
}

/// Reads a stored vector; `None` if the bytes are not a vector.
fn read(bytes: &[u8]) -> Option<Vec<f32>> {
    let vector: Vec<f32> =
        bytes.chunks_exact(4).filter_map(|four| Some(f32::from_le_bytes(four.try_into().ok()?))).collect();
    let whole = bytes.len().is_multiple_of(4) && !vector.is_empty();
    (whole && vector.iter().all(|value| value.is_finite())).then_some(vector)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::evidence::EvidenceLocation;

    #[test]
    fn vectors_survive_their_process_and_belong_to_their_embedder() {
        let folder = tempfile::tempdir().unwrap();
        let location = EvidenceLocation::below(folder.path(), folder.path());
        let mut store = Store::open(&location).unwrap();
        let (one, two) = (TextDigest::of("one"), TextDigest::of("two"));
        store.add_vectors("a", &[(one, vec![0.25, -1.0]), (two, vec![1.0, 0.0])]).unwrap();
        store.add_vectors("a", &[(one, vec![0.5, -1.0])]).unwrap();
        store.add_vectors("b", &[(one, vec![1.0])]).unwrap();
        // A killed process does not close its files.
        std::mem::forget(store);
        let store = Store::open(&location).unwrap();
        let kept = store.vectors("a", &[one, two, TextDigest::of("three")]).unwrap();
        assert_eq!(kept, HashMap::from([(one, vec![0.5, -1.0]), (two, vec![1.0, 0.0])]));
        assert!(store.vectors("c", &[one]).unwrap().is_empty());
    }

    #[test]
    fn bytes_that_are_no_vector_are_passed_over() {
        assert_eq!(read(&[0, 0, 128]), None);
        assert_eq!(read(&[]), None);
        assert_eq!(read(&f32::NAN.to_le_bytes()), None);
        assert_eq!(read(&1.0_f32.to_le_bytes()), Some(vec![1.0]));
    }

    #[test]
    fn the_mark_of_a_text_does_not_change_from_version_to_version() {
        assert_eq!(TextDigest::of("metformin"), TextDigest::of("metformin"));
        assert_ne!(TextDigest::of("metformin"), TextDigest::of("Metformin"));
        let marked =
            TextDigest::of("metformin").0.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(marked, "7b78ea697a26260e59c2a822a827d7f1");
    }
}
