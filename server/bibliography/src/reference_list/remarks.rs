//! Remarks in square brackets, such as `[Internet]` or `[cited 2020 May 3]`.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Remarks in square brackets, which belong to no field.
#[derive(Default)]
pub(super) struct Remarks {
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) text: String,
}

impl Remarks {
    pub(super) fn read(text: &str) -> Self {
        static REMARK: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"(?i) ?\[(?:internet|online|en línea|en linea|serial|monograph|cited|citado|acceso|updated|actualizado|accessed|",
                r"consultado|preprint|epub|ahead|dissertation|doctoral|master|thesis|tesis|letter|carta|abstract|resumen|editorial|",
                r"comment|published|in press|in (?:english|spanish|german|french|chinese|japanese|russian|portuguese|italian)|",
                r"article in|artículo en|crossref|cross ref|pubmed|medline|google|computer|software|database|data ?set|data|",
                r"video|poster|web ?page|website|homepage|pmc|free|scopus|doi|retracted|conference|report|blog|press|",
                r"(?:unpublished )?(?:ph\.? ?d|m\.? ?sc|m\.? ?d|bachelor))[^\[\]]{0,80}\]|",
                r" ?\((?:unpublished )?(?:(?:ph\.? ?d\.?|doctoral|master[’']?s?|m\.? ?sc\.?|m\.? ?d\.?|bachelor[’']?s?) )?(?:thesis|dissertation)\)"
            ))
            .expect("the pattern is valid")
        });
        let mut remarks = Remarks::default();
        for found in REMARK.find_iter(text) {
            remarks.text.push_str(&found.as_str().to_lowercase());
            remarks.ranges.push(found.range());
        }
        remarks
    }
}
