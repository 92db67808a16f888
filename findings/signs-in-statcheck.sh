#!/usr/bin/env bash
# statcheck 0.0.7 (PyPI), the Python version of the program that recomputes p values in papers, on correct results.
#
#   A statistic below zero: the bounds that rounding allows are exchanged, so that p has to be above the higher one and
#   below the lower one. t(28) = 2.20, p = .036 is right, and t(28) = -2.20, p = .036 is an error; p is the same.
#   “p = 0.014” is compared with four decimals, and is an error where “p = .014” is none.
#   Spearman's ρ and Kendall's τ are read as χ²: a correct one is an error that changes the conclusion.
#   “P” in capitals, as medical journals print it, “χ²” with a superscript, and degrees of freedom with a comma (1,234)
#   are not read at all, so that a paper full of them has no errors.
# Of 124 correct results, none, 33 or 84 are errors: as they are, with a zero before the decimal point, with a minus.
# So an error that it reports must be recomputed, and a paper without errors may be one that it did not read.
#
# Output seen on 2026-11-29:
#   t(28) = 2.20, p = .036              t     p = 0.0362  right
#   t(28) = -2.20, p = .036             t     p = 0.0362  error
#   r(28) = .45, p = .013               r     p = 0.0126  right
#   r(28) = -.45, p = .013              r     p = 0.0126  error
#   (z = 2.10, p = .036)                Z     p = 0.0357  right
#   (z = -2.10, p = .036)               Z     p = 0.0357  error
#   t(20) = 2.70, p = .014              t     p = 0.0138  right
#   t(20) = 2.70, p = 0.014             t     p = 0.0138  error
#   Spearman's ρ(58) = .42, p = .001    Chi2  p = 1.0000  error, other conclusion
#   Kendall's τ(58) = .31, p < .001     Chi2  p = 1.0000  error, other conclusion
#   t(28) = 2.20, P = .036              not read
#   χ²(2) = 7.30, p = .026              not read
#   t(1,234) = 2.20, p = .028           not read
#   t(20) = 0.50, p = .623              and 123 other correct results: 0 errors
#   t(20) = 0.50, p = 0.623             and 123 other correct results: 33 errors
#   t(20) = -0.50, p = .623             and 123 other correct results: 84 errors
#
# Needs Python 3.9 to 3.12, for the numpy and pandas that statcheck works with. Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  statcheck==0.0.7 pandas==2.2.3 numpy==1.26.4 scipy==1.13.1

cat >"$folder/check.py" <<'PYTHON'
import contextlib
import io

from scipy import stats
from statcheck.st import statcheck

RESULTS = [
    "t(28) = 2.20, p = .036",
    "t(28) = -2.20, p = .036",
    "r(28) = .45, p = .013",
    "r(28) = -.45, p = .013",
    "(z = 2.10, p = .036)",
    "(z = -2.10, p = .036)",
    "t(20) = 2.70, p = .014",
    "t(20) = 2.70, p = 0.014",
    "Spearman's ρ(58) = .42, p = .001",
    "Kendall's τ(58) = .31, p < .001",
    "t(28) = 2.20, P = .036",
    "χ²(2) = 7.30, p = .026",
    "t(1,234) = 2.20, p = .028",
]


def check(text):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return statcheck("We found " + text, messages=False)[0]


for text in RESULTS:
    rows = check(text)
    if "Error" not in rows:
        print(f"{text:34}  not read")
        continue
    row = rows.iloc[0]
    verdict = "error, other conclusion" if row["Decision_Error"] else "error" if row["Error"] else "right"
    print(f"{text:34}  {row['Statistic']:4}  p = {row['Computed_P_Value']:.4f}  {verdict}")

TESTS = [(df, t, 2 * stats.t.sf(t, df)) for df in (20, 40, 80, 160) for t in [n / 10 for n in range(5, 36)]]
for form in ["t({}) = {:.2f}, p = {}", "t({}) = {:.2f}, p = 0{}", "t({}) = -{:.2f}, p = {}"]:
    rows = check("; ".join(form.format(df, t, f"{p:.3f}"[1:]) for df, t, p in TESTS if p >= 0.0005))
    print(f"{form.format(20, 0.5, '.623'):34}  and {len(rows) - 1} other correct results: {rows['Error'].sum()} errors")
PYTHON

seen=$(PYTHONUTF8=1 "$folder/python/bin/python" "$folder/check.py")
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
