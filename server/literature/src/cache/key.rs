//! The key of an answer in the cache.

use crate::online::ServiceEndpoint;
use referee_bibliography::Work;
use referee_records::source::Question;
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::{Hash, Hasher};

/// The key of an answer: a 128-bit hash of the service, its address and the question, so that the
/// cache stores no text of a question. Another version may hash differently; its answers are then
/// fetched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The upper 64 bits.
    pub high: i64,
    /// The lower 64 bits.
    pub low: i64,
}

/// The part of the hash that is common to all questions for one service.
#[derive(Clone, Copy)]
pub(crate) struct Seed {
    hash: SipHasher13,
    /// Whether the service is asked about the address (URL) in a reference.
    asks_for_address: bool,
}

impl Seed {
    pub(crate) fn of(endpoint: &ServiceEndpoint) -> Self {
        let mut hash = SipHasher13::new_with_keys(0x7265_6665_7265_6501, 0);
        for part in [endpoint.service.name(), endpoint.access.base_url.as_str()] {
            hash.write(part.as_bytes());
            hash.write_u8(0xff);
        }
        Seed { hash, asks_for_address: endpoint.service.asks_for_address() }
    }

    /// Returns the key of a question.
    pub(crate) fn key(self, question: &Question) -> Key {
        let mut hash = self.hash;
        match question {
            Question::Identifier(identifier) => {
                hash.write_u8(1);
                identifier.hash(&mut hash);
            }
            Question::Like(work) => {
                hash.write_u8(2);
                description(work, &mut hash);
                if self.asks_for_address {
                    work.url.hash(&mut hash);
                }
            }
            Question::Subject(words) => {
                hash.write_u8(3);
                words.hash(&mut hash);
            }
        }
        let hash = hash.finish128();
        Key { high: hash.h1.cast_signed(), low: hash.h2.cast_signed() }
    }
}

/// Hashes the parts of a work that affect what is asked. Identifiers are separate questions, so
/// they are hashed only if the work has nothing else. The abstract and the author's notes are left
/// out, and the address is hashed only for services that are asked about it.
fn description(work: &Work, hash: &mut SipHasher13) {
    let texts = [
        &work.title,
        &work.subtitle,
        &work.original_title,
        &work.container,
        &work.container_short,
        &work.publisher,
        &work.volume,
        &work.issue,
        &work.pages,
        &work.edition,
    ];
    texts.hash(hash);
    if texts.iter().all(|text| text.is_none()) {
        work.identifiers.hash(hash);
    }
    (work.kind, work.date, work.online_date, work.authors_truncated).hash(hash);
    (&work.authors, &work.editors).hash(hash);
}

#[cfg(test)]
mod tests {
    use super::{Key, Seed};
    use crate::online::ServiceEndpoint;
    use crate::online::{Access, all};
    use referee_bibliography::{Identifier, Work};
    use referee_records::source::Question;
    use std::sync::Arc;

    fn key(work: Work) -> Key {
        let service = *all().iter().find(|service| service.name() == "doi").expect("doi.org is a service");
        let access = Access { base_url: "https://doi.invalid".to_owned(), ..Access::default() };
        Seed::of(&ServiceEndpoint { service, access }).key(&Question::Like(Arc::new(work)))
    }

    #[test]
    fn what_two_numbers_name_is_not_one_question_and_a_title_is_one_with_any_number() {
        let numbered = |doi: &str, title: Option<&str>| Work {
            title: title.map(str::to_owned),
            identifiers: [Identifier::Doi(doi.to_owned())].into_iter().collect(),
            ..Work::default()
        };
        assert_ne!(key(numbered("10.5555/one", None)), key(numbered("10.5555/two", None)));
        let title = Some("Zinc and the common cold");
        assert_eq!(key(numbered("10.5555/one", title)), key(numbered("10.5555/two", title)));
    }

    #[test]
    fn one_title_at_two_addresses_is_two_questions_to_those_who_are_asked_for_the_address() {
        let page = |url: &str| Work {
            title: Some("A plan for the quays".to_owned()),
            url: Some(url.to_owned()),
            ..Work::default()
        };
        let of = |name: &str, work: Work| {
            let service = *all().iter().find(|service| service.name() == name).expect("it is a service");
            let access = Access { base_url: "https://x.invalid".to_owned(), ..Access::default() };
            Seed::of(&ServiceEndpoint { service, access }).key(&Question::Like(Arc::new(work)))
        };
        for name in ["webpage", "internetarchive", "softwareheritage"] {
            assert_ne!(of(name, page("https://a.org/x")), of(name, page("https://a.org/y")), "{name}");
        }
        assert_eq!(of("crossref", page("https://a.org/x")), of("crossref", page("https://a.org/y")));
    }
}
