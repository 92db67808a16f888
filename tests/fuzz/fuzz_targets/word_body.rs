//! The text of a Word document in a valid archive.
#![no_main]

use referee_documents::{DocumentKind, read};
use std::io::{Cursor, Write};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let begun = writer.start_file("word/document.xml", zip::write::SimpleFileOptions::default());
    if begun.is_ok() && writer.write_all(data).is_ok() {
        if let Ok(archive) = writer.finish() {
            let _ = read(DocumentKind::Docx, &archive.into_inner());
        }
    }
});
