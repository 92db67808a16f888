//! Under what an answer is kept.

use crate::gate::Reached;
use crate::source::Question;
use referee_bibliography::{Date, Name, Work, WorkKind};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;
use std::io;

/// Under what an answer is kept: which service, where, was asked what. 128 bits of a hash, so that the cache holds
/// no text of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) high: i64,
    pub(crate) low: i64,
}

/// What a question for a work consists of. Its identifiers are questions of their own; its abstract, its address and
/// what the author noted beside it make no difference to what is asked.
#[derive(serde::Serialize)]
struct Description<'w> {
    kind: WorkKind,
    title: &'w Option<String>,
    subtitle: &'w Option<String>,
    original_title: &'w Option<String>,
    authors: &'w [Name],
    authors_truncated: bool,
    editors: &'w [Name],
    container: &'w Option<String>,
    container_short: &'w Option<String>,
    publisher: &'w Option<String>,
    date: Option<Date>,
    online_date: Option<Date>,
    volume: &'w Option<String>,
    issue: &'w Option<String>,
    pages: &'w Option<String>,
    edition: &'w Option<String>,
}

impl<'w> Description<'w> {
    fn of(work: &'w Work) -> Self {
        Description {
            kind: work.kind,
            title: &work.title,
            subtitle: &work.subtitle,
            original_title: &work.original_title,
            authors: &work.authors,
            authors_truncated: work.authors_truncated,
            editors: &work.editors,
            container: &work.container,
            container_short: &work.container_short,
            publisher: &work.publisher,
            date: work.date,
            online_date: work.online_date,
            volume: &work.volume,
            issue: &work.issue,
            pages: &work.pages,
            edition: &work.edition,
        }
    }
}

/// The part of a key that all questions to one service share.
#[derive(Clone, Copy)]
pub(crate) struct Seed(SipHasher13);

impl Seed {
    pub(crate) fn of(reached: &Reached) -> Self {
        let mut hash = SipHasher13::new_with_keys(0x7265_6665_7265_6501, 0);
        for part in [reached.service.name(), reached.access.base_url.as_str()] {
            hash.write(part.as_bytes());
            hash.write_u8(0xff);
        }
        Seed(hash)
    }

    /// The key of a question.
    pub(crate) fn key(self, question: &Question) -> Key {
        let mut into = Into(self.0);
        // A question is plain data, and hashing does not fail.
        let _ = match question {
            Question::Identifier(identifier) => {
                into.0.write_u8(1);
                serde_json::to_writer(&mut into, identifier)
            }
            Question::Like(work) => {
                into.0.write_u8(2);
                serde_json::to_writer(&mut into, &Description::of(work))
            }
        };
        let hash = into.0.finish128();
        Key { high: hash.h1.cast_signed(), low: hash.h2.cast_signed() }
    }
}

struct Into(SipHasher13);

impl io::Write for Into {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
