//! `manuscript/gene-date`

use crate::pattern::Pattern;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// Flags gene names that a spreadsheet converted to dates.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/gene-date",
        summary: "A date appears among gene symbols",
        severity: Some(Severity::Information),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A day and a month (`1-Mar`, `2-Sep`, `Mar-01`, `4-Oct`) in a list or a table that contains symbols of genes, or in a sentence \
about genes that names at least two others.

## Why

Spreadsheets turn symbols such as MARCH1 and SEPT2 into dates when a file is opened, and the dates are published. The symbols \
were renamed for this reason (MARCHF1, SEPTIN2); older files still have them.

## Example

```text
Upregulated genes: TP53, BRCA1, 1-Mar, 2-Sep, EGFR.
```

## What it cannot tell

Which of two symbols the date was: 1-Mar may have been MARCH1 or MARC1. Dates far from any symbol of a gene are passed over.

## Fixes

None: the original file has the symbol.

## Sources

Zeeberg et al. 2004, DOI 10.1186/1471-2105-5-80; Ziemann, Eren and El-Osta 2016, DOI 10.1186/s13059-016-1044-7; the \
symbols of the HUGO Gene Nomenclature Committee.
",
    },
    checks: &[Check::document(Applies::Manuscripts, check)],
    fixes: None,
};

/// The maximum distance between a date and the symbols of its list, in bytes.
const MAX_DISTANCE: usize = 400;
/// The minimum number of symbols near a date.
const MIN_SYMBOLS: usize = 2;
/// The maximum number of findings per file.
const MAX_FINDINGS: usize = 10;

/// The dates and gene symbols in some blocks; symbols only of blocks that are short or contain a date.
#[derive(Default)]
struct GeneDates {
    dates: Vec<(Span, String)>,
    symbols: Vec<usize>,
    speaks_of_genes: bool,
}

/// The dates and symbols of one block, with their locations.
struct BlockGeneDates(Vec<(Span, String)>, Vec<usize>, bool);

/// Longer blocks are prose; their symbols count only if the block contains a date.
const MAX_ITEM_LEN: usize = 120;

impl Scan for GeneDates {
    type State = ();
    type Summary = GeneDates;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut GeneDates, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here = block.fact(read);
        summary.dates.extend(here.0.iter().map(|(span, name)| (span.shift(block.start), name.clone())));
        summary.symbols.extend(here.1.iter().map(|at| at + block.start));
        summary.speaks_of_genes |= here.2;
    }
}

fn read(block: &BlockContext<'_>) -> BlockGeneDates {
    static DATE_LIKE_SYMBOL: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\b(?:(?P<day>0?[1-9]|1[0-9])-(?P<month>Mar|Sep|Sept|Dec|Oct|Nov|Apr|mar|sep|dic|oct)|(?P<first>Mar|Sep|Sept|Dec|Oct)-(?P<second>0?[1-9]|1[0-5]))\b",
        ))
    });
    static GENE_SYMBOL: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\b[A-Z][A-Z0-9]{1,5}[0-9]{1,2}[A-Z]?\b|\b(?:EGFR|MYC|KRAS|NRAS|BRAF|PTEN|GAPDH|ACTB|TNF|VEGFA|APC|ALK|RET|KIT|MET|ATM|APOE)\b",
        ))
    });
    let text = block.prose();
    let mut out = BlockGeneDates(Vec::new(), Vec::new(), false);
    let (Some(date), Some(symbol)) = (DATE_LIKE_SYMBOL.as_ref(), GENE_SYMBOL.as_ref()) else { return out };
    if block.flags().any(BlockFlags::DIGIT) {
        for found in date.captures_iter(text) {
            let Some(whole) = found.get(0) else { continue };
            let get = |name: &str| found.name(name).map(|part| part.as_str());
            let number = get("day").or(get("second")).and_then(|day| day.parse::<u32>().ok());
            let (Some(number), Some(month)) = (number, get("month").or(get("first"))) else { continue };
            let before = text.get(..whole.start()).unwrap_or_default();
            let behind = text.get(whole.end()..).unwrap_or_default();
            // "1-Mar-2020" and "12-1-Mar" are calendar dates.
            let goes_on = behind.starts_with(['-', '/'])
                || behind.trim_start_matches([' ', ',']).starts_with("20")
                || before.ends_with(['-', '/']);
            if let Some(name) = symbol_of(month, number).filter(|_| !goes_on) {
                out.0.push((Span::new(whole.start(), whole.end()), name));
            }
        }
    }
    if !out.0.is_empty() || text.len() <= MAX_ITEM_LEN || text.contains('|') {
        out.1.extend(symbol.find_iter(text).map(|found| found.start()));
    }
    let lower = text.to_ascii_lowercase();
    out.2 = [
        " gene",
        "gene ",
        "genes",
        "transcript",
        "gen ",
        "expressed",
        "expression",
        "expresión",
        "expresion",
        "mrna",
        "probe",
        "locus",
    ]
    .iter()
    .any(|word| lower.contains(word));
    out
}

/// Returns the symbol that a spreadsheet converts to the date, if one exists.
fn symbol_of(month: &str, number: u32) -> Option<String> {
    Some(match (month.to_ascii_lowercase().as_str(), number) {
        ("mar", 1..=11) => format!("MARCH{number} (now MARCHF{number}) or MARC{number}"),
        ("sep" | "sept", 1..=14) => format!("SEPT{number} (now SEPTIN{number})"),
        ("sep" | "sept", 15) => "SEP15 (now SELENOF)".to_owned(),
        ("dec" | "dic", 1 | 2) => format!("DEC{number}"),
        ("oct", 1 | 2 | 3 | 4 | 6 | 7 | 11) => format!("OCT{number}"),
        ("nov", 1 | 2) => format!("NOV{number}"),
        ("apr", 1..=3) => format!("APR{number}"),
        _ => return None,
    })
}

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut dates: Vec<(Span, String)> = Vec::new();
    let mut symbols: Vec<usize> = Vec::new();
    let mut speaks_of_genes = false;
    for group in draft.scan::<GeneDates>(()) {
        dates.extend(group.summary.dates.iter().map(|(span, name)| (span.shift(group.start), name.clone())));
        symbols.extend(group.summary.symbols.iter().map(|at| at + group.start));
        speaks_of_genes |= group.summary.speaks_of_genes;
    }
    if !speaks_of_genes {
        return Vec::new();
    }
    let near = |date: Span| {
        let at = date.start as usize;
        let named = symbols.iter().filter(|symbol| symbol.abs_diff(at) <= MAX_DISTANCE).count();
        // One symbol with a second such date is as strong a sign as two symbols.
        let other_dates = dates
            .iter()
            .filter(|(other, _)| *other != date && (other.start as usize).abs_diff(at) <= MAX_DISTANCE)
            .count();
        named >= 1 && named + other_dates >= MIN_SYMBOLS
    };
    dates
        .iter()
        .filter(|(date, _)| near(*date))
        .take(MAX_FINDINGS)
        .map(|(date, name)| {
            let shown = draft.text(*date).unwrap_or_default();
            let message = if draft.is_spanish() {
                format!(
                    "«{shown}» entre símbolos de genes es la conversión que hace una hoja de cálculo de {}. Compruebe el archivo de origen.",
                    name.replace("(now", "(hoy").replace(" or ", " o ")
                )
            } else {
                format!("“{shown}” among symbols of genes is what a spreadsheet makes of {name}. Check the file it came from.")
            };
            Remark::new(*date, message)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{manuscript, places};
    use referee_syntax::Format;

    const ID: &str = "manuscript/gene-date";

    #[test]
    fn a_date_in_a_list_of_genes_is_told() {
        for (text, dates) in [
            ("Upregulated genes: TP53, BRCA1, 1-Mar, CDKN2A.", vec!["1-Mar"]),
            ("Genes expressed in both: CD4, 2-Sep, SOX2, KLF4.", vec!["2-Sep"]),
            ("Transcripts: Mar-01, TP53, CD44.", vec!["Mar-01"]),
            ("# Genes\n\n- TP53\n- 1-Mar\n- BRCA2\n", vec!["1-Mar"]),
            (
                "| Gene | log2FC |\n|---|---|\n| TP53 | 2.1 |\n| 7-Sep | 1.4 |\n| BRCA1 | 1.1 |\n",
                vec!["7-Sep"],
            ),
            ("Genes diferenciales: TP53, BRCA1, 1-mar, SOX2.", vec!["1-mar"]),
        ] {
            assert_eq!(places(ID, Format::Markdown, text, &manuscript()), dates, "{text}");
        }
    }

    #[test]
    fn dates_of_the_calendar_are_left_alone() {
        for text in [
            "The survey ran from 1-Mar to 2-Sep.",
            "Genes TP53 and BRCA1 were sequenced on 1-Mar-2020.",
            "Upregulated genes: TP53, BRCA1, MARCHF1, SEPTIN2.",
            "Patients were enrolled from 12-Oct; TP53 was mutated.",
            "The gene TP53 was read. Samples arrived on 1-Mar 2020 with BRCA1.",
            "COVID19 and H1N1 waves began on 1-Mar.",
            "Between 1-Dec and 31-Jan, 45 patients were seen.",
        ] {
            assert!(places(ID, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
        }
    }
}
