//! Escapes foreign text for LaTeX.

/// Escapes `words` as the text of a LaTeX document.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    let mut before = ' ';
    for c in words.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            // A straight quotation mark is active in some languages of babel.
            '"' if before.is_whitespace() || matches!(before, '(' | '[' | '“' | '‘') => {
                out.push_str("``")
            }
            '"' => out.push_str("''"),
            // Two in a row would become a dash or a quotation mark.
            '-' | '\'' | ',' if c == before => {
                out.push_str("{}");
                out.push(c);
            }
            '\u{a0}' => out.push('~'),
            '\u{2002}'..='\u{200a}' | '\u{202f}' => out.push_str("\\,"),
            '\u{2010}' | '\u{2011}' => out.push('-'),
            c if c.is_ascii() => out.push(c),
            c => push_sign(&mut out, c),
        }
        before = c;
    }
    out
}

/// Replaces the characters that no text font of pdflatex has by commands; `written` is already
/// LaTeX.
pub(super) fn with_commands(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    for c in written.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            push_sign(&mut out, c);
        }
    }
    out
}

/// Appends a non-ASCII character, as a command if no text font of pdflatex has it.
fn push_sign(out: &mut String, c: char) {
    if let Some(command) = math(c) {
        out.push_str(&format!("${command}$"));
    } else if let Some((place, digit)) = small_digit(c) {
        out.push_str(&format!("\\text{place}{{{digit}}}"));
    } else {
        out.push(c);
    }
}

/// Keeps the first characters of `written`, which is already LaTeX, from becoming an argument of
/// the preceding command.
pub(super) fn at_line_start(written: &str) -> String {
    // After `\item` and `\\`, brackets and a star are arguments.
    if written.starts_with(['[', '*']) { format!("{{}}{written}") } else { written.to_owned() }
}

/// Returns the math-mode command for a character that no text font of pdflatex has.
fn math(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "\\alpha",
        'β' => "\\beta",
        'γ' => "\\gamma",
        'δ' => "\\delta",
        'ε' | 'ϵ' => "\\epsilon",
        'ζ' => "\\zeta",
        'η' => "\\eta",
        'θ' => "\\theta",
        'ι' => "\\iota",
        'κ' => "\\kappa",
        'λ' => "\\lambda",
        'μ' | 'µ' => "\\mu",
        'ν' => "\\nu",
        'ξ' => "\\xi",
        'ο' => "o",
        'π' => "\\pi",
        'ρ' => "\\rho",
        'σ' => "\\sigma",
        'ς' => "\\varsigma",
        'τ' => "\\tau",
        'υ' => "\\upsilon",
        'φ' | 'ϕ' => "\\phi",
        'χ' => "\\chi",
        'ψ' => "\\psi",
        'ω' => "\\omega",
        'Γ' => "\\Gamma",
        'Δ' | '∆' => "\\Delta",
        'Θ' => "\\Theta",
        'Λ' => "\\Lambda",
        'Ξ' => "\\Xi",
        'Π' => "\\Pi",
        'Σ' => "\\Sigma",
        'Υ' => "\\Upsilon",
        'Φ' => "\\Phi",
        'Ψ' => "\\Psi",
        'Ω' | '\u{2126}' => "\\Omega",
        'Α' => "A",
        'Β' => "B",
        'Ε' => "E",
        'Ζ' => "Z",
        'Η' => "H",
        'Ι' => "I",
        'Κ' => "K",
        'Μ' => "M",
        'Ν' => "N",
        'Ο' => "O",
        'Ρ' => "P",
        'Τ' => "T",
        'Χ' => "X",
        '−' => "-",
        '±' => "\\pm",
        '×' => "\\times",
        '÷' => "\\div",
        '·' | '⋅' => "\\cdot",
        '≤' | '⩽' => "\\leq",
        '≥' | '⩾' => "\\geq",
        '≠' => "\\neq",
        '≈' => "\\approx",
        '∼' => "\\sim",
        '≡' => "\\equiv",
        '→' => "\\rightarrow",
        '←' => "\\leftarrow",
        '↔' => "\\leftrightarrow",
        '⇒' => "\\Rightarrow",
        '↑' => "\\uparrow",
        '↓' => "\\downarrow",
        '∞' => "\\infty",
        '√' => "\\surd",
        '∈' => "\\in",
        '∂' => "\\partial",
        '∑' => "\\sum",
        '∫' => "\\int",
        '∝' => "\\propto",
        '∣' => "\\mid",
        '∗' => "\\ast",
        '∶' => ":",
        '′' => "\\prime",
        _ => return None,
    })
}

/// For a raised or lowered digit or sign, returns the suffix of the command that sets it
/// (`superscript`, `subscript`) and the plain digit or sign.
fn small_digit(c: char) -> Option<(&'static str, char)> {
    let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻".chars().position(|own| own == c);
    let lowered = "₀₁₂₃₄₅₆₇₈₉₊₋".chars().position(|own| own == c);
    let digit = |at: usize| "0123456789+-".chars().nth(at);
    match (raised, lowered) {
        (Some(at), _) => Some(("superscript", digit(at)?)),
        (None, Some(at)) => Some(("subscript", digit(at)?)),
        (None, None) => None,
    }
}
