//! Writes rows for `COPY … FROM STDIN (FORMAT binary)`.
//!
//! The binary format saves the server the parsing of texts and, for sorted words, the sorting.

use crate::database::Database;
use crate::error::DatabaseError;
use crate::terms::Weight;
use deadpool_postgres::ClientWrapper;
use futures::SinkExt;
use std::io::Cursor;
use std::pin::Pin;
use tokio_postgres::CopyInSink;

/// The number of bytes to send to the connection at once.
const CHUNK_BYTES: usize = 256 * 1024;

/// The header of the binary format: its signature, no flags and no extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// The number of fields that marks the end.
const TRAILER: i16 = -1;

/// The OID of the type `text`.
const TEXT_OID: u32 = 25;

/// Rows being copied into a table.
pub(crate) struct CopyRows<'a> {
    database: &'a Database,
    sink: Pin<Box<CopyInSink<Cursor<Vec<u8>>>>>,
    chunk: Vec<u8>,
}

impl<'a> CopyRows<'a> {
    /// Starts a copy; `target` is a table with its columns, such as `referee.lookup_key (key,
    /// statement)`.
    pub(crate) async fn into(
        database: &'a Database,
        client: &ClientWrapper,
        target: &str,
    ) -> Result<Self, DatabaseError> {
        let sql = format!("COPY {target} FROM STDIN (FORMAT binary)");
        let sink = client.copy_in(&sql).await.map_err(|error| database.error(error))?;
        Ok(CopyRows { database, sink: Box::pin(sink), chunk: HEADER.to_vec() })
    }

    /// Adds a row whose fields `write` writes.
    pub(crate) async fn add(
        &mut self,
        fields: i16,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), DatabaseError> {
        self.chunk.extend(fields.to_be_bytes());
        write(&mut self.chunk);
        if self.chunk.len() >= CHUNK_BYTES {
            let full = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK_BYTES + 8192));
            self.sink.feed(Cursor::new(full)).await.map_err(|error| self.database.error(error))?;
        }
        Ok(())
    }

    /// Completes the copy; without this call, no row is stored.
    pub(crate) async fn finish(mut self) -> Result<(), DatabaseError> {
        let failed = |error| self.database.error(error);
        self.chunk.extend(TRAILER.to_be_bytes());
        self.sink.send(Cursor::new(self.chunk)).await.map_err(failed)?;
        self.sink.as_mut().finish().await.map_err(failed)?;
        Ok(())
    }
}

fn length(bytes: usize) -> [u8; 4] {
    i32::try_from(bytes).unwrap_or(i32::MAX).to_be_bytes()
}

/// Writes a field whose length is known only after its content is written.
fn sized(out: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend([0; 4]);
    content(out);
    let written = length(out.len() - start - 4);
    if let Some(place) = out.get_mut(start..start + 4) {
        place.copy_from_slice(&written);
    }
}

/// Writes a `bigint`.
pub(crate) fn bigint(value: i64, out: &mut Vec<u8>) {
    out.extend(length(8));
    out.extend(value.to_be_bytes());
}

/// Writes a `text` without U+0000, which PostgreSQL does not allow in texts.
pub(crate) fn text(value: &str, out: &mut Vec<u8>) {
    sized(out, |out| without_nul(value, out));
}

/// Writes a `bytea`.
pub(crate) fn bytes(value: &[u8], out: &mut Vec<u8>) {
    out.extend(length(value.len()));
    out.extend(value);
}

/// Writes a `jsonb`; `json` must not contain U+0000.
pub(crate) fn jsonb(json: &str, out: &mut Vec<u8>) {
    const VERSION: u8 = 1;
    out.extend(length(json.len() + 1));
    out.push(VERSION);
    out.extend(json.as_bytes());
}

/// Writes a `text[]`.
pub(crate) fn text_array(values: &[String], out: &mut Vec<u8>) {
    sized(out, |out| {
        let dimensions = i32::from(!values.is_empty());
        out.extend(dimensions.to_be_bytes());
        // The array contains no nulls.
        out.extend(0_i32.to_be_bytes());
        out.extend(TEXT_OID.to_be_bytes());
        if values.is_empty() {
            return;
        }
        out.extend(length(values.len()));
        // The lower bound of the index is 1.
        out.extend(1_i32.to_be_bytes());
        for value in values {
            text(value, out);
        }
    });
}

/// Writes a `tsvector` of words with their positions. Words must be sorted by their bytes, and
/// positions ascending.
pub(crate) fn tsvector<'w>(
    words: impl ExactSizeIterator<Item = (&'w str, &'w [(u16, Weight)])>,
    out: &mut Vec<u8>,
) {
    sized(out, |out| {
        out.extend(length(words.len()));
        for (word, places) in words {
            without_nul(word, out);
            out.push(0);
            out.extend(u16::try_from(places.len()).unwrap_or(u16::MAX).to_be_bytes());
            for (position, weight) in places {
                out.extend((weight.number() << 14 | position).to_be_bytes());
            }
        }
    });
}

fn without_nul(value: &str, out: &mut Vec<u8>) {
    if value.contains('\0') {
        out.extend(value.bytes().filter(|byte| *byte != 0));
    } else {
        out.extend(value.as_bytes());
    }
}
