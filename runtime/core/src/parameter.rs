//! Inputs that are sent as text: parameters in path and query, and lists in a member.

use std::borrow::Cow;
use std::num::{IntErrorKind, ParseIntError};

use crate::{Number, RawJson, Timestamp};

/// A type of parameters in path and query.
pub trait Parameter: Sized {
    /// The text, not yet encoded.
    fn to_text(&self) -> Cow<'_, str>;

    /// Reads the text, already decoded.
    ///
    /// # Errors
    /// The expected form: `a whole number`.
    fn from_text(text: &str) -> Result<Self, &'static str>;
}

/// A field of a request that is sent as text: a value, a list of values separated by commas, or either of them in an
/// `Option`.
pub trait TextInput: Sized {
    /// Whether the text is a list. Spaces around its values are ignored, and so are empty values.
    const IS_LIST: bool = false;

    /// The texts of the values, not yet encoded; `None` if the input is not sent.
    fn to_texts(&self) -> Option<Vec<Cow<'_, str>>>;

    /// Reads the text, already decoded.
    ///
    /// # Errors
    /// The expected form: `a whole number`.
    fn from_text(text: &str) -> Result<Self, &'static str>;

    /// Reads the values of a list, already decoded; of anything else, the first.
    ///
    /// # Errors
    /// The expected form: `a whole number`.
    fn from_items(items: &[Cow<'_, str>]) -> Result<Self, &'static str> {
        Self::from_text(items.first().map_or("", |item| item))
    }

    /// The value of an input that was not sent, if it is optional.
    fn absent() -> Option<Self> {
        None
    }
}

impl<T: Parameter> TextInput for T {
    fn to_texts(&self) -> Option<Vec<Cow<'_, str>>> {
        Some(vec![self.to_text()])
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Parameter::from_text(text)
    }
}

impl<T: Parameter> TextInput for Vec<T> {
    const IS_LIST: bool = true;

    fn to_texts(&self) -> Option<Vec<Cow<'_, str>>> {
        Some(self.iter().map(T::to_text).collect())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        items(text).map(T::from_text).collect()
    }

    fn from_items(items: &[Cow<'_, str>]) -> Result<Self, &'static str> {
        items.iter().map(|item| T::from_text(item)).collect()
    }
}

impl<T: TextInput> TextInput for Option<T> {
    const IS_LIST: bool = T::IS_LIST;

    fn to_texts(&self) -> Option<Vec<Cow<'_, str>>> {
        self.as_ref()?.to_texts()
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        T::from_text(text).map(Some)
    }

    fn from_items(items: &[Cow<'_, str>]) -> Result<Self, &'static str> {
        T::from_items(items).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// The values in the text of a list.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// Whether a text would be read as one value of a list.
pub(crate) fn is_one_item(text: &str) -> bool {
    items(text).eq([text])
}

impl Parameter for String {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Ok(text.to_owned())
    }
}

impl Parameter for bool {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "true or false")
    }
}

macro_rules! whole_parameter {
    ($($whole:ty),*) => {$(
        impl Parameter for $whole {
            fn to_text(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }

            fn from_text(text: &str) -> Result<Self, &'static str> {
                text.parse().map_err(|error: ParseIntError| match error.kind() {
                    IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "within 64 bits",
                    _ => "a whole number",
                })
            }
        }
    )*};
}

whole_parameter!(i64, u64);

impl Parameter for Number {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "a number")
    }
}

impl Parameter for Timestamp {
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        Ok(Self::as_written(text))
    }
}

/// A value of unknown type: JSON if the text parses as JSON, otherwise a string.
impl Parameter for RawJson {
    fn to_text(&self) -> Cow<'_, str> {
        self.json::<String>().map_or(Cow::Borrowed(self.as_str()), Cow::Owned)
    }

    fn from_text(text: &str) -> Result<Self, &'static str> {
        text.parse().or_else(|_| Self::new(&text)).map_err(|_| "a value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: TextInput>(text: &str) -> Result<String, &'static str> {
        T::from_text(text).map(|value| value.to_texts().unwrap().join(","))
    }

    #[test]
    fn texts_round_trip() {
        assert_eq!(round_trip::<String>("a b").as_deref(), Ok("a b"));
        assert_eq!(round_trip::<bool>("true").as_deref(), Ok("true"));
        assert_eq!(round_trip::<Number>("1.50").as_deref(), Ok("1.50"));
        assert_eq!(round_trip::<RawJson>("due").as_deref(), Ok("due"));
        assert_eq!(round_trip::<RawJson>("5").as_deref(), Ok("5"));
        assert_eq!(round_trip::<i64>("x").unwrap_err(), "a whole number");
        let large = "99999999999999999999";
        assert_eq!(round_trip::<u64>(large).unwrap_err(), "within 64 bits");
    }

    #[test]
    fn spaces_and_empty_values_of_a_list_are_ignored() {
        assert_eq!(round_trip::<Vec<String>>(" a b ,, c,").as_deref(), Ok("a b,c"));
        assert_eq!(<Vec<String>>::from_text(" , "), Ok(vec![]));
        assert_eq!(<Option<Vec<i64>>>::from_text("1, 2"), Ok(Some(vec![1, 2])));
        assert_eq!(<Vec<i64>>::from_text("1,x"), Err("a whole number"));
    }

    #[test]
    fn a_value_that_is_not_one_item_is_recognized() {
        assert!(is_one_item("a b") && is_one_item("c"));
        for item in ["", " ", "a,b", " a"] {
            assert!(!is_one_item(item), "{item:?}");
        }
    }
}
