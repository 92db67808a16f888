//! Asks whether words may be searched for online.

use crate::editor_client::Question;
use crate::state::View;
use referee_text::Phrase;
use std::time::Duration;

pub(super) const SEARCH: Phrase = Phrase { english: "Search online", spanish: "Buscar en línea" };
pub(super) const ALWAYS: Phrase =
    Phrase { english: "Always in this session", spanish: "Siempre en esta sesión" };
const HERE: Phrase = Phrase { english: "This machine only", spanish: "Solo este equipo" };

/// The maximum number of characters of the words that the question shows.
const MAX_SHOWN_CHARACTERS: usize = 300;

/// Asks whether these words may be searched for online. `None` if the author closes the question,
/// or does not answer within the limit.
pub(super) fn ask(
    view: &View,
    words: &str,
    hosts: &[String],
    mechanism_hosts: &[String],
    limit: Duration,
) -> Option<Phrase> {
    let shown: String = words.chars().take(MAX_SHOWN_CHARACTERS).collect();
    let (language, services) = (view.state.language(), hosts.join(", "));
    let mechanisms = mechanism_hosts.join(", ");
    let names = match mechanism_hosts {
        [] => String::new(),
        _ => language.pick(
            format!(
                " For hypotheses and reports names of drugs, molecules and diseases and PubMed numbers are also sent to \
                 {mechanisms}."
            ),
            format!(
                " Para hipótesis e informes también se envían a {mechanisms} nombres de fármacos, moléculas y \
                 enfermedades y números de PubMed."
            ),
        ),
    };
    let text = language.pick(
        format!(
            "May referee search online for “{shown}”? These words, and those of the searches that follow from what is \
             found, are sent to {services}.{names} Nothing else of the draft is sent. The command `referee egress` shows what left \
             this machine."
        ),
        format!(
            "¿Puede referee buscar en línea «{shown}»? Estas palabras, y las de las búsquedas que sigan de lo \
             encontrado, se envían a {services}.{names} No se envía nada más del texto. La orden `referee egress` muestra lo que salió de \
             este equipo."
        ),
    );
    let question = Question { language, text, answers: [SEARCH, ALWAYS, HERE] };
    let asked = view.state.client.choose_within(question, limit);
    view.state.runtime.block_on(asked).ok().flatten()
}
