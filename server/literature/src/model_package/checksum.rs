//! Computes the SHA-256 of files.

use ring::digest::{Context, SHA256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The number of bytes to read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// Returns the SHA-256 of a file as 64 lowercase hexadecimal digits.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub(super) fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut context = Context::new(&SHA256);
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        context.update(chunk.get(..read).unwrap_or_default());
    }
    Ok(context.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect())
}
