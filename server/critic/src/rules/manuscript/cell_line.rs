//! `manuscript/cell-line` and `manuscript/missing-rrid`: the cells and antibodies that a paper used.

use crate::pattern::Pattern;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan};
use referee_findings::{Data, Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static CELL_LINE: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/cell-line",
        summary: "A cell line is on the author's list of misidentified or contaminated lines",
        severity: Some(Severity::Hint),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

The name, a synonym or the accession (`CVCL_…`) of a cell line that the list named by the setting `critic.cell_lines` calls \
problematic, in a sentence about cells. Without that setting the rule says nothing: no list comes with the program.

The list is a file that the author has fetched, in one of three forms:

- the flat file of Cellosaurus, `cellosaurus.txt` (CC BY 4.0; name Cellosaurus where you report its use): a record counts \
where one of its `CC` lines says `Problematic cell line`;
- the Register of Misidentified Cell Lines of ICLAC, saved as CSV or tab-separated text: the first line names the columns, \
one of which holds the misidentified line and another the contaminating one;
- one name a line, and behind a tab or a comma what is wrong with it.

## Why

Hundreds of lines are known to be other cells than their name says, and papers about the wrong cells go on being published.

## Example

```toml
[critic]
cell_lines = \"~/lists/iclac-register.csv\"
```

## What it cannot tell

Whether your stock was authenticated, and whether the list is up to date. A sentence that says that a line is misidentified \
or was authenticated is passed over.

## Fixes

None: authenticate the line (STR profile), say so, or say what the cells are.

## Sources

Cellosaurus: Bairoch 2018, DOI 10.7171/jbt.18-2902-002. ICLAC: Capes-Davis et al. 2010, DOI 10.1002/ijc.25242.
",
    },
    checks: &[Check::block(Applies::Manuscripts, BlockFlags::NONE, problematic)],
    fixes: None,
};

pub(super) static MISSING_RRID: CriticRule = CriticRule {
    rule: Rule {
        id: "manuscript/missing-rrid",
        summary: "Cell lines or antibodies have a supplier but no RRID",
        severity: Some(Severity::Hint),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

The first sentence that names cells with the collection they came from (ATCC, ECACC, DSMZ, JCRB, RIKEN), or an antibody with \
its supplier and its catalogue number or dilution, in a paper without any research resource identifier of that kind \
(`RRID:CVCL_0030`, `RRID:AB_2313567`). It is told once for cells and once for antibodies.

## Why

A catalogue number is reused and a name is shared; an RRID tells which cells and which antibody were used. Many journals ask \
for it.

## Example

```text
MCF-7 cells (ATCC HTB-22) were stained with anti-Ki67 (Abcam, ab15580; 1:500).
```

## What it cannot tell

Whether the journal asks for it, and whether a supplement has it.

## Fixes

None. Look the number up in the RRID portal or in Cellosaurus.

## Sources

Bandrowski et al. 2016, DOI 10.1016/j.neuron.2016.04.030.
",
    },
    checks: &[Check::document(Applies::Manuscripts, missing_rrid)],
    fixes: None,
};

/// Words that mark a sentence about cells.
const CELL_WORDS: &[&str] = &["cell", "célula", "celula", "línea", "linea", "cvcl_"];

/// Words of a sentence that reports the problem or the authentication of a line itself.
const KNOWN_PROBLEM_WORDS: &[&str] = &[
    "misidentif",
    "contaminat",
    "authenticat",
    "str profil",
    "formerly known",
    "derivative of",
    "contaminad",
    "autentific",
    "identificación errónea",
    "iclac",
    "cellosaurus",
];

fn problematic(block: &BlockContext<'_>) -> Vec<Remark> {
    static CELL_LINE_NAME: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"\bCVCL_[A-Z0-9]{4}\b|[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*(?: [0-9]+[A-Za-z]?\b)?",
        ))
    });
    let Some(lines) = block.setting.cell_lines.as_deref().filter(|lines| !lines.is_empty()) else {
        return Vec::new();
    };
    let Some(pattern) = CELL_LINE_NAME.as_ref().filter(|_| block.is_prose() && !block.in_references) else {
        return Vec::new();
    };
    let text = block.prose();
    let mut out: Vec<Remark> = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for sentence in block.sentences() {
        let around = text.get(sentence.span.range()).unwrap_or_default();
        let lower = around.to_lowercase();
        let is_of_cells = CELL_WORDS.iter().any(|word| lower.contains(word));
        if !is_of_cells || KNOWN_PROBLEM_WORDS.iter().any(|word| lower.contains(word)) {
            continue;
        }
        for found in pattern.find_iter(around) {
            // "HeLa 229" is one name; "HeLa 24" is a name and a number.
            let first = found.as_str().split(' ').next().unwrap_or_default();
            let line = lines.get(found.as_str()).map(|line| (found.as_str(), line));
            let Some((name, line)) = line.or_else(|| lines.get(first).map(|line| (first, line))) else {
                continue;
            };
            // A lower-case word is an ordinary word, not a name.
            if !name.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
                || said.contains(&line.name.as_str())
            {
                continue;
            }
            said.push(&line.name);
            let start = sentence.span.start as usize + found.start();
            let problem = &line.problem;
            let message = if block.in_spanish() {
                format!(
                    "«{name}» figura en su lista de líneas celulares problemáticas: {problem}. Compruebe la identidad de las células, o diga cómo se autentificaron."
                )
            } else {
                format!(
                    "“{name}” is on your list of problematic cell lines: {problem}. Check what the cells are, or say how they were authenticated."
                )
            };
            let mut data = Data::default();
            data.more.insert("cell_line", line.name.clone());
            out.push(Remark::new(Span::new(start, start + name.len()), message).with_data(data));
        }
    }
    out
}

/// The resources that a draft mentions and for which RRIDs exist.
#[derive(Default)]
struct Resources {
    cells: Option<Span>,
    antibodies: Option<Span>,
    has_cell_rrid: bool,
    has_antibody_rrid: bool,
}

impl Scan for Resources {
    type State = ();
    type Summary = Resources;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Resources, block: &BlockContext<'_>) {
        if block.in_references {
            return;
        }
        let here = block.fact(resources);
        summary.has_cell_rrid |= here.has_cell_rrid;
        summary.has_antibody_rrid |= here.has_antibody_rrid;
        let moved = |span: Span| span.shift(block.start);
        summary.cells = summary.cells.or(here.cells.map(moved));
        summary.antibodies = summary.antibodies.or(here.antibodies.map(moved));
    }
}

fn resources(block: &BlockContext<'_>) -> Resources {
    static CELL_MENTION: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?:\b(?:[Cc]ells?|[Cc]ell lines?|[Cc]élulas|[Ll]íneas? celular(?:es)?)\b[^.;]{0,80}?\b(?:ATCC|ECACC|DSMZ|JCRB|RIKEN|American Type Culture Collection)\b)",
        ))
    });
    static ANTIBODY_MENTION: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?:\b(?:[Aa]ntibod(?:y|ies)|[Aa]nticuerpos?)\b|\b[Aa]nti-[\p{L}0-9α-ω-]{2,20}\b)[^.;]{0,60}?[(,][^()]{0,40}?(?:\b(?:Abcam|Cell Signaling|Santa Cruz|Sigma|Millipore|Merck|Invitrogen|Thermo ?Fisher|BD|BioLegend|Dako|Agilent|Proteintech|R&D Systems|Novus|Bio-Rad)\b[^()]{0,40}?(?:\b1 ?[:/] ?[0-9]{2,6}\b|#|\b[Cc]at\b|\bab[0-9]{3,}\b|\bsc-[0-9]+|\b[A-Z]{0,3}[0-9]{4,}\b))",
        ))
    });
    let text = block.prose();
    let mut out = Resources {
        has_cell_rrid: text.contains("CVCL_"),
        has_antibody_rrid: text.contains("RRID:AB") || text.contains("RRID: AB") || text.contains("AB_"),
        ..Resources::default()
    };
    if !block.is_prose() {
        return out;
    }
    let first = |pattern: &LazyLock<Option<Pattern>>| {
        pattern
            .as_ref()
            .and_then(|pattern| pattern.find(text))
            .map(|found| Span::new(found.start(), found.end()))
    };
    // Skip most blocks before trying a pattern.
    if ["ATCC", "ECACC", "DSMZ", "JCRB", "RIKEN", "Type Culture"].iter().any(|name| text.contains(name)) {
        out.cells = first(&CELL_MENTION);
    }
    if text.contains("nti") && (text.contains('(') || text.contains(',')) {
        out.antibodies = first(&ANTIBODY_MENTION);
    }
    out
}

fn missing_rrid(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Resources::default();
    for group in draft.scan::<Resources>(()) {
        let here = &group.summary;
        all.has_cell_rrid |= here.has_cell_rrid;
        all.has_antibody_rrid |= here.has_antibody_rrid;
        all.cells = all.cells.or(here.cells.map(|span| span.shift(group.start)));
        all.antibodies = all.antibodies.or(here.antibodies.map(|span| span.shift(group.start)));
    }
    let spanish = draft.is_spanish();
    let cells = all.cells.filter(|_| !all.has_cell_rrid).map(|span| {
        let message = if spanish {
            "Las células se nombran con su colección y sin RRID. Muchas revistas piden el de cada línea (RRID:CVCL_…, en Cellosaurus)."
        } else {
            "The cells are named with their collection and without an RRID. Many journals ask for that of each line (RRID:CVCL_…, in Cellosaurus)."
        };
        Remark::new(span, message)
    });
    let antibodies = all.antibodies.filter(|_| !all.has_antibody_rrid).map(|span| {
        let message = if spanish {
            "El anticuerpo se nombra con su proveedor y sin RRID. Muchas revistas piden el de cada anticuerpo (RRID:AB_…)."
        } else {
            "The antibody is named with its supplier and without an RRID. Many journals ask for that of each antibody (RRID:AB_…)."
        };
        Remark::new(span, message)
    });
    cells.into_iter().chain(antibodies).collect()
}

#[cfg(test)]
mod tests {
    use crate::Setting;
    use crate::analysis::cell_lines::CellLines;
    use crate::rules::testing::{manuscript, places};
    use referee_syntax::Format;
    use std::sync::Arc;

    fn with_list() -> Setting {
        let list = "Misidentified cell line,Contaminating cell line,RRID\nMade-Up-2,Other-1,CVCL_ZZ01\nXY 77,Other-1,CVCL_ZZ02\nBend,Other-1,\n";
        Setting { cell_lines: Some(Arc::new(CellLines::read(list))), ..manuscript() }
    }

    #[test]
    fn a_line_of_the_authors_list_is_told_in_a_sentence_about_cells() {
        fn found(text: &str) -> Vec<&str> {
            places("manuscript/cell-line", Format::Markdown, text, &with_list())
        }
        for (text, name) in [
            ("Made-Up-2 cells were grown in DMEM.", "Made-Up-2"),
            ("We cultured MadeUp2 and other cells.", "MadeUp2"),
            ("The cell line XY-77 was used.", "XY-77"),
            ("The cell line XY 77 was used.", "XY 77"),
            ("Cells (RRID:CVCL_ZZ01) were grown.", "CVCL_ZZ01"),
            ("Se cultivaron células Made-Up-2 en DMEM.", "Made-Up-2"),
        ] {
            assert_eq!(found(text), [name], "{text}");
        }
        for text in [
            "The river has a bend; cells were counted.",
            "Made-Up-2 cells were authenticated by STR profiling.",
            "Made-Up-2 cells are a derivative of Other-1.",
            "Fine-1 cells were grown.",
            "Room XY 77 was cleaned.",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
        let none = places("manuscript/cell-line", Format::Markdown, "Made-Up-2 cells.", &manuscript());
        assert!(none.is_empty());
    }

    #[test]
    fn a_missing_identifier_is_told_once_for_cells_and_once_for_antibodies() {
        let text = "MCF-7 cells (ATCC HTB-22) were grown.\n\nHeLa cells were from ATCC.\n\nThey were stained with anti-Ki67 (Abcam, ab15580; 1:500).\n";
        assert_eq!(places("manuscript/missing-rrid", Format::Markdown, text, &manuscript()).len(), 2);
        let named =
            text.replace("HTB-22", "HTB-22, RRID:CVCL_0031").replace("1:500", "1:500, RRID:AB_443209");
        assert!(places("manuscript/missing-rrid", Format::Markdown, &named, &manuscript()).is_empty());
    }
}
