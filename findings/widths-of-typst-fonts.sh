#!/usr/bin/env bash
# pdf-extract 0.12.1 (crates.io), the usual reader of PDF text in Rust, on a page that Typst 0.13.7 (PyPI) writes.
#
# Typst gives the widths of the letters of a font as ranges: `/W [first last width …]` (ISO 32000-1, 9.7.4.3 allows lists
# and ranges). pdf-extract reads lists only: every letter gets the width 0, so all letters of a run are at one place. The
# text alone comes out right; whoever needs the places of words, for columns, tables or the order of reading, gets a page
# on which everything overlaps. Nothing is reported.
#
# Output seen on 2026-11-29, the letters of the first word:
#   E 0.000 at 70.9
#   a 0.000 at 70.9
#   r 0.000 at 70.9
#   l 0.000 at 70.9
#   y 0.000 at 70.9
#
# Needs Python 3, Rust and about 400 MB in the temporary folder. Ends with 1 if the output differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet "typst==0.13.7"
cd "$folder"
echo 'Early walking shortened the stay by 2.4 days in older adults.' >page.typ
env/bin/python -c "import typst; typst.compile('page.typ', output='page.pdf')"

mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "widths"
version = "0.1.0"
edition = "2021"

[dependencies]
pdf-extract = "=0.12.1"
TOML
cat >src/main.rs <<'RUST'
use pdf_extract::{Document, MediaBox, OutputDev, OutputError, Transform};

/// Prints each letter with its width and its place.
struct Widths;

impl OutputDev for Widths {
    fn begin_page(&mut self, _: u32, _: &MediaBox, _: Option<(f64, f64, f64, f64)>) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn output_character(&mut self, at: &Transform, width: f64, _: f64, _: f64, text: &str) -> Result<(), OutputError> {
        println!("{text} {width:.3} at {:.1}", at.m31);
        Ok(())
    }
    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

fn main() {
    let document = Document::load("page.pdf").unwrap();
    pdf_extract::output_doc(&document, &mut Widths).unwrap();
}
RUST
cargo run --quiet >out.txt
head -n 5 out.txt
printf '%s 0.000 at 70.9\n' E a r l y >expected.txt
head -n 5 out.txt | diff - expected.txt
