//! Notations of a result; each is tested with a correct and an incorrect p.

use super::super::super::testing::{manuscript, said};
use proptest::prelude::*;
use referee_syntax::Format;

/// Results with `@` for p: `t(28) = 2.20` has p = .036, F(1, 138) = 4.45 .037, χ²(1) = 3.90 .048, z = 2.10 .036,
/// r(98) = .26 .009, ρ(28) = .45 .013, H(2) = 7.10 .029, Q(4) = 9.90 .042.
const NOTATIONS: &[(Format, &str, &str)] = &[
    // Degrees of freedom before, after and inside.
    (Format::PlainText, "t(28) = 2.20, p = @", ".036"),
    (Format::PlainText, "t (28) = 2.20, p = @", ".036"),
    (Format::PlainText, "t[28] = 2.20, p = @", ".036"),
    (Format::PlainText, "t(28)=2.20;p=@", ".036"),
    (Format::PlainText, "t(28) = 2.20 (p = @)", ".036"),
    (Format::PlainText, "t(28) = 2.20 [p = @]", ".036"),
    (Format::PlainText, "t(28) = 2.20 p = @", ".036"),
    (Format::PlainText, "t(df = 28) = 2.20, p = @", ".036"),
    (Format::PlainText, "t(28 df) = 2.20, p = @", ".036"),
    (Format::PlainText, "t = 2.20, df = 28, p = @", ".036"),
    (Format::PlainText, "t = 2.20 (df = 28), p = @", ".036"),
    (Format::PlainText, "t = 2.20 (df = 28, p = @)", ".036"),
    (Format::PlainText, "t = 2.20 (df: 28; p = @)", ".036"),
    (Format::PlainText, "t = 2.20; 28 df; p = @", ".036"),
    (Format::PlainText, "t = 2.20 on 28 df, p = @", ".036"),
    (Format::PlainText, "t = 2.20 with 28 degrees of freedom, p = @", ".036"),
    (Format::PlainText, "t = 2.20, d.f. = 28, P = @", ".036"),
    (Format::PlainText, "t = 2.20, DF = 28, P = @", ".036"),
    (Format::PlainText, "t = 2.20, p = @, df = 28", ".036"),
    (Format::PlainText, "t = 2.20, P = @ (df = 28)", ".036"),
    (Format::PlainText, "t = 2.20; p = @; 28 df", ".036"),
    (Format::PlainText, "t = 2.20, p = @ with 28 df", ".036"),
    (Format::PlainText, "F = 4.45, p = @, df = 1, 138", ".037"),
    (Format::PlainText, "F = 4.45, p = @ (df = 1,138)", ".037"),
    (Format::PlainText, "χ² = 3.90, p = @, df = 1", ".048"),
    (Format::PlainText, "χ² = 3.90, p = @, 1 df", ".048"),
    (Format::PlainText, "r = .26, p = @, n = 100", ".009"),
    (Format::PlainText, "r = .26, p = @ (N = 100)", ".009"),
    (Format::PlainText, "df = 28, t = 2.20, p = @", ".036"),
    (Format::PlainText, "t35 = 2.40, p = @", ".022"),
    (Format::PlainText, "t28 = 2.20, p = @", ".036"),
    (Format::PlainText, "t28=2.20, P=@", ".036"),
    (Format::PlainText, "t_28 = 2.20, p = @", ".036"),
    (Format::PlainText, "t_(28) = 2.20, p = @", ".036"),
    (Format::PlainText, "t₂₈ = 2.20, p = @", ".036"),
    (Format::PlainText, "t value = 2.20, df = 28, p value = @", ".036"),
    (Format::PlainText, "t-value = 2.20, df = 28, p = @", ".036"),
    (Format::PlainText, "t statistic = 2.20, df = 28, p = @", ".036"),
    (Format::PlainText, "Welch's t(28) = 2.20, p = @", ".036"),
    (Format::PlainText, "t-test: t(28) = 2.20, p = @", ".036"),
    (Format::PlainText, "t of 2.20 (df = 28, p = @)", ".036"),
    (Format::PlainText, "t(28): 2.20, p = @", ".036"),
    (Format::PlainText, "t₍₂₈₎ = 2.20, p = @", ".036"),
    (Format::PlainText, "t 28 = 2.20, p = @", ".036"),
    // F.
    (Format::PlainText, "F(1, 138) = 4.45, p = @", ".037"),
    (Format::PlainText, "F(1;138) = 4.45, p = @", ".037"),
    (Format::PlainText, "F[1, 138] = 4.45, p = @", ".037"),
    (Format::PlainText, "F1,138 = 4.45, p = @", ".037"),
    (Format::PlainText, "F1, 138 = 4.45, p = @", ".037"),
    (Format::PlainText, "F 1,138 = 4.45, p = @", ".037"),
    (Format::PlainText, "F(df = 1, 138) = 4.45, p = @", ".037"),
    (Format::PlainText, "F(1/138) = 4.45, p = @", ".037"),
    (Format::PlainText, "F(1, 138) = 4.45, MSE = 2.1, p = @", ".037"),
    (Format::PlainText, "F = 4.45, df = 1, 138, p = @", ".037"),
    (Format::PlainText, "F = 4.45; df = 1/138; p = @", ".037"),
    (Format::PlainText, "F = 4.45 (df 1, 138), p = @", ".037"),
    (Format::PlainText, "F = 4.45, df1 = 1, df2 = 138, p = @", ".037"),
    // χ².
    (Format::PlainText, "χ²(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ2(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²(1, N = 90) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²(1, n=90) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²(df = 1, N = 90) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²(N = 90, df = 1) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²₁ = 3.90, p = @", ".048"),
    (Format::PlainText, "χ₁² = 3.90, p = @", ".048"),
    (Format::PlainText, "χ21 = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²1 = 3.90, p = @", ".048"),
    (Format::PlainText, "χ 2(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ2(1, 90) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²(1, N = 1,090) = 3.90, p = @", ".048"),
    (Format::PlainText, "χ²_1 = 3.90, p = @", ".048"),
    (Format::PlainText, "χ2 = 3.90, df = 1, p = @", ".048"),
    (Format::PlainText, "χ²=3.90, 1 df, p=@", ".048"),
    (Format::PlainText, "X²(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "X2(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "chi2(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "chi-square(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "chi-squared = 3.90, df = 1, p-value = @", ".048"),
    (Format::PlainText, "chi square (1) = 3.90, p = @", ".048"),
    (Format::PlainText, "chi squared (1, N = 90) = 3.90, p = @", ".048"),
    (Format::PlainText, "Wald χ²(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "Δχ²(1) = 3.90, p = @", ".048"),
    (Format::PlainText, "Wald = 3.90, df = 1, p = @", ".048"),
    (Format::PlainText, "G²(1) = 3.90, p = @", ".048"),
    // H, Q, z.
    (Format::PlainText, "H(2) = 7.10, p = @", ".029"),
    (Format::PlainText, "H(2, N = 60) = 7.10, p = @", ".029"),
    (Format::PlainText, "H = 7.10, df = 2, p = @", ".029"),
    (Format::PlainText, "H = 7.10, 2 df, p = @", ".029"),
    (Format::PlainText, "Kruskal-Wallis H(2) = 7.10, p = @", ".029"),
    (Format::PlainText, "Kruskal–Wallis χ²(2) = 7.10, p = @", ".029"),
    (Format::PlainText, "H₂ = 7.10, p = @", ".029"),
    (Format::PlainText, "Q(4) = 9.90, p = @", ".042"),
    (Format::PlainText, "Q = 9.90, df = 4, p = @", ".042"),
    (Format::PlainText, "Q(4) = 9.90, p = @, I² = 60%", ".042"),
    (Format::PlainText, "z = 2.10, p = @", ".036"),
    (Format::PlainText, "Z = −2.10, P = @", ".036"),
    (Format::PlainText, "z = – 2.10, p = @", ".036"),
    (Format::PlainText, "U = 120, z = 2.10, p = @", ".036"),
    (Format::PlainText, "z-score = 2.10, p = @", ".036"),
    (Format::PlainText, "z score of 2.10, p = @", ".036"),
    // Correlations.
    (Format::PlainText, "r(98) = .26, p = @", ".009"),
    (Format::PlainText, "r(98)=0.26, p=@", ".009"),
    (Format::PlainText, "r = .26, n = 100, p = @", ".009"),
    (Format::PlainText, "r = .26 (n = 100, p = @)", ".009"),
    (Format::PlainText, "r (N = 100) = .26, p = @", ".009"),
    (Format::PlainText, "Pearson's r(98) = .26, p = @", ".009"),
    (Format::PlainText, "r = .26, df = 98, p = @", ".009"),
    (Format::PlainText, "r₉₈ = .26, p = @", ".009"),
    (Format::PlainText, "ρ(28) = .45, p = @", ".013"),
    (Format::PlainText, "rho(28) = .45, p = @", ".013"),
    (Format::PlainText, "rs(28) = .45, p = @", ".013"),
    (Format::PlainText, "r_s(28) = .45, p = @", ".013"),
    (Format::PlainText, "rₛ(28) = .45, p = @", ".013"),
    (Format::PlainText, "rho = .45, n = 30, p = @", ".013"),
    (Format::PlainText, "ρ = .45, N = 30, p = @", ".013"),
    (Format::PlainText, "Spearman's rho(28) = .45, p = @", ".013"),
    (Format::PlainText, "Spearman's ρ = .45, df = 28, p = @", ".013"),
    // p.
    (Format::PlainText, "t(28) = 2.20, p-value = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, p value = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, P-value: @", ".036"),
    (Format::PlainText, "t(28) = 2.20, p value of @", ".036"),
    (Format::PlainText, "t(28) = 2.20, with a p value of @", ".036"),
    (Format::PlainText, "t(28) = 2.20, with a P-value of @", ".036"),
    (Format::PlainText, "t(28) = 2.20, p of @", ".036"),
    (Format::PlainText, "t(28) = 2.20, two-sided p = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, p (two-tailed) = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, p(2-tailed) = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, p = @ (two-sided)", ".036"),
    (Format::PlainText, "t(28) = 2.20, 2-sided P = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, d = 0.80, p = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, d = 0.80, 95% CI [0.10, 1.50], p = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, Cohen's d = 0.80, p = @", ".036"),
    (Format::PlainText, "p = @, t(28) = 2.20", ".036"),
    (Format::PlainText, "P = @ (t = 2.20, df = 28)", ".036"),
    (Format::PlainText, "t(28) = 2.20; Sig. = @", ".036"),
    (Format::PlainText, "t(28) = 2.20, sig. (2-tailed) = @", ".036"),
    // Decimal commas and Spanish.
    (Format::PlainText, "t(28) = 2,20; p = @", "0,036"),
    (Format::PlainText, "t = 2,20; gl = 28; p = @", "0,036"),
    (Format::PlainText, "t = 2,20; p = @; gl = 28", "0,036"),
    (Format::PlainText, "F(1; 138) = 4,45; p = @", "0,037"),
    (Format::PlainText, "F(1,138) = 4,45; p = @", "0,037"),
    (Format::PlainText, "χ² = 3,90; gl = 1; valor p = @", "0,048"),
    (Format::PlainText, "t(28) = 2,20; valor de p = @", "0,036"),
    (Format::PlainText, "t(28) = 2,20; con un valor de p de @", "0,036"),
    (Format::PlainText, "H(2) = 7,10; p = @", "0,029"),
    (Format::PlainText, "ρ(28) = 0,45; p = @", "0,013"),
    // Markup.
    (Format::Markdown, "*t*(28) = 2.20, *p* = @", ".036"),
    (Format::Markdown, "*t*~28~ = 2.20, *p* = @", ".036"),
    (Format::Markdown, "*t*<sub>28</sub> = 2.20, *p* = @", ".036"),
    (Format::Markdown, "*F*(1, 138) = 4.45, *p* = @", ".037"),
    (Format::Markdown, "*F*~1,138~ = 4.45, *p* = @", ".037"),
    (Format::Markdown, "χ^2^(1) = 3.90, *p* = @", ".048"),
    (Format::Markdown, "*χ*^2^~1~ = 3.90, *p* = @", ".048"),
    (Format::Markdown, "χ<sup>2</sup>(1) = 3.90, *p* = @", ".048"),
    (Format::Markdown, "*χ*²(1, *N* = 90) = 3.90, *p* = @", ".048"),
    (Format::Markdown, "$\\chi^2_1 = 3.90$, $p = @$", ".048"),
    (Format::Markdown, "$H(2) = 7.10$, $p = @$", ".029"),
    (Format::Markdown, "*r*~s~(28) = .45, *p* = @", ".013"),
    (Format::Markdown, "*r*<sub>s</sub>(28) = .45, *p* = @", ".013"),
    (Format::Markdown, "*ρ*(28) = .45, *p* = @", ".013"),
    (Format::Latex, "$t(28) = 2.20$, $p = @$", ".036"),
    (Format::Latex, "$t_{28} = 2.20$, $p = @$", ".036"),
    (Format::Latex, "\\textit{t}(28) = 2.20, \\textit{p} = @", ".036"),
    (Format::Latex, "$F(1, 138) = 4.45$, $p = @$", ".037"),
    (Format::Latex, "$F_{1,138} = 4.45$, $p = @$", ".037"),
    (Format::Latex, "$\\chi^2(1) = 3.90$, $p = @$", ".048"),
    (Format::Latex, "$\\chi^2_{1} = 3.90$, $p = @$", ".048"),
    (Format::Latex, "$\\chi_1^2 = 3.90$, $p = @$", ".048"),
    (Format::Latex, "$\\chi^2(1, N=90) = 3.90$, $p = @$", ".048"),
    (Format::Latex, "$\\chi^2 = 3.90$, df~=~1, $p = @$", ".048"),
    (Format::Latex, "$H(2) = 7.10$, $p = @$", ".029"),
    (Format::Latex, "$r_s(28) = .45$, $p = @$", ".013"),
    (Format::Latex, "$r_{\\mathrm{s}}(28) = .45$, $p = @$", ".013"),
    (Format::Latex, "$\\rho(28) = .45$, $p = @$", ".013"),
    (Format::Latex, "$t(28) = 2.20$, $p\\text{-value} = @$", ".036"),
    (Format::Latex, "$t(28)=2.20$, $p$-value $=@$", ".036"),
    (Format::Typst, "$t(28) = 2.20$, $p = @$", ".036"),
    (Format::Typst, "$t_28 = 2.20$, $p = @$", ".036"),
    (Format::Typst, "$t_(28) = 2.20$, $p = @$", ".036"),
    (Format::Typst, "_t_(28) = 2.20, _p_ = @", ".036"),
    (Format::Typst, "$F_(1,138) = 4.45$, $p = @$", ".037"),
    (Format::Typst, "$chi^2(1) = 3.90$, $p = @$", ".048"),
    (Format::Typst, "$chi^2_1 = 3.90$, $p = @$", ".048"),
    (Format::Typst, "$chi^2_(1) = 3.90$, $p = @$", ".048"),
    (Format::Typst, "$chi_1^2 = 3.90$, $p = @$", ".048"),
    (Format::Typst, "$H(2) = 7.10$, $p = @$", ".029"),
    (Format::Typst, "$rho(28) = .45$, $p = @$", ".013"),
    (Format::Typst, "$r_s (28) = .45$, $p = @$", ".013"),
    (Format::Typst, "$r_(\"s\")(28) = .45$, $p = @$", ".013"),
    (Format::Org, "/t/(28) = 2.20, /p/ = @", ".036"),
    (Format::Org, "t_{28} = 2.20, p = @", ".036"),
    (Format::Org, "\\chi^2(1) = 3.90, /p/ = @", ".048"),
    (Format::Org, "\\(t(28) = 2.20\\), \\(p = @\\)", ".036"),
    (Format::Org, "$H(2) = 7.10$, $p = @$", ".029"),
    (Format::Rst, "*t*\\ (28) = 2.20, *p* = @", ".036"),
    (Format::Rst, ":math:`t(28) = 2.20`, :math:`p = @`", ".036"),
    (Format::Rst, ":math:`\\chi^2(1) = 3.90`, *p* = @", ".048"),
    (Format::Rst, ":math:`H(2) = 7.10`, *p* = @", ".029"),
];

/// Results with `@` for a statement that p is above .05; t(28) = 1.20 is not significant, t(28) = 2.20 is.
const NOT_SIGNIFICANT: &[&str] = &[
    "ns",
    "n.s.",
    "NS",
    "p ns",
    "p = ns",
    "P = NS",
    "p: n.s.",
    "p > .05",
    "not significant",
    "(ns)",
    "d = 0.4, ns",
];

/// Texts that are not test results, or whose degrees of freedom may belong to another result. Each p would be wrong.
const NO_RESULTS: &[&str] = &[
    "At t1 = 2.20, p = .60 was seen.",
    "The correlation r12 = .90, p = .60 was low.",
    "t = 2.20, p = .60; df = 27, t = 1.90, p = .068.",
    "p = .60; the groups differed, t(28) = 2.20.",
    "A score was seen, p = .60; z = 2.10 for the child.",
    "r = .26, p = .009, t(28) = 2.20.",
    "F(2, 60) = 4.10, p = .021, t(28) = 2.20.",
    "With t(28) = 2.20, a p value of .60 was called large.",
    "P of .60 is the power, and t(28) = 2.20 was seen.",
    "H(2) = 7.10 in one, and in all p = .60.",
    "H(x) = 7.10, p = .60.",
    "r(t)(28) = .45, p = .60.",
    "χ212 = 40.0, p = .60.",
    "R2 = .45, p = .60, n = 100.",
];

fn flags(format: Format, text: &str) -> usize {
    said("statistics/p-value", format, text, &manuscript()).len()
}

#[test]
fn a_wrong_p_is_found_in_every_notation_and_a_right_one_never() {
    let mut wrong = Vec::new();
    for (format, notation, p) in NOTATIONS {
        let with = |p: &str| format!("The groups differed, {}.", notation.replace('@', p));
        let slip = if p.contains(',') { "0,36" } else { ".36" };
        let (right, slip) = (with(p), with(slip));
        match (flags(*format, &right), flags(*format, &slip)) {
            (0, 1) => {}
            (right, slip) => wrong.push(format!("{format:?} {notation}: right {right}, wrong {slip}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), NOTATIONS.len());
}

#[test]
fn what_is_not_significant_is_compared_with_its_statistic() {
    for said in NOT_SIGNIFICANT {
        let text = |t: &str| format!("The groups were alike, t(28) = {t}, {said}.");
        assert_eq!(flags(Format::Markdown, &text("1.20")), 0, "{said}");
        assert_eq!(flags(Format::Markdown, &text("2.20")), 1, "{said}");
    }
}

#[test]
fn a_p_without_a_test_that_is_surely_its_own_is_not_judged() {
    for text in NO_RESULTS {
        assert_eq!(flags(Format::PlainText, text), 0, "{text}");
    }
}

#[test]
fn each_of_several_results_has_its_own_degrees_of_freedom() {
    for text in [
        "t = 2.20, p = .036, df = 28; t = 1.90, p = .068, df = 27; t = 3.10, p = .004, df = 30.",
        "df = 28, t = 2.20, p = .036; df = 27, t = 1.90, p = .068; df = 30, t = 3.10, p = .004.",
        "(t = 2.20, p = .036; df = 28), (t = 1.90, p = .068; df = 27), (t = 3.10, p = .004; df = 30).",
        "t28 = 2.20, p = .036, t27 = 1.90, p = .068, t30 = 3.10, p = .004.",
    ] {
        assert_eq!(flags(Format::PlainText, text), 0, "{text}");
        for p in [".036", ".068", ".004"] {
            let slip = text.replacen(p, ".36", 1);
            assert_eq!(flags(Format::PlainText, &slip), 1, "{slip}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn blanks_around_signs_change_no_reading(which in 0..NOTATIONS.len(), blanks in prop::collection::vec(0_u8..5, 24)) {
        let (format, notation, p) = NOTATIONS[which];
        let text = format!("The groups differed, {}.", notation.replace('@', if p.contains(',') { "0,36" } else { ".36" }));
        let mut spaced = String::new();
        let mut blanks = blanks.into_iter().cycle();
        let mut rest = text.chars().peekable();
        let mut last = 'x';
        while let Some(c) = rest.next() {
            let next = rest.peek().copied().unwrap_or('x');
            let is_sign = c == '=';
            let is_digit = |c: char| c.is_ascii_digit() || c == '.';
            // A space may follow a comma or semicolon, unless digits on both sides make it a decimal mark.
            let is_comma = matches!(c, ',' | ';') && next == ' ' && !is_digit(last);
            if is_sign || is_comma {
                // `=2.20, p=` is code in Org.
                let blank = |way: u8| match (way, format) {
                    (_, Format::Org) => " ",
                    (way, _) => ["", " ", "  ", "\u{a0}", "\u{2009}"][usize::from(way)],
                };
                let before = blank(blanks.next().unwrap_or(0));
                let after = blank(blanks.next().unwrap_or(0));
                if is_sign {
                    while spaced.ends_with(' ') {
                        spaced.pop();
                    }
                    spaced.push_str(before);
                }
                spaced.push(c);
                while rest.peek() == Some(&' ') {
                    rest.next();
                }
                spaced.push_str(if is_comma && after.is_empty() { " " } else { after });
            } else {
                spaced.push(c);
            }
            last = c;
        }
        prop_assert_eq!(flags(format, &spaced), 1, "{} as {:?}", notation, spaced);
    }
}
