#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use super::*;
use crate::analysis::statistics::equation::scan;

fn results(text: &str) -> Vec<String> {
    read(text, &scan(text, false), false)
        .0
        .into_iter()
        .map(|found| format!("{} | {:?} | {}", &text[found.statement], found.test, &text[found.p.place]))
        .collect()
}

#[test]
fn results_as_psychologists_write_them() {
    assert_eq!(results("t(28) = 2.20, p = .036"), ["t(28) = 2.20 | T { df: 28.0 } | p = .036"]);
    assert_eq!(results("F(1, 138)=4.45; p<.05"), ["F(1, 138)=4.45 | F { df1: 1.0, df2: 138.0 } | p<.05"]);
    assert_eq!(
        results("χ^2(1, N = 90) = 3.90, p = .048"),
        ["χ^2(1, N = 90) = 3.90 | ChiSquared { df: 1.0 } | p = .048"]
    );
    assert_eq!(results("(z = -0.66; p = .509)"), ["z = -0.66 | Z | p = .509"]);
    assert_eq!(results("r(98) = .26, p = .009"), ["r(98) = .26 | R { df: 98.0 } | p = .009"]);
    assert_eq!(results("Q(4) = 9.9, p = .042"), ["Q(4) = 9.9 | Q { df: 4.0 } | p = .042"]);
    assert_eq!(results("t(28) = 1.20, ns."), ["t(28) = 1.20 | T { df: 28.0 } | ns"]);
    assert_eq!(results("t(28) = 1.20, p = n.s.)"), ["t(28) = 1.20 | T { df: 28.0 } | p = n.s."]);
    assert_eq!(results("F(1.92; 49.9) = 4.1, P-value = 0.02").len(), 1);
    assert_eq!(
        results("F(1, 1,234) = 4.00, p = .046"),
        ["F(1, 1,234) = 4.00 | F { df1: 1.0, df2: 1234.0 } | p = .046"]
    );
    assert_eq!(results("t(1,234) = -2.20, p = .028"), ["t(1,234) = -2.20 | T { df: 1234.0 } | p = .028"]);
    assert_eq!(
        results("F(1,234) = 4.00, p = .047"),
        ["F(1,234) = 4.00 | F { df1: 1.0, df2: 234.0 } | p = .047"]
    );
}

#[test]
fn results_as_physicians_and_spaniards_write_them() {
    assert_eq!(results("t = 2.20, df = 28, P=0.036"), ["t = 2.20 | T { df: 28.0 } | P=0.036"]);
    assert_eq!(
        results("F = 4.45, df = 1, 138, P = .037"),
        ["F = 4.45 | F { df1: 1.0, df2: 138.0 } | P = .037"]
    );
    assert_eq!(results("t(28) = 2,20; p = 0,036"), ["t(28) = 2,20 | T { df: 28.0 } | p = 0,036"]);
    assert_eq!(results("F(1; 138) = 4,45; p = 0,037").len(), 1);
    assert_eq!(
        results("F(1,92; 49,9) = 4,45; p = 0,018"),
        ["F(1,92; 49,9) = 4,45 | F { df1: 1.92, df2: 49.9 } | p = 0,018"]
    );
    assert_eq!(results("χ^2(1) = 3,90; valor p = 0,048").len(), 1);
    assert_eq!(results("r = .26, n = 100, p = .009"), ["r = .26 | R { df: 98.0 } | p = .009"]);
}

#[test]
fn effect_sizes_and_intervals_may_stand_between() {
    for text in [
        "t(28) = 2.20, d = 0.80, p = .036",
        "t(28) = 2.20, d = 0.80, 95% CI [0.10, 1.50], p = .036",
        "F(1, 138) = 4.45, MSE = 3.2, η(p)^2 = .03, p = .037",
        "χ^2(1) = 3.90, Cramer's V = .2, p = .048",
        "t(28) = 2.20, two-tailed p = .036",
    ] {
        assert_eq!(results(text).len(), 1, "{text}");
    }
}

#[test]
fn each_statistic_has_its_own_p() {
    assert_eq!(results("t(28) = 2.20 and F(1, 20) = 3.10, p = .094").len(), 1);
    assert_eq!(results("t(28) = 2.20. The groups also differed in age, p = .50").len(), 0);
    assert_eq!(results("x = -10, y = 20, z = 30, p = .03").len(), 0);
    assert_eq!(results("t(28) = 2.20; the p of the trend was p = .2").len(), 0);
}
