//! A page as it is drawn: its letters with their places.

/// Letters that stand together on a page, with their place in points from its upper left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fragment {
    /// What the letters say, in the order in which the file draws them.
    pub text: String,
    /// The size of the letters, in points.
    pub size: f64,
    /// Where the first letter begins.
    pub x: f64,
    /// Where the last letter ends.
    pub end: f64,
    /// How far down their base line is.
    pub y: f64,
}

/// A page, by its number from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The number.
    pub number: u32,
    /// What stands on it, in the order in which the file draws it.
    pub fragments: Vec<Fragment>,
}

/// A size in half points.
pub(super) fn step(size: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "half points of a font")]
    let step = (size.clamp(0.0, 4_000.0) * 2.0).round() as i64;
    step
}
