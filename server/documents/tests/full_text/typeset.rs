//! Typesets an article with real tools: pdfTeX, Typst and WeasyPrint, in several layouts.

use crate::article::{Article, Run, Table};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One column with running heads, in pdfTeX.
    TexOne,
    /// Two columns with floats and hyphenation, in pdfTeX.
    TexTwo,
    /// A manuscript under review with line numbers, in pdfTeX.
    TexReview,
    /// Two justified columns, in Typst.
    TypstTwo,
    /// One justified column in small letters, in Typst.
    TypstOne,
    /// Ragged lines on a web page that is printed, in WeasyPrint.
    Web,
    /// Two columns of a printed web page, in WeasyPrint.
    WebTwo,
}

pub(crate) const LAYOUTS: [Layout; 7] = [
    Layout::TexOne,
    Layout::TexTwo,
    Layout::TexReview,
    Layout::TypstOne,
    Layout::TypstTwo,
    Layout::Web,
    Layout::WebTwo,
];

/// The number that is printed on the first page.
pub(crate) const FIRST_PAGE: u32 = 1204;

/// Typesets an article; `None` if the tool is not there or cannot do it.
pub(crate) fn typeset(article: &Article, layout: Layout, folder: &Path) -> Option<PathBuf> {
    let stem = format!("{}-{layout:?}", article.name.replace('.', "_"));
    let path = |end: &str| folder.join(format!("{stem}.{end}"));
    match layout {
        Layout::TexOne | Layout::TexTwo | Layout::TexReview => {
            std::fs::write(path("tex"), tex(article, layout)).ok()?;
            for _ in 0..2 {
                let mut command = Command::new("pdflatex");
                command.args(["-interaction=nonstopmode", "-output-directory"]).arg(folder).arg(path("tex"));
                run(&mut command)?;
            }
        }
        Layout::TypstOne | Layout::TypstTwo => {
            std::fs::write(path("typ"), typst(article, layout)).ok()?;
            python(
                "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])",
                &[&path("typ"), &path("pdf")],
            )?;
        }
        Layout::Web | Layout::WebTwo => {
            std::fs::write(path("html"), html(article, layout)).ok()?;
            python(
                "import sys, weasyprint; weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])",
                &[&path("html"), &path("pdf")],
            )?;
        }
    }
    Some(path("pdf")).filter(|path| path.is_file())
}

/// Runs a line of Python; `REFEREE_PYTHON` names one that has Typst and WeasyPrint.
fn python(code: &str, arguments: &[&PathBuf]) -> Option<()> {
    let program = std::env::var_os("REFEREE_PYTHON").unwrap_or_else(|| "python3".into());
    run(Command::new(program).arg("-c").arg(code).args(arguments))
}

fn run(command: &mut Command) -> Option<()> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().ok().map(drop)
}

fn head(article: &Article) -> String {
    let first = article.authors.first().map_or("Roe", String::as_str);
    format!("{} et al. Journal of Wards 2019;12", first.rsplit(' ').next().unwrap_or(first))
}

fn tex(article: &Article, layout: Layout) -> String {
    let mut out = String::new();
    let options = match layout {
        Layout::TexTwo => "10pt,twocolumn,twoside",
        Layout::TexReview => "12pt",
        _ => "11pt",
    };
    let _ = writeln!(
        out,
        "\\documentclass[{options}]{{article}}\n\\usepackage[utf8]{{inputenc}}\\usepackage{{fancyhdr}}\\usepackage{{textcomp}}\\usepackage{{booktabs}}"
    );
    if layout == Layout::TexReview {
        out.push_str("\\usepackage{lineno}\\linenumbers\\linespread{1.6}\n");
    }
    for (character, means) in TEX_CHARACTERS {
        let _ = writeln!(
            out,
            "\\DeclareUnicodeCharacter{{{:04X}}}{{\\ensuremath{{{means}}}}}",
            u32::from(*character)
        );
    }
    let _ = writeln!(
        out,
        "\\pagestyle{{fancy}}\\fancyhf{{}}\\fancyhead[L]{{{}}}\\fancyhead[R]{{\\thepage}}\\fancyfoot[C]{{doi:{}}}\n\\title{{{}}}\\author{{{}}}\\date{{}}\n\\begin{{document}}\\setcounter{{page}}{{{FIRST_PAGE}}}\\maketitle\\thispagestyle{{fancy}}",
        tex_text(&head(article)),
        tex_text(&article.doi),
        tex_text(&article.title),
        article.authors.iter().map(|name| tex_text(name)).collect::<Vec<_>>().join(" \\and ")
    );
    out.push_str("\\begin{abstract}\n");
    for paragraph in &article.summary {
        let _ = writeln!(out, "{}\n", tex_runs(paragraph));
    }
    out.push_str("\\end{abstract}\n");
    let mut floats = tex_floats(article, layout);
    let mut heading = "";
    for (at, paragraph) in article.body.iter().enumerate() {
        if paragraph.heading != heading {
            heading = &paragraph.heading;
            let _ = writeln!(out, "\\section{{{}}}", tex_text(heading));
        }
        if at % 3 == 1
            && let Some(float) = floats.pop()
        {
            out.push_str(&float);
        }
        let _ = write!(out, "{}", tex_runs(&paragraph.runs));
        if at % 7 == 2 {
            let _ = write!(out, "\\footnote{{This note {at} was set at the foot of the page.}}");
        }
        out.push_str("\n\n");
    }
    floats.into_iter().for_each(|float| out.push_str(&float));
    out.push_str("\\section*{References}\\begin{enumerate}\n");
    for reference in &article.references {
        let _ = writeln!(out, "\\item {}", tex_text(reference));
    }
    out.push_str("\\end{enumerate}\\end{document}\n");
    out
}

fn tex_floats(article: &Article, layout: Layout) -> Vec<String> {
    let star = |at: usize| if layout == Layout::TexTwo && at % 2 == 1 { "*" } else { "" };
    let figures = article.figures.iter().enumerate().map(|(at, caption)| {
        let star = star(at);
        format!(
            "\\begin{{figure{star}}}[t]\\rule{{4cm}}{{2cm}}\\caption{{{}}}\\end{{figure{star}}}\n",
            tex_text(caption)
        )
    });
    let tables = article.tables.iter().enumerate().map(|(at, table)| {
        let star = star(at + 1);
        let columns = columns(table);
        let rows: Vec<String> = table
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| tex_text(cell)).collect::<Vec<_>>().join(" & "))
            .collect();
        format!(
            "\\begin{{table{star}}}[t]\\caption{{{}}}\\begin{{tabular}}{{{}}}\\toprule\n{}\\\\\\bottomrule\\end{{tabular}}\\end{{table{star}}}\n",
            tex_text(&table.caption),
            "l".repeat(columns),
            rows.join("\\\\\n")
        )
    });
    figures.chain(tables).collect()
}

fn columns(table: &Table) -> usize {
    table.rows.iter().map(Vec::len).max().unwrap_or(1)
}

const TEX_CHARACTERS: &[(char, &str)] = &[
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('γ', "\\gamma"),
    ('δ', "\\delta"),
    ('ε', "\\epsilon"),
    ('κ', "\\kappa"),
    ('λ', "\\lambda"),
    ('μ', "\\mu"),
    ('π', "\\pi"),
    ('ρ', "\\rho"),
    ('σ', "\\sigma"),
    ('τ', "\\tau"),
    ('φ', "\\phi"),
    ('χ', "\\chi"),
    ('ω', "\\omega"),
    ('θ', "\\theta"),
    ('η', "\\eta"),
    ('Δ', "\\Delta"),
    ('Φ', "\\Phi"),
    ('Γ', "\\Gamma"),
    ('Λ', "\\Lambda"),
    ('Π', "\\Pi"),
    ('Ψ', "\\Psi"),
    ('Θ', "\\Theta"),
    ('ν', "\\nu"),
    ('ψ', "\\psi"),
    ('ξ', "\\xi"),
    ('ζ', "\\zeta"),
    ('ι', "\\iota"),
    ('×', "\\times"),
    ('ϕ', "\\phi"),
    ('±', "\\pm"),
    ('Σ', "\\Sigma"),
    ('Ω', "\\Omega"),
    ('≥', "\\geq"),
    ('≤', "\\leq"),
    ('≈', "\\approx"),
    ('−', "-"),
    ('∼', "\\sim"),
    ('′', "'"),
    ('→', "\\rightarrow"),
    ('∞', "\\infty"),
    ('∗', "*"),
    ('\u{2009}', "\\,"),
    ('\u{200a}', "\\,"),
    ('\u{2003}', "\\quad"),
    ('\u{2002}', "\\ "),
    ('\u{2005}', "\\,"),
    ('‐', "\\mbox{-}"),
    ('⁎', "*"),
    ('⩾', "\\geq"),
    ('⩽', "\\leq"),
    ('•', "\\bullet"),
    ('\u{202f}', "\\,"),
    ('≠', "\\neq"),
];

fn tex_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => {
                let _ = write!(out, "${c}$");
            }
            '"' => out.push_str("''"),
            c => out.push(c),
        }
    }
    out
}

fn tex_runs(runs: &[Run]) -> String {
    let mut out = String::new();
    for run in runs {
        match run {
            Run::Text(text) => out.push_str(&tex_text(text)),
            Run::Cite(text) | Run::Super(text) => {
                let _ = write!(out, "\\textsuperscript{{{}}}", tex_text(text));
            }
            Run::Sub(text) => {
                let _ = write!(out, "\\textsubscript{{{}}}", tex_text(text));
            }
        }
    }
    out
}

fn typst_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\#$*_`@<>~=-+/'\"[]{}".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn typst_runs(runs: &[Run]) -> String {
    let mut out = String::new();
    for run in runs {
        match run {
            Run::Text(text) => out.push_str(&typst_text(text)),
            Run::Cite(text) | Run::Super(text) => {
                let _ = write!(out, "#super[{}];", typst_text(text));
            }
            Run::Sub(text) => {
                let _ = write!(out, "#sub[{}];", typst_text(text));
            }
        }
    }
    out
}

fn typst(article: &Article, layout: Layout) -> String {
    let (columns, size) = if layout == Layout::TypstTwo { (2, 9) } else { (1, 8) };
    let mut out = format!(
        "#set page(paper: \"a4\", columns: {columns}, header: context [{} #h(1fr) #counter(page).display()], numbering: none)\n#counter(page).update({FIRST_PAGE})\n#set text(size: {size}pt, hyphenate: true, lang: \"en\")\n#set par(justify: true, first-line-indent: 1em, spacing: 0.65em)\n#show heading: set text(size: {}pt)\n",
        typst_text(&head(article)),
        size + 1,
    );
    let _ = writeln!(
        out,
        "#place(top, scope: \"parent\", float: true)[#text(size: 17pt)[{}]\n\n{}\n\ndoi:{}]",
        typst_text(&article.title),
        typst_text(&article.authors.join(", ")),
        typst_text(&article.doi)
    );
    out.push_str("= Abstract\n");
    for paragraph in &article.summary {
        let _ = writeln!(out, "{}\n", typst_runs(paragraph));
    }
    let mut floats: Vec<String> = article
        .figures
        .iter()
        .map(|caption| {
            format!(
                "#figure(placement: auto, rect(width: 4cm, height: 2cm), caption: [{}])\n\n",
                typst_text(caption)
            )
        })
        .collect();
    floats.extend(article.tables.iter().map(|table| {
        let cells: Vec<String> = table
            .rows
            .iter()
            .flat_map(|row| {
                let rest = columns_left(table, row);
                row.iter().map(|cell| format!("[{}]", typst_text(cell))).chain(vec!["[]".to_owned(); rest])
            })
            .collect();
        format!(
            "#figure(placement: auto, table(columns: {}, stroke: none, {}), caption: [{}])\n\n",
            self::columns(table),
            cells.join(", "),
            typst_text(&table.caption)
        )
    }));
    let mut heading = "";
    for (at, paragraph) in article.body.iter().enumerate() {
        if paragraph.heading != heading {
            heading = &paragraph.heading;
            let _ = writeln!(out, "= {}", typst_text(heading));
        }
        if at % 3 == 1
            && let Some(float) = floats.pop()
        {
            out.push_str(&float);
        }
        let note = if at % 7 == 2 {
            format!("#footnote[This note {at} was set at the foot of the page.]")
        } else {
            String::new()
        };
        let _ = writeln!(out, "{}{note}\n", typst_runs(&paragraph.runs));
    }
    floats.into_iter().for_each(|float| out.push_str(&float));
    out.push_str("= References\n#set par(first-line-indent: 0em)\n");
    for (at, reference) in (1..).zip(&article.references) {
        let _ = writeln!(out, "[{at}] {}\n", typst_text(reference));
    }
    out
}

fn columns_left(table: &Table, row: &[String]) -> usize {
    columns(table).saturating_sub(row.len())
}

fn html_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn html_runs(runs: &[Run]) -> String {
    let mut out = String::new();
    for run in runs {
        let _ = match run {
            Run::Text(text) => write!(out, "{}", html_text(text)),
            Run::Cite(text) | Run::Super(text) => write!(out, "<sup>{}</sup>", html_text(text)),
            Run::Sub(text) => write!(out, "<sub>{}</sub>", html_text(text)),
        };
    }
    out
}

fn html(article: &Article, layout: Layout) -> String {
    let columns = if layout == Layout::WebTwo {
        "article { columns: 2; column-gap: 8mm; text-align: justify; hyphens: auto } body { font-size: 9pt }"
    } else {
        "body { font-size: 11pt; line-height: 1.4 } p { margin: 0.8em 0 }"
    };
    let mut out = format!(
        "<!DOCTYPE html><html lang=en><meta charset=utf-8><style>@page {{ size: A4; margin: 20mm; @top-left {{ content: '{}' }} @top-right {{ content: counter(page) }} }} @page :first {{ counter-reset: page {} }} body {{ font-family: serif }} p {{ margin: 0; text-indent: 1em }} figure {{ margin: 1em 0 }} figcaption, table {{ font-size: 80% }} {columns}</style><title>x</title><h1>{}</h1><p>{}</p><p>https://doi.org/{}</p><article><h2>Abstract</h2>",
        head(article).replace('\'', ""),
        FIRST_PAGE,
        html_text(&article.title),
        html_text(&article.authors.join(", ")),
        html_text(&article.doi)
    );
    for paragraph in &article.summary {
        let _ = write!(out, "<p>{}</p>", html_runs(paragraph));
    }
    let mut floats: Vec<String> = (1..)
        .zip(&article.figures)
        .map(|(at, caption)| {
            format!("<figure><div style='height:2cm;border:1px solid'></div><figcaption>Figure {at}. {}</figcaption></figure>", html_text(caption))
        })
        .collect();
    floats.extend((1..).zip(&article.tables).map(|(at, table)| {
        let row = |row: &Vec<String>| {
            let cells: String = row.iter().map(|cell| format!("<td>{}</td>", html_text(cell))).collect();
            format!("<tr>{cells}</tr>")
        };
        let rows: String = table.rows.iter().map(row).collect();
        format!(
            "<figure><figcaption>Table {at}. {}</figcaption><table>{rows}</table></figure>",
            html_text(&table.caption)
        )
    }));
    let mut heading = "";
    for (at, paragraph) in article.body.iter().enumerate() {
        if paragraph.heading != heading {
            heading = &paragraph.heading;
            let _ = write!(out, "<h2>{}</h2>", html_text(heading));
        }
        if at % 3 == 1
            && let Some(float) = floats.pop()
        {
            out.push_str(&float);
        }
        let _ = write!(out, "<p>{}</p>", html_runs(&paragraph.runs));
    }
    floats.into_iter().for_each(|float| out.push_str(&float));
    out.push_str("<h2>References</h2>");
    for (at, reference) in (1..).zip(&article.references) {
        let _ = write!(out, "<p>{at}. {}</p>", html_text(reference));
    }
    out.push_str("</article></html>");
    out
}
