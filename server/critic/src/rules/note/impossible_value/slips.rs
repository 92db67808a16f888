//! The intended number of a mistyped value.

/// The intended value, if a decimal mark was lost or a digit was added.
pub(super) fn slip(value: f64, usual: (f64, f64)) -> Option<String> {
    [10.0, 100.0].iter().map(|factor| value / factor).find(|less| (usual.0..=usual.1).contains(less)).map(
        |less| {
            let text = format!("{less:.2}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        },
    )
}
