//! A page as the PDF draws it: fragments of text with their positions.

/// Letters that are adjacent on a page, with their position in points from its upper left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fragment {
    /// The letters, in the order in which the file draws them.
    pub text: String,
    /// The size of the letters, in points; 0 for the stamp of a preprint server, which is rotated and
    /// not part of any line.
    pub size: f64,
    /// The left edge of the first letter.
    pub x: f64,
    /// The right edge of the last letter.
    pub end: f64,
    /// The vertical position of the base line.
    pub y: f64,
}

/// A page, by its number from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The page number.
    pub number: u32,
    /// The fragments on the page, in the order in which the file draws them.
    pub fragments: Vec<Fragment>,
}

/// Returns a font size in half points.
pub(super) fn step(size: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "half points of a font")]
    let step = (size.clamp(0.0, 4_000.0) * 2.0).round() as i64;
    step
}
