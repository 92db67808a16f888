//! Prints an answer, or writes it to the file given by `--out`, in the format of its extension.

use crate::exit::Failure;
use crate::output::{self, shown};
use referee_research::Evidence;
use referee_research::page::{Block, CitationSyntax, Page, write};
use referee_research::report::{self, ResearchReport};
use referee_syntax::Format;
use std::collections::BTreeMap;
use std::path::Path;

/// Prints or writes a page whose works are numbered and listed below it.
pub(crate) fn page(out: Option<&Path>, page: &Page, evidence: &[Evidence]) -> Result<(), Failure> {
    let handles = page.cited();
    let numbers: BTreeMap<String, u32> = handles.iter().cloned().zip(1..).collect();
    let mut page = page.clone();
    if !handles.is_empty() {
        page.heading(2, "References");
        for (handle, number) in handles.iter().zip(1_u32..) {
            if let Some(one) = evidence.iter().find(|one| one.handle == *handle) {
                let words = referee_bibliography::render::vancouver(&one.record.work);
                page.blocks.push(Block::Numbered(number, words));
            }
        }
    }
    put(out, &write(&page, format_of(out), &CitationSyntax::Numbers(numbers), 0))
}

/// Prints or writes a report. Formats with native citations get them, with the entries in a .bib
/// file in the folder of the report; in other formats the works are numbered and listed.
pub(crate) fn report(out: Option<&Path>, report: &ResearchReport) -> Result<(), Failure> {
    let format = format_of(out);
    let cites_by_key = matches!(
        format,
        Format::Quarto | Format::RMarkdown | Format::Latex | Format::Typst | Format::Org | Format::Rst
    );
    let Some(path) = out.filter(|_| cites_by_key) else {
        return put(out, &write(&report::page(report, true), format, &report.numbers(), 0));
    };
    let (entries, keys) = report::bibliography(report, format);
    let bibliography = path.with_extension("bib");
    if bibliography.exists() {
        return Err(Failure::refused(format!(
            "{} is there already; name another file, or move it",
            shown(&bibliography)
        )));
    }
    let name = bibliography.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let body = write(&report::page(report, false), format, &CitationSyntax::Keys(keys), 0);
    let text = match format {
        Format::Latex => format!(
            "\\documentclass{{article}}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{biblatex}}\n\\addbibresource{{{name}}}\n\\begin{{document}}\n\n{body}\n\\printbibliography\n\\end{{document}}\n"
        ),
        Format::Typst => format!("{body}\n#bibliography(\"{name}\")\n"),
        Format::Org => format!("{body}\n#+bibliography: {name}\n"),
        Format::Rst => format!("{body}\n.. bibliography:: {name}\n"),
        _ => format!("---\nbibliography: {name}\n---\n\n{body}\n# References\n"),
    };
    write_file(&bibliography, &entries)?;
    put(out, &text)
}

/// Prints a text, or writes it to a file and reports the path.
fn put(out: Option<&Path>, text: &str) -> Result<(), Failure> {
    match out {
        None => output::print(text),
        Some(path) => {
            write_file(path, text)?;
            output::print(&format!("written to {}\n", shown(path)));
        }
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::about(path.display(), error))
}

/// Returns the format for the extension of a file; Markdown without a file.
fn format_of(path: Option<&Path>) -> Format {
    match path.and_then(Path::extension).and_then(|extension| extension.to_str()) {
        Some("qmd") => Format::Quarto,
        Some("Rmd" | "rmd") => Format::RMarkdown,
        Some("tex") => Format::Latex,
        Some("typ") => Format::Typst,
        Some("org") => Format::Org,
        Some("rst" | "rest") => Format::Rst,
        Some("txt") => Format::PlainText,
        _ => Format::Markdown,
    }
}
