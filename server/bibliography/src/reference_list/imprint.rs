//! Finds year, volume, issue and pages: the part of a reference with the most reliable form.

use referee_text::months::Month;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The ranges of year, volume, issue and pages in an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Imprint {
    /// From its first field to its last.
    pub(super) range: Range<usize>,
    /// The year, four digits.
    pub(super) year: Option<Range<usize>>,
    /// The month's name.
    pub(super) month: Option<Range<usize>>,
    /// The day of the month.
    pub(super) day: Option<Range<usize>>,
    pub(super) volume: Option<Range<usize>>,
    pub(super) issue: Option<Range<usize>>,
    /// The pages or the article number.
    pub(super) pages: Option<Range<usize>>,
}

/// The fragments of the patterns.
const YEAR: &str = r"(?P<y>(?:1[6-9]|20)[0-9]{2})[a-z]?";
const MONTH: &str = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Ene|Abr|Ago|Dic|Spring|Summer|Autumn|Fall|Winter)[a-z]*\.?";
const PAGES: &str = r"(?P<p>[0-9]{1,4}:[0-9]{1,4} ?[-‐-―−]{1,3} ?[0-9]{1,4}:[0-9]{1,4}|[A-Za-z]{0,6}[0-9](?:[0-9A-Za-z.]{0,13}[0-9A-Za-z])?(?: ?[-‐-―−]{1,3} ?[A-Za-z]{0,6}[0-9][0-9A-Za-z]{0,9}(?:\.e[0-9]{1,3})?)?|[ivxlc]{1,6}(?:[-–][ivxlc]{1,6})?)";
const VOLUME: &str = r"(?P<v>(?:[A-Z]{0,3}[0-9]{1,4}[A-Z]?(?:[-/–][0-9]{1,4})?|[IVXLC]{1,7})(?:,? (?:Suppl|Supplement|Pt|Part|Spec No)\.? ?[0-9A-Z]{0,4})?|Suppl\.? ?[0-9]{0,4})";
const ISSUE: &str = r"\((?P<i>[^()]{1,40})\)";
const PAGE_WORD: &str =
    r"(?:pp?\. ?|pages? |págs?\. ?|Article (?:No\. |number )?|Art\. (?:no\. |No\. )?|article )?";

/// The shapes, the most reliable first. Shapes without a year are in [`EARLY`].
static SHAPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let month =
        format!(r"(?:[ ,]+(?P<m>{MONTH}(?:[-/– ]{MONTH})?)(?: (?P<d>[0-9]{{1,2}})(?:[-–][0-9]{{1,2}})?)?)?");
    [
        // v. 346, n. 6, p. 393-403, 7 fev. 2002
        format!(r"[ ,][Vv]\. ?{VOLUME}(?:, n\. ?(?P<i>[0-9A-Za-z/–-]{{1,12}}))?(?:, p\. ?{PAGES})?, (?:(?:[0-9]{{1,2}} )?[a-zç]{{3,9}}\.? )?{YEAR}"),
        // 2002. Т. 346, № 6. С. 393-403; 2002. Vol. 346. No. 6. P. 393-403
        format!(r"\b{YEAR}\. (?:[–—-] )?(?:Т|T|[Vv]ol|[Vv]|Bd)\. ?{VOLUME}(?:[,.] ?(?:[–—-] )?(?i:№|No\.?|N\.?|Iss\.|Вып\.) ?(?P<i>[0-9A-Za-z/–-]{{1,12}}))?(?:[.,] ?(?:[–—-] )?(?:Сс?|Cc?|[Pp]p?|S)\. ?{PAGES})?"),
        // 2002 Feb 7;346(6):393-403
        format!(r"\b{YEAR}{month}\.? ?; ?(?:{VOLUME} ?)?(?:{ISSUE} ?)?(?:[:,] ?{PAGE_WORD}{PAGES})?"),
        // 2002, 346(6):393-403; 2002: 346: 393
        format!(r"\b{YEAR}{month} ?[,:] ?{VOLUME} ?(?:{ISSUE} ?)?: ?{PAGES}"),
        // 9.Suppl 1 (2015): 23-26; 346.6 (2002): 393-403
        format!(r"[ ,](?P<v>[0-9]{{1,4}})\.(?P<i>(?:Suppl|Supplement|Pt|Part|S)[. ]{{0,2}}[0-9A-Z]{{0,4}}|[0-9]{{1,4}}(?:[-–/][0-9]{{1,4}})?) \({YEAR}\)(?:: ?{PAGES})?"),
        // 346 (2002), H. 6, S. 393-403
        format!(r"[ ,]{VOLUME} \({YEAR}\)(?:, ?(?:H|Heft|Nr|N[°º]|[Nn]o|Iss)\. ?(?P<i>[0-9A-Za-z/–-]{{1,12}}))?, ?(?:S|pp?)\. ?{PAGES}"),
        // 2002. Volume 346, Issue 6, Pages 393-403
        format!(r"\b{YEAR}\. Volume {VOLUME}(?:, Issue (?P<i>[0-9A-Za-z/–-]{{1,12}}))?(?:, Pages? {PAGES})?"),
        // 346, no. 6 (2002): 393-403
        format!(r"[ ,]{VOLUME},? no\. ?(?P<i>[0-9A-Za-z/–-]{{1,12}}) \((?:{MONTH} (?:[0-9]{{1,2}}, )?)?{YEAR}\)(?:: ?{PAGES})?"),
        // 31, 2 (2024), 4:1–4:28; 31, 2, Article 4 (April 2024), 28 pages; 31, 2, Article 4 (2024),
        // 4:1–4:28
        format!(r"[ ,]{VOLUME}, (?P<i>[0-9]{{1,3}}) \({YEAR}\), {PAGES}"),
        format!(r"[ ,]{VOLUME}, (?P<i>[0-9]{{1,3}}), Article {PAGES} \((?:{MONTH} )?{YEAR}\)(?:, (?:[0-9]{{1,4}} pages|[0-9]{{1,4}}:[0-9]{{1,4}} ?[-‐-―−]{{1,3}} ?[0-9]{{1,4}}:[0-9]{{1,4}}))?"),
        // 346(6) (2002): 393-403; 346 (2002) 393-403
        format!(r"[ ,]{VOLUME} ?(?:{ISSUE} ?)?\((?:{MONTH},? )?{YEAR}\)[:,]? {PAGE_WORD}{PAGES}"),
        // 346, 393-403 (2002); 346, 393-403 (2002.)
        format!(r"[ ,]{VOLUME} ?(?:{ISSUE})?, ?{PAGE_WORD}{PAGES},? \({YEAR}\.?\)"),
        // 2002, 346(6), 393-403
        format!(r"\b{YEAR}, ?{VOLUME} ?(?:{ISSUE} ?)?, ?{PAGE_WORD}{PAGES}"),
        // 2002, 346(6)
        format!(r"\b{YEAR}, ?{VOLUME} ?{ISSUE}\.? ?$"),
        // 346, (2002)
        format!(r"[ ,]{VOLUME},? \({YEAR}\)\.?$"),
        // 346(6):393-403, 2002
        format!(r"[ ,]{VOLUME} ?(?:{ISSUE} ?)?: ?{PAGE_WORD}{PAGES}[,.;]? \(?(?:{MONTH} )?{YEAR}\)?"),
    ]
    .iter()
    .map(|shape| Regex::new(shape).expect("the shape is valid"))
    .collect()
});

/// The shapes of styles that print the year after the authors.
static EARLY: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // 346(6):393-403
        format!(r",?[ ]{VOLUME} ?(?:{ISSUE} ?)?: ?{PAGE_WORD}{PAGES}\.? ?$"),
        // , 346(6), 393-403
        format!(r",? {VOLUME} ?(?:{ISSUE})? ?, ?{PAGE_WORD}{PAGES}\.? ?$"),
        // , 346(6)
        format!(r",? {VOLUME} ?{ISSUE}\.? ?$"),
        // Journal, 346.
        r",( )(?P<v>[0-9]{1,4})\.? ?$".to_owned(),
        // Journal, pp. 1-10; Journal, Article e1234.
        format!(r", (?:pp?\. ?|Article |Art\. no\. ?){PAGES}\.? ?$"),
    ]
    .iter()
    .map(|shape| Regex::new(shape).expect("the shape is valid"))
    .collect()
});

static IN_WORDS: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    let regex = |shape: String| Regex::new(&shape).expect("the shape is valid");
    [
        regex(r"\b[Vv]ol(?:ume)?\. ?(?P<v>[0-9A-Z]{1,6})".to_owned()),
        regex(
            r"\b(?:[Nn]o\.|[Ii]ss\.|[Nn]úm\.|[Nn] ?[°º]\.?) ?(?P<i>[0-9A-Z][0-9A-Za-z/–-]{0,9})".to_owned(),
        ),
        regex(format!(r"\b(?:pp?\.|[Aa]rt\. no\.|[Aa]rt\. ID|[Aa]rticle(?: no\.)?) ?{PAGES}")),
        regex(format!(r"(?:^|[ ,(.]){YEAR}(?:$|[),.;: ])")),
    ]
});

/// Finds the imprint in `text`, not before `from`. `early` is true if the year follows the authors.
pub(super) fn find(text: &str, from: usize, early: bool) -> Option<Imprint> {
    let shapes = if early { [&*SHAPES, &*EARLY] } else { [&*SHAPES, &*NONE] };
    let mut found = shapes.into_iter().flatten().find_map(|shape| {
        let captures = shape.captures_at(text, from)?;
        let group = |name: &str| captures.name(name).map(|group| group.range());
        let mut imprint = Imprint {
            range: captures.get(0)?.range(),
            year: group("y"),
            month: group("m"),
            day: group("d"),
            volume: group("v"),
            issue: group("i"),
            pages: group("p"),
        };
        // What follows `pp.` is not a volume: `pp. 5998–6008, 2017`.
        let is_counted = imprint.volume.as_ref().is_some_and(|volume| {
            let before = text.get(..volume.start).unwrap_or_default().trim_end();
            [" pp.", " p.", " pages", "(pp."].iter().any(|word| before.ends_with(word))
        });
        if is_counted {
            return None;
        }
        // The blank or comma before the volume is not part of the imprint.
        imprint.range.start = [&imprint.year, &imprint.volume]
            .into_iter()
            .flatten()
            .map(|part| part.start)
            .min()
            .unwrap_or(imprint.range.start);
        let before = text.get(..imprint.range.start).unwrap_or_default();
        // The `v.` before a volume, rather than the end of an abbreviation such as `Rev.`
        if let Some(rest) = before.trim_end().strip_suffix('.').and_then(|rest| rest.strip_suffix(['v', 'V']))
            && rest.ends_with([' ', ','])
        {
            imprint.range.start = rest.len();
        }
        let says = imprint.volume.is_some() || imprint.issue.is_some() || imprint.pages.is_some();
        says.then_some(imprint)
    });
    if let Some(imprint) = &mut found {
        imprint.plausible(text);
    }
    found.filter(|imprint| imprint.volume.is_some() || imprint.issue.is_some() || imprint.pages.is_some())
}

static NONE: LazyLock<Vec<Regex>> = LazyLock::new(Vec::new);

/// Finds `vol. 3, no. 2, pp. 1-5, 2020` in `text`, not before `from`.
pub(super) fn find_in_words(text: &str, from: usize) -> Option<Imprint> {
    let [volume, issue, pages, year] = &*IN_WORDS;
    let group = |regex: &Regex, name: &str, from: usize| {
        regex
            .captures_at(text, from)
            .and_then(|captures| Some((captures.get(0)?.start(), captures.name(name)?.range())))
    };
    let (volume, issue, pages) = (group(volume, "v", from), group(issue, "i", from), group(pages, "p", from));
    let start = [&volume, &issue, &pages].into_iter().flatten().map(|(start, _)| *start).min()?;
    if volume.is_none() && pages.is_none() {
        return None;
    }
    // The last year is that of publication.
    let mut at = start;
    let mut last = None;
    while let Some((_, found)) = group(year, "y", at) {
        at = found.end;
        last = Some(found);
    }
    let end = [volume.as_ref(), issue.as_ref(), pages.as_ref()]
        .into_iter()
        .flatten()
        .map(|(_, range)| range.end)
        .max()?;
    let end = last.as_ref().map_or(end, |year| year.end.max(end));
    let mut imprint = Imprint {
        range: start..end,
        year: last,
        volume: volume.map(|(_, range)| range),
        issue: issue.map(|(_, range)| range),
        pages: pages.map(|(_, range)| range),
        ..Imprint::default()
    };
    imprint.plausible(text);
    Some(imprint)
}

/// Returns the year at the end of `text`, not before `from`; only a month and day, a bracket or
/// punctuation may follow it.
pub(super) fn final_year(text: &str, from: usize) -> Option<Range<usize>> {
    static FINAL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(r"(?:^|[ ,;.(:]){YEAR}(?: {MONTH}(?: [0-9]{{1,2}})?)?\)?[.,;]? ?$"))
            .expect("the shape is valid")
    });
    FINAL.captures_at(text, from)?.name("y").map(|year| year.range())
}

/// Returns the only year in `text`, which may occur repeatedly. Page numbers and parts of ranges,
/// addresses or longer numbers do not count.
pub(super) fn only_year(text: &str) -> Option<Range<usize>> {
    static ALONE: LazyLock<Regex> = LazyLock::new(|| Regex::new(YEAR).expect("the shape is valid"));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '–' | '—' | '/' | '_' | '=');
    let is_counted = |before: &str| {
        let before = before.trim_end().trim_end_matches('.');
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        matches!(word, "p" | "pp" | "S" | "no" | "No" | "vol" | "Vol" | "Nr" | "art" | "Art")
    };
    let years = ALONE.captures_iter(text).filter_map(|found| Some((found.get(0)?, found.name("y")?)));
    let mut found = years
        .filter(|(whole, year)| {
            let before = text.get(..whole.start()).unwrap_or_default();
            let behind = text.get(whole.end()..).unwrap_or_default();
            year.len() == 4
                && !before.ends_with(is_part)
                && !behind.starts_with(is_part)
                && !is_counted(before)
        })
        .map(|(_, year)| year.range());
    let year = found.next()?;
    let of = |range: &Range<usize>| text.get(range.clone());
    found.all(|other| of(&other) == of(&year)).then_some(year)
}

impl Imprint {
    /// Removes implausible values.
    fn plausible(&mut self, text: &str) {
        let get = |range: &Option<Range<usize>>| {
            range.as_ref().and_then(|range| text.get(range.clone())).unwrap_or_default().to_owned()
        };
        let issue = get(&self.issue);
        // `12 (2020)` has a year in brackets, and `(Eds.)` is not an issue either.
        let is_year = issue.len() == 4 && (issue.starts_with("19") || issue.starts_with("20"));
        if is_year && self.year.is_none() {
            self.year = self.issue.take();
        } else if !issue.contains(|c: char| c.is_ascii_digit())
            && !issue.starts_with("Suppl")
            && !issue.is_empty()
        {
            self.issue = None;
        }
        // `New York, 2015.` ends with a year, unless another one precedes.
        let volume = get(&self.volume);
        let is_year = volume.len() == 4 && (volume.starts_with("19") || volume.starts_with("20"));
        if is_year && self.year.is_none() && self.issue.is_none() && self.pages.is_none() {
            self.year = self.volume.take();
        }
        let pages = get(&self.pages);
        if pages.len() > 24 {
            self.pages = None;
        }
    }
}

/// Joins the parts of a page range with a hyphen.
pub(super) fn hyphenated(pages: &str) -> String {
    let parts: Vec<&str> =
        pages.split(['-', '–', '—']).map(str::trim).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// Returns the number of the month that an English or Spanish name begins with.
pub(super) fn month(name: &str) -> Option<u8> {
    Month::of_start(name).map(|month| month.number)
}
