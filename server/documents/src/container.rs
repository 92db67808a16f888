//! Unpacks the archive of a word processor's document part by part, with a size limit.
//!
//! An entry name is only compared with the few that are wanted, and never used as a path.

use crate::DocumentError;
use referee_bibliography::xml_tree::Element;
use referee_text::decode::decode;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// The maximum size of a part that is unpacked, in MB.
const MAX_PART_MEGABYTES: u64 = 64;

/// The maximum number of entries of an archive that are examined.
const MAX_ENTRIES: usize = 10_000;

/// The first bytes of every file that Word locked, and of every `.doc`.
const COMPOUND_FILE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// An open archive.
pub(crate) struct Container<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
}

impl<'a> Container<'a> {
    /// Opens the archive of a document; `format` is the format's name for messages.
    pub(crate) fn open(bytes: &'a [u8], format: &'static str) -> Result<Self, DocumentError> {
        if bytes.starts_with(COMPOUND_FILE) {
            let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
            let locked = bytes.windows(name.len()).any(|window| window == name);
            return Err(if locked { DocumentError::Locked } else { DocumentError::OldWord });
        }
        if !bytes.starts_with(b"PK") {
            return Err(DocumentError::OtherFormat(format));
        }
        Ok(Container { archive: ZipArchive::new(Cursor::new(bytes))? })
    }

    /// Reads a part as XML; `None` if the archive lacks it. `part` is the part's description for
    /// messages.
    pub(crate) fn xml(&mut self, name: &str, part: &'static str) -> Result<Option<Element>, DocumentError> {
        let Some(text) = self.text(name, part)? else { return Ok(None) };
        Element::parse(&text).map(Some).map_err(|source| DocumentError::Xml { part, source })
    }

    /// Reads a part as text; `None` if the archive lacks it.
    pub(crate) fn text(&mut self, name: &str, part: &'static str) -> Result<Option<String>, DocumentError> {
        let entry = match self.archive.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(reason)) if reason == ZipError::PASSWORD_REQUIRED => {
                return Err(DocumentError::Locked);
            }
            Err(error) => return Err(error.into()),
        };
        let limit = MAX_PART_MEGABYTES << 20;
        let mut bytes = Vec::new();
        // The size that the archive declares cannot be trusted; the unpacked bytes are counted.
        entry
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(|source| DocumentError::Unpack { part, source })?;
        if bytes.len() as u64 > limit {
            return Err(DocumentError::TooLarge { part, megabytes: MAX_PART_MEGABYTES });
        }
        Ok(Some(decode(bytes).text))
    }

    /// Returns the entries that begin with `begins` and end with `ends`.
    pub(crate) fn names(&self, begins: &str, ends: &str) -> Vec<String> {
        let names = self.archive.file_names().take(MAX_ENTRIES).flatten();
        names
            .filter(|name| name.starts_with(begins) && name.ends_with(ends))
            .map(std::borrow::Cow::into_owned)
            .collect()
    }
}
