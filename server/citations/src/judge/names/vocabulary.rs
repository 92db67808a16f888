//! Words in a list of authors that do not belong to a person's name.

/// Particles that precede the family name, get lost, or are taken for a given name.
pub(crate) const PARTICLES: &[&str] = &[
    "van", "von", "vom", "der", "den", "de", "del", "della", "dello", "di", "da", "das", "dos", "do", "du",
    "la", "las", "le", "les", "lo", "los", "el", "al", "bin", "ibn", "ben", "ter", "ten", "te", "zu", "zum",
    "zur", "af", "av", "y", "e", "d", "l", "het", "t", "st",
];

/// Suffixes that follow a name and do not belong to it: generations, degrees, orders.
pub(super) const SUFFIXES: &[&str] = &[
    "jr", "sr", "junior", "senior", "ii", "iii", "iv", "md", "phd", "mbbs", "frcp", "msc", "2nd", "3rd",
    "obe", "mbe", "cbe", "dbe", "kbe", "frs", "dphil", "dsc", "mph", "dr", "prof", "facp", "faan", "rn",
];

/// Returns whether the words are those of an organization that was parsed as a person:
/// "Organization, World Health".
pub(super) fn is_organisation(words: &[String]) -> bool {
    const ORGANISATION_WORDS: &[&str] = &[
        "organization",
        "organisation",
        "consortium",
        "committee",
        "collaboration",
        "collaborators",
        "collaborative",
        "investigators",
        "association",
        "society",
        "institute",
        "institutes",
        "university",
        "agency",
        "ministry",
        "council",
        "foundation",
        "network",
        "group",
        "team",
        "taskforce",
        "initiative",
        "federation",
        "academy",
        "commission",
        "administration",
        "department",
        "centers",
        "centre",
        "center",
        "program",
        "programme",
        "project",
        "study",
        "trial",
        "registry",
        "alliance",
        "board",
        "panel",
        "workshop",
        "openai",
        "google",
        "deepmind",
        "microsoft",
        "who",
        "cdc",
        "fda",
        "nih",
        "researchers",
        "writing",
        "members",
        "authors",
        "contributors",
        "editors",
        "college",
        "hospital",
        "survey",
        "anonymous",
        "international",
        "national",
    ];
    words.iter().any(|word| ORGANISATION_WORDS.contains(&word.as_str()))
}
