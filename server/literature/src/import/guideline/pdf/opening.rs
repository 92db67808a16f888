//! Opens PDFs, also those that are encrypted but need no password.

use pdf_extract::{Document, IncrementalDocument, Object};

/// Why a PDF cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpenError {
    /// The structure is broken.
    #[error("it is not a readable PDF: {0}")]
    Broken(pdf_extract::Error),
    /// The file cannot be decrypted without a password.
    #[error("it is password protected; save it without a password first")]
    Protected,
}

/// Opens a PDF and decrypts it with the empty password, which publishers use to forbid printing.
pub(super) fn open(bytes: &[u8]) -> Result<Document, OpenError> {
    let broken = |error| match names_encryption(bytes) {
        true => OpenError::Protected,
        false => OpenError::Broken(error),
    };
    let mut pdf = Document::load_mem(bytes).map_err(broken)?;
    if matches!(pdf.trailer.get(b"Encrypt"), Ok(Object::Dictionary(_))) {
        pdf = with_encryption_as_object(bytes, pdf)
            .and_then(|bytes| Document::load_mem(&bytes))
            .map_err(|_| OpenError::Protected)?;
    }
    // The parser removes the entry if the empty password opened the file.
    if pdf.trailer.has(b"Encrypt") && pdf.decrypt("").is_err() {
        return Err(OpenError::Protected);
    }
    Ok(pdf)
}

/// Returns a file whose trailer contains its encryption dictionary with that dictionary as an object,
/// added as an incremental update. Both are allowed (ISO 32000-1, 7.5.5), and MuPDF writes the first,
/// but the parser decrypts only the second.
fn with_encryption_as_object(bytes: &[u8], pdf: Document) -> Result<Vec<u8>, pdf_extract::Error> {
    let encryption = pdf.trailer.get(b"Encrypt")?.clone();
    // The parser counts offsets from the header.
    let header = bytes.windows(5).position(|window| window == b"%PDF-").unwrap_or(0);
    let before = bytes.get(header..).unwrap_or_default().to_vec();
    let mut update = IncrementalDocument::create_from(before, pdf);
    let id = update.new_document.add_object(encryption);
    update.new_document.trailer.set("Encrypt", id);
    // The parameters of a filter that the new cross-reference stream does not have.
    update.new_document.trailer.remove(b"DecodeParms");
    let mut out = Vec::new();
    update.save_to(&mut out)?;
    Ok(out)
}

/// Returns whether the trailer of a file that cannot be parsed mentions encryption: the parser does
/// not support all encryption methods.
fn names_encryption(bytes: &[u8]) -> bool {
    const TRAILER_BYTES: usize = 4 << 10;
    let tail = bytes.get(bytes.len().saturating_sub(TRAILER_BYTES)..).unwrap_or_default();
    tail.windows(b"/Encrypt".len()).any(|window| window == b"/Encrypt")
}
