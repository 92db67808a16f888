//! The topics of a block, by keywords. Used by rules about whole papers and computed once per block.

use aho_corasick::AhoCorasick;
use std::sync::LazyLock;

/// A set of topics, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topics(u32);

impl Topics {
    /// Approval by an ethics committee, or an exemption.
    pub const ETHICS: Topics = Topics(1);
    /// Consent of participants.
    pub const CONSENT: Topics = Topics(1 << 1);
    /// The funding of the study.
    pub const FUNDING: Topics = Topics(1 << 2);
    /// Competing interests.
    pub const INTERESTS: Topics = Topics(1 << 3);
    /// Data availability.
    pub const DATA: Topics = Topics(1 << 4);
    /// Random assignment.
    pub const RANDOMISED: Topics = Topics(1 << 5);
    /// Trial registration.
    pub const REGISTERED: Topics = Topics(1 << 6);
    /// Human subjects.
    pub const PEOPLE: Topics = Topics(1 << 7);
    /// An observational design.
    pub const OBSERVATIONAL: Topics = Topics(1 << 8);
    /// A study other than a trial: a review, a protocol, an animal experiment, a simulation.
    pub const NO_TRIAL: Topics = Topics(1 << 9);
    /// The boxes of a flow diagram.
    pub const FLOW: Topics = Topics(1 << 10);
    /// A trial registry, by the prefix of its numbers.
    pub const REGISTRY: Topics = Topics(1 << 11);
    /// A causal verb.
    pub const CAUSE: Topics = Topics(1 << 12);
    /// Text from another file, or generated when the draft is rendered.
    pub const ELSEWHERE: Topics = Topics(1 << 13);
    /// Artificial intelligence, or a program that uses it.
    pub const AI_USE: Topics = Topics(1 << 14);

    /// Whether it contains any of `wanted`.
    #[must_use]
    pub const fn any(self, wanted: Topics) -> bool {
        self.0 & wanted.0 != 0
    }

    /// The union of both.
    #[must_use]
    pub const fn and(self, other: Topics) -> Topics {
        Topics(self.0 | other.0)
    }
}

/// Lower-case word fragments and their topics. Fragments are short because statement headings differ between journals.
const TOPIC_WORDS: &[(&str, Topics)] = &[
    ("ethic", Topics::ETHICS),
    ("review board", Topics::ETHICS),
    ("helsinki", Topics::ETHICS),
    ("ética", Topics::ETHICS),
    ("ético", Topics::ETHICS),
    ("consent", Topics::CONSENT),
    ("funded", Topics::FUNDING),
    ("funding", Topics::FUNDING),
    ("funder", Topics::FUNDING),
    ("grant", Topics::FUNDING),
    ("financial support", Topics::FUNDING),
    ("supported by", Topics::FUNDING),
    ("sponsor", Topics::FUNDING),
    ("financiaci", Topics::FUNDING),
    ("financiad", Topics::FUNDING),
    ("subvenci", Topics::FUNDING),
    ("patrocin", Topics::FUNDING),
    ("conflict", Topics::INTERESTS),
    ("competing interest", Topics::INTERESTS),
    ("competing financial", Topics::INTERESTS),
    ("disclosure", Topics::INTERESTS),
    ("declaration of interest", Topics::INTERESTS),
    ("declarations of interest", Topics::INTERESTS),
    ("nothing to disclose", Topics::INTERESTS),
    ("intereses", Topics::INTERESTS),
    ("data availab", Topics::DATA),
    ("availability of data", Topics::DATA),
    ("availability statement", Topics::DATA),
    ("data sharing", Topics::DATA),
    ("data are available", Topics::DATA),
    ("data is available", Topics::DATA),
    ("data supporting", Topics::DATA),
    ("available on request", Topics::DATA),
    ("available upon", Topics::DATA),
    ("upon reasonable request", Topics::DATA),
    ("available from", Topics::DATA),
    ("available at", Topics::DATA),
    ("repository", Topics::DATA),
    ("zenodo", Topics::DATA),
    ("osf.io", Topics::DATA),
    ("dryad", Topics::DATA),
    ("figshare", Topics::DATA),
    ("github", Topics::DATA),
    ("disponibilidad de", Topics::DATA),
    ("disponibles", Topics::DATA),
    ("repositorio", Topics::DATA),
    ("artificial intelligence", Topics::AI_USE),
    ("ai-assisted", Topics::AI_USE),
    ("ai assisted", Topics::AI_USE),
    ("ai tool", Topics::AI_USE),
    ("use of ai", Topics::AI_USE),
    ("generative ai", Topics::AI_USE),
    ("language model", Topics::AI_USE),
    ("chatbot", Topics::AI_USE),
    ("chatgpt", Topics::AI_USE),
    ("copilot", Topics::AI_USE),
    ("inteligencia artificial", Topics::AI_USE),
    ("de ia ", Topics::AI_USE),
    ("ia generativa", Topics::AI_USE),
    ("modelo de lenguaje", Topics::AI_USE),
    ("modelos de lenguaje", Topics::AI_USE),
    ("randomised", Topics::RANDOMISED),
    ("randomized", Topics::RANDOMISED),
    ("randomly a", Topics::RANDOMISED),
    ("aleatoriz", Topics::RANDOMISED),
    ("al azar", Topics::RANDOMISED),
    ("registered", Topics::REGISTERED),
    ("registration", Topics::REGISTERED),
    ("trial regist", Topics::REGISTERED),
    ("clinicaltrials", Topics::REGISTERED),
    ("registrad", Topics::REGISTERED),
    ("registro de", Topics::REGISTERED),
    ("número de registro", Topics::REGISTERED),
    ("patients", Topics::PEOPLE),
    ("participants", Topics::PEOPLE),
    ("volunteers", Topics::PEOPLE),
    ("pacientes", Topics::PEOPLE),
    ("participantes", Topics::PEOPLE),
    ("voluntarios", Topics::PEOPLE),
    ("cohort", Topics::OBSERVATIONAL),
    ("observational", Topics::OBSERVATIONAL),
    ("cross-sectional", Topics::OBSERVATIONAL),
    ("case-control", Topics::OBSERVATIONAL),
    ("case–control", Topics::OBSERVATIONAL),
    ("observacional", Topics::OBSERVATIONAL),
    ("estudio transversal", Topics::OBSERVATIONAL),
    ("casos y controles", Topics::OBSERVATIONAL),
    ("meta-analysis", Topics::NO_TRIAL),
    ("metaanálisis", Topics::NO_TRIAL),
    ("meta-análisis", Topics::NO_TRIAL),
    ("systematic review", Topics::NO_TRIAL),
    ("revisión sistemática", Topics::NO_TRIAL),
    ("mendelian", Topics::NO_TRIAL),
    ("mendeliana", Topics::NO_TRIAL),
    (" mice", Topics::NO_TRIAL),
    (" rats", Topics::NO_TRIAL),
    ("ratones", Topics::NO_TRIAL),
    ("ratas", Topics::NO_TRIAL),
    ("simulation", Topics::NO_TRIAL),
    ("secondary analysis", Topics::NO_TRIAL),
    ("records identified", Topics::FLOW),
    ("records screened", Topics::FLOW),
    ("records excluded", Topics::FLOW),
    ("duplicate records removed", Topics::FLOW),
    ("duplicates removed", Topics::FLOW),
    ("reports sought", Topics::FLOW),
    ("reports not retrieved", Topics::FLOW),
    ("reports assessed", Topics::FLOW),
    ("reports excluded", Topics::FLOW),
    ("studies included", Topics::FLOW),
    ("assessed for eligibility", Topics::FLOW),
    ("excluded", Topics::FLOW),
    ("randomised (", Topics::FLOW),
    ("randomised:", Topics::FLOW),
    ("randomized (", Topics::FLOW),
    ("randomized:", Topics::FLOW),
    ("registros ", Topics::FLOW),
    ("duplicados eliminados", Topics::FLOW),
    ("informes ", Topics::FLOW),
    ("publicaciones ", Topics::FLOW),
    ("estudios incluidos", Topics::FLOW),
    ("evaluados para elegibilidad", Topics::FLOW),
    ("excluidos", Topics::FLOW),
    ("aleatorizados (", Topics::FLOW),
    ("aleatorizados:", Topics::FLOW),
    ("eudract", Topics::REGISTRY),
    ("chictr", Topics::REGISTRY),
    ("ctri/", Topics::REGISTRY),
    ("umin0", Topics::REGISTRY),
    ("umin", Topics::REGISTRY),
    ("jrct", Topics::REGISTRY),
    ("rbr-", Topics::REGISTRY),
    ("cause", Topics::CAUSE),
    ("causa", Topics::CAUSE),
    ("prevent", Topics::CAUSE),
    ("previene", Topics::CAUSE),
    ("lead to", Topics::CAUSE),
    ("leads to", Topics::CAUSE),
    ("led to", Topics::CAUSE),
    ("result", Topics::CAUSE),
    ("reduce", Topics::CAUSE),
    ("lowers", Topics::CAUSE),
    ("increase", Topics::CAUSE),
    ("aumenta", Topics::CAUSE),
    ("protects", Topics::CAUSE),
    ("protege", Topics::CAUSE),
    ("disminuye", Topics::CAUSE),
    ("incrementa", Topics::CAUSE),
    ("conduce a", Topics::CAUSE),
    ("\\input", Topics::ELSEWHERE),
    ("\\include{", Topics::ELSEWHERE),
    ("`r ", Topics::ELSEWHERE),
    ("{{< include", Topics::ELSEWHERE),
    ("#include", Topics::ELSEWHERE),
];

pub(crate) fn read(text: &str) -> Topics {
    static WORD_FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
        AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(TOPIC_WORDS.iter().map(|(word, _)| word))
            .ok()
    });
    let Some(finder) = WORD_FINDER.as_ref() else { return Topics::default() };
    let mut out = Topics::default();
    for found in finder.find_overlapping_iter(text) {
        if let Some((_, topic)) = TOPIC_WORDS.get(found.pattern().as_usize()) {
            out = out.and(*topic);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_topics_in_both_languages() {
        assert!(read("Approved by the Ethics Committee.").any(Topics::ETHICS));
        assert!(read("Aprobado por el comité de ética.").any(Topics::ETHICS));
        assert!(read("Los autores declaran no tener conflicto de intereses.").any(Topics::INTERESTS));
        assert!(!read("Nothing of the sort.").any(Topics::ETHICS.and(Topics::FUNDING)));
    }
}
