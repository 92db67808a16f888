//! Stage groups of the main sites by their TNM categories.
//!
//! The groups are facts of the AJCC Cancer Staging Manual, eighth edition (2017), as they are published in reviews and
//! by the National Cancer Institute's SEER programme; the selection and the form are ours. Where the seventh edition
//! differs, or clinical and pathological groups do, or a group also rests on a grade or a marker, every group that can
//! be right is listed.

use crate::analysis::staging::{Group, Tnm};
use regex::Regex;
use std::sync::LazyLock;

/// A site with a table of stage groups.
pub struct Site {
    /// Its English name, as a message shows it.
    pub english: &'static str,
    /// Its Spanish name with its article.
    pub spanish: &'static str,
    /// Organ words and names of its tumours, as alternatives of a pattern over folded text.
    organ: &'static str,
    /// Names of tumours that tell the site alone.
    tumour: &'static str,
    /// Categories T, N and M, each with alternatives between blanks (`*` for any), and the groups that are possible.
    groups: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

/// The sites that have a table.
pub static SITES: &[Site] = &[
    Site {
        english: "breast",
        spanish: "la mama",
        organ: "breast|mamari[oa]|mama",
        tumour: "idc|(?:invasive |infiltrating )?(?:ductal|lobular) carcinoma|carcinoma (?:ductal|lobulillar)",
        groups: &[
            ("is", "0", "0", "0"),
            ("1", "0", "0", "1A"),
            ("0 1", "1mi", "0", "1B"),
            ("0 1", "1", "0", "2A"),
            ("2", "0", "0", "2A"),
            ("2", "1", "0", "2B"),
            ("3", "0", "0", "2B"),
            ("0 1 2", "2", "0", "3A"),
            ("3", "1 2", "0", "3A"),
            ("4", "0 1 2", "0", "3B"),
            ("*", "3", "0", "3C"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "colon and rectum",
        spanish: "el colon y el recto",
        organ: "colon|colonic|colic[oa]|colorectal|colorrectal|rectal|rectum|recto|sigmoid|sigma|cecum|cecal|caecum|caecal|ciego",
        tumour: "crc|ccr",
        groups: &[
            ("is", "0", "0", "0"),
            ("1 2", "0", "0", "1"),
            ("3", "0", "0", "2A"),
            ("4a", "0", "0", "2B"),
            ("4b", "0", "0", "2C"),
            ("1 2", "1", "0", "3A"),
            ("1", "2a", "0", "3A"),
            ("3 4a", "1", "0", "3B"),
            ("2 3", "2a", "0", "3B"),
            ("1 2", "2b", "0", "3B"),
            ("4a", "2a", "0", "3C"),
            ("3 4a", "2b", "0", "3C"),
            ("4b", "1 2", "0", "3C"),
            ("*", "*", "1a", "4A"),
            ("*", "*", "1b", "4B"),
            ("*", "*", "1c", "4C"),
        ],
    },
    Site {
        english: "larynx",
        spanish: "la laringe",
        organ: "larynx|laryngeal|glottic|glottis|supraglottic|laringe|laringe[oa]|glotic[oa]|glotis|supraglotic[oa]",
        tumour: "laryngeal carcinoma|carcinoma laringeo",
        groups: &[
            ("is", "0", "0", "0"),
            ("1", "0", "0", "1"),
            ("2", "0", "0", "2"),
            ("3", "0", "0", "3"),
            ("1 2 3", "1", "0", "3"),
            ("4a", "0 1 2", "0", "4A"),
            ("1 2 3", "2", "0", "4A"),
            ("4b", "*", "0", "4B"),
            ("*", "3", "0", "4B"),
            ("*", "*", "1", "4C"),
        ],
    },
    Site {
        english: "oropharynx (p16 positive)",
        spanish: "la orofaringe (p16 positivo)",
        organ: "p16[- ]positive orophar[a-z]+",
        tumour: r"(?:p16|hpv)[- ]?(?:positiv[a-z]*|\+|\(\+\))[^.;\n]{0,60}(?:orophar[a-z]*|tonsil[a-z]*|base of (?:the )?tongue|orofaring[a-z]*|amigdal[a-z]*|base de (?:la )?lengua)|(?:orophar[a-z]*|tonsil[a-z]*|base of (?:the )?tongue|orofaring[a-z]*|amigdal[a-z]*|base de (?:la )?lengua)[^.;\n]{0,80}(?:p16|hpv)[- ]?positiv[a-z]*",
        groups: &[
            ("0 1", "0", "0", "1"),
            ("2", "0", "0", "1 2"),
            ("0 1 2", "1", "0", "1 3"),
            ("0 1 2", "2", "0", "2 4A"),
            ("3", "0 1", "0", "2 3"),
            ("3", "2", "0", "2 3 4A"),
            ("4 4a", "0 1 2", "0", "2 3 4A"),
            ("4b", "*", "0", "2 3 4B"),
            ("*", "3", "0", "3 4B"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "lung",
        spanish: "el pulmón",
        organ: "lung|pulmonary|pulmonar|pulmon|bronchogenic|broncogenic[oa]|rul|rml|rll|lul|lll|lsd|lsi|lid|lii|(?:upper|lower) lobe|lobulo (?:superior|inferior)",
        tumour: "nsclc|non small cell|cpnm|cpcnp|cpncp|de celulas no pequenas|no microcitic[oa]",
        groups: &[
            ("is", "0", "0", "0"),
            ("1mi 1a", "0", "0", "1A1 1A"),
            ("1b", "0", "0", "1A2 1A"),
            ("1c", "0", "0", "1A3 1A"),
            ("2a", "0", "0", "1B"),
            ("2b", "0", "0", "2A"),
            ("3", "0", "0", "2B"),
            ("4", "0", "0", "3A"),
            ("1", "1", "0", "2A 2B"),
            ("2", "1", "0", "2A 2B"),
            ("3 4", "1", "0", "3A"),
            ("1 2", "2", "0", "2B 3A 3B"),
            ("3", "2", "0", "3A 3B"),
            ("4", "2", "0", "3B"),
            ("1 2", "3", "0", "3B"),
            ("3 4", "3", "0", "3B 3C"),
            ("*", "*", "1a 1b", "4A"),
            ("*", "*", "1c", "4B"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "prostate",
        spanish: "la próstata",
        organ: "prostate|prostatic|prostata|prostatic[oa]",
        tumour: "gleason",
        groups: &[
            ("1 2", "0", "0", "1 2 3A 3C"),
            ("3", "0", "0", "3"),
            ("4", "0", "0", "3B 3C 4"),
            ("*", "1", "0", "4A 4"),
            ("*", "*", "1", "4B 4"),
        ],
    },
    Site {
        english: "melanoma of the skin",
        spanish: "el melanoma cutáneo",
        organ: "cutaneous melanoma",
        tumour: "melanoma",
        groups: &[
            ("is", "0", "0", "0"),
            ("1a", "0", "0", "1A"),
            ("1b", "0", "0", "1A 1B"),
            ("2a", "0", "0", "1B"),
            ("2b 3a", "0", "0", "2A"),
            ("3b 4a", "0", "0", "2B"),
            ("4b", "0", "0", "2C"),
            ("*", "1 2 3", "0", "3"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "ovary",
        spanish: "el ovario",
        organ: "ovary|ovarian|ovario|ovaric[oa]",
        tumour: "hgsoc",
        groups: &[
            ("1a", "0", "0", "1A"),
            ("1b", "0", "0", "1B"),
            ("1c", "0", "0", "1C"),
            ("2a", "0", "0", "2A"),
            ("2b", "0", "0", "2B"),
            ("1 2", "1", "0", "3A"),
            ("3a", "*", "0", "3A"),
            ("3b", "*", "0", "3B"),
            ("3c", "*", "0", "3C"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "stomach",
        spanish: "el estómago",
        organ: "gastric|stomach|gastric[oa]|estomago",
        tumour: "linitis plastica",
        groups: &[
            ("is", "0", "0", "0"),
            ("1", "0", "0", "1A 1"),
            ("1", "1", "0", "1B 2A"),
            ("2", "0", "0", "1B 1"),
            ("1", "2", "0", "2A"),
            ("2", "1", "0", "2A"),
            ("3", "0", "0", "2A 2B"),
            ("1", "3", "0", "2A 2B 3B"),
            ("2", "2", "0", "2A 2B"),
            ("3", "1", "0", "2B 3"),
            ("4a", "0", "0", "2B"),
            ("2", "3", "0", "2A 3A 3B"),
            ("3", "2", "0", "3"),
            ("4a", "1 2", "0", "3A 3B 3"),
            ("4b", "0", "0", "3A 3B 4A"),
            ("3 4a", "3", "0", "3"),
            ("4b", "1 2 3", "0", "3B 3C 4A"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "pancreas",
        spanish: "el páncreas",
        organ: "pancreas|pancreatic|pancreatic[oa]",
        tumour: "pdac",
        groups: &[
            ("is", "0", "0", "0"),
            ("1", "0", "0", "1A"),
            ("2", "0", "0", "1B"),
            ("3", "0", "0", "2A"),
            ("1 2 3", "1", "0", "2B"),
            ("1 2 3", "2", "0", "3"),
            ("4", "*", "0", "3"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "kidney",
        spanish: "el riñón",
        organ: "kidney|renal cell|renal|rinon",
        tumour: "rcc|ccrcc|hypernephroma|hipernefroma",
        groups: &[
            ("1", "0", "0", "1"),
            ("2", "0", "0", "2"),
            ("1 2", "1", "0", "3"),
            ("3", "0 1", "0", "3"),
            ("4", "*", "0", "4"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "bladder",
        spanish: "la vejiga",
        organ: "bladder|vejiga|vesical",
        tumour: "nmibc|mibc",
        groups: &[
            ("a", "0", "0", "0A"),
            ("is", "0", "0", "0IS 0"),
            ("1", "0", "0", "1"),
            ("2", "0", "0", "2"),
            ("3 4a", "0", "0", "3"),
            ("1 2 3 4a", "1", "0", "3A 4"),
            ("1 2 3 4a", "2 3", "0", "3B 4"),
            ("4b", "*", "0", "4A 4"),
            ("*", "*", "1", "4"),
        ],
    },
    Site {
        english: "liver (hepatocellular carcinoma)",
        spanish: "el hígado (carcinoma hepatocelular)",
        organ: "hepatocellular|hepatocelular",
        tumour: "hepatocarcinoma|hcc|chc",
        groups: &[
            ("1", "0", "0", "1"),
            ("2", "0", "0", "2"),
            ("3", "0", "0", "3"),
            ("4", "0", "0", "3"),
            ("*", "1", "0", "4A"),
            ("*", "*", "1", "4B"),
        ],
    },
    Site {
        english: "endometrium",
        spanish: "el endometrio",
        organ: "endometrial|endometrium|endometrioid|endometrio",
        tumour: "endometrial adenocarcinoma",
        groups: &[
            ("1", "0", "0", "1"),
            ("2", "0", "0", "2"),
            ("3", "0", "0", "3"),
            ("1 2 3", "1 2", "0", "3"),
            ("4", "*", "0", "4A"),
            ("*", "*", "1", "4B"),
        ],
    },
];

/// Groups that the eighth edition alone gives, by site: they take the place of those of the table where a note names it.
/// Site, T, N, M and group.
const EIGHTH_EDITION_GROUPS: &[(&str, &str, &str, &str, &str)] = &[
    ("lung", "1 2", "1", "0", "2B"),
    ("lung", "1 2", "2", "0", "3A"),
    ("lung", "3", "2", "0", "3B"),
    ("lung", "1 2", "3", "0", "3B"),
    ("lung", "3 4", "3", "0", "3C"),
    ("oropharynx (p16 positive)", "0 1 2", "0 1", "0", "1"),
    ("oropharynx (p16 positive)", "0 1 2", "2", "0", "2"),
    ("oropharynx (p16 positive)", "3", "0 1", "0", "2"),
    ("oropharynx (p16 positive)", "3", "2", "0", "2"),
    ("oropharynx (p16 positive)", "3", "2", "0", "3"),
    ("oropharynx (p16 positive)", "4", "0 1", "0", "2"),
    ("oropharynx (p16 positive)", "4", "*", "0", "3"),
    ("oropharynx (p16 positive)", "*", "3", "0", "3"),
];

/// The one site of a cancer that a text names; `None` where it names none or several. `folded` is folded text.
#[must_use]
pub fn site_of(folded: &str) -> Option<&'static Site> {
    static SITE_PATTERNS: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
        let cancer = "(?:cancers?|adeno ?carcinoma|carcinoma|adenoca|adeno|ca|tumou?r|neoplasms?|neoplasia|malignancy)";
        let pattern = |site: &Site| {
            let (organ, tumour) = (site.organ, site.tumour);
            referee_text::pattern(&format!(
                r"\b(?:{organ})(?:[ -][a-z-]+){{0,3}}[ -]{cancer}\b|\b{cancer}(?: [a-z-]+){{0,6}} (?:of|in|de|del|en) (?:[a-z]+ ){{0,4}}(?:{organ})\b|\b{cancer} (?:[a-z]+ )?(?:{organ})\b|\b(?:{tumour})\b"
            ))
            .ok()
        };
        SITES.iter().map(pattern).collect()
    });
    // Tumours of these sites that have tables of their own.
    const OTHER_HISTOLOGIES: &[&str] = &[
        "neuroendocrin",
        "carcinoid",
        "lymphoma",
        "linfoma",
        "sarcoma",
        "gist",
        "stromal",
        "uveal",
        "mucosal melanoma",
        "small cell lung",
        "upper tract",
        "renal pelvis",
        "gallbladder",
        "vesicula",
        "esophag",
        "oesophag",
        "esofag",
        "gastroesoph",
        "gastroesof",
        "cholangio",
        "colangio",
        "ampull",
        "appendi",
        "anal ",
        "fallop",
        "primary peritoneal",
        "thyroid",
        "tiroid",
    ];
    let hides = |word: &&&str| {
        !(**word == "small cell lung" && folded.contains("non-small")) && folded.contains(**word)
    };
    if OTHER_HISTOLOGIES.iter().any(|word| hides(&word)) {
        return None;
    }
    let mut named = SITES.iter().zip(SITE_PATTERNS.iter()).filter(|(_, pattern)| {
        pattern
            .as_ref()
            .is_some_and(|pattern| pattern.find_iter(folded).any(|found| !found.as_str().contains("metast")))
    });
    let (site, _) = named.next()?;
    named.next().is_none().then_some(site)
}

/// Whether a written category can be the one of a table: one begins with the other, or nothing is known.
fn fits(written: Option<&str>, alternatives: &str) -> bool {
    let Some(written) = written.filter(|value| !value.eq_ignore_ascii_case("x")) else { return true };
    alternatives
        .split(' ')
        .any(|known| known == "*" || known.starts_with(written) || written.starts_with(known))
}

/// A group as a table writes it: `3A`.
fn parse(group: &str) -> Group {
    let (number, sub) = group.split_at(1.min(group.len()));
    Group { number: number.parse().unwrap_or(0), sub: sub.to_owned() }
}

impl Site {
    /// The groups that are possible with these categories, by the eighth edition alone where `is_eighth`; empty where
    /// the table does not say.
    #[must_use]
    pub fn groups(&self, tnm: &Tnm, is_eighth: bool) -> Vec<Group> {
        let mut out: Vec<Group> = Vec::new();
        // A category that is not written may be any.
        let is_whole = tnm.t.is_some() && tnm.n.is_some() && tnm.m.is_some();
        let own = EIGHTH_EDITION_GROUPS.iter().filter(|(site, t, n, m, _)| {
            is_eighth
                && is_whole
                && *site == self.english
                && fits(tnm.t.as_deref(), t)
                && fits(tnm.n.as_deref(), n)
                && fits(tnm.m.as_deref(), m)
        });
        out.extend(own.map(|(.., group)| parse(group)));
        if !out.is_empty() {
            return out;
        }
        for (t, n, m, groups) in self.groups {
            let m_fits = fits(tnm.m.as_deref(), m);
            if fits(tnm.t.as_deref(), t) && fits(tnm.n.as_deref(), n) && m_fits {
                for group in groups.split(' ').map(parse) {
                    if !out.contains(&group) {
                        out.push(group);
                    }
                }
            }
        }
        out
    }
}

/// Whether a written group is one of the table: the numbers agree, and the letters where both have some.
#[must_use]
pub fn agrees(written: &Group, known: &Group) -> bool {
    written.number == known.number
        && (written.sub.starts_with(&known.sub) || known.sub.starts_with(&written.sub))
}

/// A group as it is written: `IIIA`.
#[must_use]
pub fn roman(group: &Group) -> String {
    let number = ["0", "I", "II", "III", "IV"].get(usize::from(group.number)).copied().unwrap_or("?");
    format!("{number}{}", group.sub)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(site: &str, t: &str, n: &str, m: &str) -> String {
        let site = SITES.iter().find(|known| known.english == site).expect("a site of the table");
        let some = |text: &str| Some(text.to_owned());
        let tnm = Tnm { prefix: String::new(), t: some(t), n: some(n), m: some(m) };
        site.groups(&tnm, false).iter().map(roman).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn categories_give_the_published_groups() {
        assert_eq!(groups("breast", "2", "1", "0"), "IIB");
        assert_eq!(groups("breast", "4d", "1", "0"), "IIIB");
        assert_eq!(groups("colon and rectum", "3", "0", "0"), "IIA");
        assert_eq!(groups("colon and rectum", "4a", "2b", "0"), "IIIC");
        assert_eq!(groups("colon and rectum", "3", "1", "1a"), "IVA");
        assert_eq!(groups("lung", "1c", "0", "0"), "IA3 IA");
        assert_eq!(groups("pancreas", "2", "2", "0"), "III");
        assert_eq!(groups("kidney", "3a", "0", "0"), "III");
        assert_eq!(groups("bladder", "2b", "0", "0"), "II");
        assert_eq!(groups("prostate", "3a", "0", "0"), "III");
        // By the eighth edition I, by the seventh III.
        assert_eq!(groups("oropharynx (p16 positive)", "2", "1", "0"), "I III");
    }

    #[test]
    fn one_site_is_known_by_its_organ_or_its_tumour() {
        let of = |text: &str| site_of(text).map(|site| site.english);
        assert_eq!(of("right breast cancer"), Some("breast"));
        assert_eq!(of("adenocarcinoma de colon"), Some("colon and rectum"));
        assert_eq!(of("carcinoma ductal infiltrante de mama"), Some("breast"));
        assert_eq!(of("squamous cell carcinoma of the left lower lobe of the lung"), Some("lung"));
        assert_eq!(of("clear cell renal cell carcinoma"), Some("kidney"));
        assert_eq!(of("gastric neuroendocrine tumor"), None);
        assert_eq!(of("breast cancer and colon cancer"), None);
        assert_eq!(of("p16-positive squamous carcinoma of the tonsil"), Some("oropharynx (p16 positive)"));
        assert_eq!(of("carcinoma de amigdala, p16 positivo"), Some("oropharynx (p16 positive)"));
        assert_eq!(of("p16-negative carcinoma of the tonsil"), None);
        assert_eq!(of("ckd"), None);
    }
}
