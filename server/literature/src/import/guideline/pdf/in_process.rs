//! Reads a PDF in this process: in a thread with a large stack, with panics caught.

use super::pages::{self, Joining, PdfError, PdfText};
use crate::import::guideline::document::Document;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The stack size of the reading thread in bytes: PDF objects may be nested arbitrarily deep.
const STACK_BYTES: usize = 128 << 20;

/// Reads a PDF in this process.
pub(super) fn read(bytes: Vec<u8>) -> Document {
    match in_thread(bytes, Joining::Lines) {
        Ok(text) => text.into_document(),
        Err(error) => Document { damage: vec![error.to_string()], ..Document::default() },
    }
}

/// Reads the fragments of the pages of a PDF in this process.
pub(super) fn read_fragments(bytes: Vec<u8>) -> PdfText {
    in_thread(bytes, Joining::Fragments)
        .unwrap_or_else(|error| PdfText { damage: vec![error.to_string()], ..PdfText::default() })
}

fn in_thread(bytes: Vec<u8>, joining: Joining) -> Result<PdfText, PdfError> {
    let reader = std::thread::Builder::new().name(String::from("pdf")).stack_size(STACK_BYTES);
    let read = reader.spawn(move || catch_unwind(AssertUnwindSafe(|| pages::read(&bytes, joining))));
    read.map_err(PdfError::Io).and_then(|thread| match thread.join() {
        Ok(Ok(text)) => text,
        _ => Err(PdfError::Failed),
    })
}
