//! Libraries and bibliographies that several tests share.

use crate::Folder;

/// The token in the file `token` of [`folder_for_agents`].
pub const AGENT_TOKEN: &str = "a-token-of-the-tests-0123456789";

/// Returns a folder with a library of one work, and a token for the MCP server.
#[must_use]
pub fn folder_for_agents() -> Folder {
    Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.ris\"]\n"),
        ("library.ris", METFORMIN_RIS),
        ("token", &format!("{AGENT_TOKEN}\n")),
    ])
}

/// A library in which three papers form a chain: metformin, AMPK, autophagy, amyloid plaques.
pub const CHAIN: &str = "PMID- 1
TI  - A drug and a kinase.
DP  - 2019
TA  - J Examples
AU  - Roe J
AB  - Metformin activated AMPK in neurons.

PMID- 2
TI  - A kinase and digestion.
DP  - 2018
TA  - J Examples
AU  - Doe J
AB  - In neurons, AMPK increases autophagy.

PMID- 3
TI  - Digestion and plaques.
DP  - 2017
TA  - J Examples
AU  - Loe J
AB  - Autophagy reduces amyloid plaques in mice.
";

/// A bibliography of two works; the first is also in [`METFORMIN_RIS`].
pub const METFORMIN_BIB: &str = "@article{smith2020,
  author = {Smith, Ada and Lindqvist, Bo},
  title = {Effect of Metformin on mortality},
  journal = {Journal of Examples},
  year = {2020},
  doi = {10.5555/example.1},
}

@book{okafor1998, author = {Okafor, Grace}, title = {Blood glucose}, year = {1998}}
";

/// A library of one work.
pub const METFORMIN_RIS: &str = "TY  - JOUR
AU  - Smith, Ada
AU  - Lindqvist, Bo
TI  - Effect of Metformin on mortality
JO  - Journal of Examples
PY  - 2020
DO  - 10.5555/example.1
ER  - 
";

/// A bibliography in which `yoga` occurs in titles, within a key, and scattered through a title that must not be
/// offered. The first entry with the word is retracted.
pub const YOGA_BIB: &str = "@article{ydogram1999, author = {Zed, Zoe}, title = {Signals}, year = {1999}}

@article{abyogax, author = {Abel, Ann}, title = {Nothing of the kind}, year = {2001}}

@article{roe2010, author = {Roe, Jane}, title = {RETRACTED: Yoga and sleep}, year = {2010}}

@article{cramer2013, author = {Cramer, Holger}, title = {A systematic review of yoga for low back pain}, year = {2013}}
";

/// The keys of [`YOGA_BIB`] in the order in which they are offered where `yoga` was typed.
pub const YOGA_KEYS: [&str; 3] = ["cramer2013", "abyogax", "roe2010"];

/// A conversation of a visit; [`VISIT_NOTE`] was written from it.
pub const VISIT: &str = "[doctor] so the lisinopril , you are on twenty milligrams a day ?
[patient] yes . and my left knee hurts , for four days now
[doctor] any fever or chills ?
[patient] no , nothing like that
";

/// A note with a dose that was said differently in [`VISIT`].
pub const VISIT_NOTE: &str = "---
referee: {kind: clinical-note, sources: [visit.txt]}
---

Left knee pain for 4 days. No fever or chills.

Lisinopril 40 mg daily.
";
