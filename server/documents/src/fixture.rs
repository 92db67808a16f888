//! Archives for tests.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Builds an archive with these parts.
pub(crate) fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Builds a Word document with this body and these further parts.
pub(crate) fn docx(body: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    let mut parts: Vec<(&str, &[u8])> = vec![("word/document.xml", document.as_bytes())];
    parts.extend(more.iter().map(|(name, text)| (*name, text.as_bytes())));
    archive(&parts)
}

/// Builds a Word paragraph with this text.
pub(crate) fn paragraph(words: &str) -> String {
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r></w:p>")
}

/// Builds a Word field with this code and this displayed text.
pub(crate) fn field(code: &str, words: &str) -> String {
    let code = code.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    format!(
        "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> {code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>{words}</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
    )
}

/// Returns the code of a Zotero citation of one work.
pub(crate) fn zotero(number: u32, family: &str, title: &str, year: u32) -> String {
    format!(
        "{{\"citationID\":\"x{number}\",\"citationItems\":[{{\"id\":{number},\"uris\":[\"http://zotero.org/users/1/items/{number}\"],\"itemData\":{{\"id\":{number},\"type\":\"article-journal\",\"title\":\"{title}\",\"container-title\":\"Journal of Wards\",\"author\":[{{\"family\":\"{family}\",\"given\":\"Ann\"}}],\"issued\":{{\"date-parts\":[[\"{year}\"]]}},\"DOI\":\"10.1000/ward.{number}\"}}}}],\"schema\":\"x\"}}"
    )
}
