//! Reads the weights of a model in the safetensors format: a JSON header, then the numbers.

use ndarray::{Array1, Array2};
use serde_json::{Map, Value};

/// The reason why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum WeightsError {
    /// The header is cut off or not JSON.
    #[error("its header cannot be read")]
    Header,
    /// A tensor is missing.
    #[error("it has no {0}")]
    Missing(String),
    /// A tensor has another shape or number type than the configuration says.
    #[error("{0} has another shape than its configuration says")]
    Shape(String),
}

/// The tensors of a file, decoded on demand.
pub(super) struct Weights<'a> {
    /// For each tensor its type, its shape, and the start and end of its data in `numbers`.
    header: Map<String, Value>,
    numbers: &'a [u8],
}

impl<'a> Weights<'a> {
    /// Reads the header of a file.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Weights<'a>, WeightsError> {
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or(WeightsError::Header)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| WeightsError::Header)?;
        let (header, numbers) = rest.split_at_checked(length).ok_or(WeightsError::Header)?;
        let header = serde_json::from_slice(header).map_err(|_| WeightsError::Header)?;
        Ok(Weights { header, numbers })
    }

    /// Returns the one-dimensional tensor with this name and length.
    pub(super) fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, WeightsError> {
        let (shape, values) = self.tensor(name)?;
        if shape != [length] {
            return Err(WeightsError::Shape(name.to_owned()));
        }
        Ok(Array1::from(values))
    }

    /// Returns the two-dimensional tensor with this name and number of columns. If `rows` is
    /// `None`, any number of rows except 0 is accepted.
    pub(super) fn matrix(
        &self,
        name: &str,
        rows: Option<usize>,
        columns: usize,
    ) -> Result<Array2<f32>, WeightsError> {
        let wrong = || WeightsError::Shape(name.to_owned());
        let (shape, values) = self.tensor(name)?;
        let [own_rows, own_columns] = shape[..] else { return Err(wrong()) };
        if own_rows == 0 || rows.is_some_and(|rows| rows != own_rows) || own_columns != columns {
            return Err(wrong());
        }
        Array2::from_shape_vec((own_rows, own_columns), values).map_err(|_| wrong())
    }

    /// Returns the shape of a tensor and its numbers. Some files prefix tensor names with `bert.`.
    fn tensor(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>), WeightsError> {
        let wrong = || WeightsError::Shape(name.to_owned());
        let entry = self.header.get(name).or_else(|| self.header.get(&format!("bert.{name}")));
        let entry = entry.ok_or_else(|| WeightsError::Missing(name.to_owned()))?;
        let list = |key: &str| -> Option<Vec<usize>> {
            entry[key].as_array()?.iter().map(|number| usize::try_from(number.as_u64()?).ok()).collect()
        };
        let (Some(shape), Some(offsets)) = (list("shape"), list("data_offsets")) else { return Err(wrong()) };
        let [start, end] = offsets[..] else { return Err(wrong()) };
        let bytes = self.numbers.get(start..end).ok_or_else(wrong)?;
        let (numbers, rest) = bytes.as_chunks::<4>();
        let count = shape.iter().try_fold(1_usize, |count, length| count.checked_mul(*length));
        if entry["dtype"] != "F32" || !rest.is_empty() || count != Some(numbers.len()) {
            return Err(wrong());
        }
        Ok((shape, numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()))
    }
}
