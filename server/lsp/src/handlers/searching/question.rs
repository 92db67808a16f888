//! Asks whether words may be searched for online.

use crate::editor_client::Question;
use crate::state::View;
use referee_text::{Language, Phrase};
use referee_workspace::consent::KIND_OF_DATA;
use serde::Deserialize;
use std::time::Duration;

pub(super) const SEARCH: Phrase = Phrase { english: "Search online", spanish: "Buscar en línea" };
pub(super) const ALWAYS: Phrase =
    Phrase { english: "Always this session", spanish: "Siempre en esta sesión" };
const HERE: Phrase = Phrase { english: "Stay offline", spanish: "Seguir sin conexión" };

/// The maximum number of characters of the words that the question shows.
const MAX_SHOWN_CHARACTERS: usize = 300;

/// The author's answer to a search question, sent with the command: the editor asked in its list, with the text of
/// `offered`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Given {
    /// For these words.
    Once,
    /// For all words, until the session ends.
    Session,
}

/// The content and the recipients of a search for words.
pub(super) struct Sent {
    /// The hosts that get the words.
    pub(super) hosts: Vec<String>,
    /// The hosts that are asked about references.
    pub(super) reference_hosts: Vec<String>,
    /// The hosts that get names of drugs, molecules and diseases.
    pub(super) mechanism_hosts: Vec<String>,
    /// Whether a yes also allows looking up the workspace's references, which was not decided yet.
    pub(super) allows_references: bool,
}

impl Sent {
    /// Describes in sentences what is sent, beginning with `words`.
    pub(super) fn sentences(&self, language: Language, words: Phrase) -> String {
        let (services, mechanisms) = (self.hosts.join(", "), self.mechanism_hosts.join(", "));
        let mut text = language.pick(
            format!("{} go to {services}.", words.text(language)),
            format!("{} se envían a {services}.", words.text(language)),
        );
        if !self.mechanism_hosts.is_empty() {
            text.push_str(&language.pick(
                format!(" Names of drugs, molecules and diseases, and PMIDs, also go to {mechanisms}."),
                format!(
                    " A {mechanisms} se envían también nombres de fármacos, moléculas y enfermedades, y PMID."
                ),
            ));
        }
        if self.allows_references {
            let kind = KIND_OF_DATA.text(language);
            let more: Vec<&str> = self
                .reference_hosts
                .iter()
                .map(String::as_str)
                .filter(|host| !self.hosts.iter().any(|known| known == host))
                .collect();
            let also = if more.is_empty() {
                String::new()
            } else {
                let more = more.join(", ");
                language.pick(format!(" and at {more}"), format!(" y en {more}"))
            };
            text.push_str(&language.pick(
                format!(" References may then be looked up there{also} too ({kind})."),
                format!(" También se podrán consultar allí{also} las referencias ({kind})."),
            ));
        }
        text
    }
}

/// The beginning of the question.
const WORDS: Phrase = Phrase {
    english: "These words, and follow-up searches built from the results,",
    spanish: "Estas palabras y las búsquedas derivadas de los resultados",
};

/// Asks whether these words may be searched for online. Returns `None` if the author closes the question or does not
/// answer within the limit.
pub(super) fn ask(view: &View, words: &str, sent: &Sent, limit: Duration) -> Option<Phrase> {
    let shown: String = words.chars().take(MAX_SHOWN_CHARACTERS).collect();
    let language = view.state.language();
    let told = sent.sentences(language, WORDS);
    let text = language.pick(
        format!("Search online for “{shown}”? {told} Nothing else from your draft is sent."),
        format!("¿Buscar en línea «{shown}»? {told} No se envía nada más de su texto."),
    );
    let question = Question { language, text, answers: [SEARCH, ALWAYS, HERE] };
    let asked = view.state.client.choose_within(question, limit);
    view.state.runtime.block_on(asked).ok().flatten()
}
