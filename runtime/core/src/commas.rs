//! Several values in one text, with commas between them.
//!
//! Spaces around a value are not part of it, and where nothing stands between two commas there is no
//! value. A value that would be taken apart by this cannot be written.

use std::borrow::Cow;

use crate::parameter::Parameter;

/// The texts of the values; `None` when one of them would not be read as the value it is.
pub fn texts<T: Parameter>(values: &[T]) -> Option<Vec<Cow<'_, str>>> {
    let whole = |text: &Cow<'_, str>| items(text).eq([text.as_ref()]);
    let texts = values.iter().map(T::to_text);
    texts.map(|text| whole(&text).then_some(text)).collect()
}

/// Reads the values.
pub fn values<T: Parameter>(text: &str) -> Result<Vec<T>, &'static str> {
    items(text).map(T::from_text).collect()
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Vec<String> {
        values(text).unwrap()
    }

    #[test]
    fn spaces_around_a_value_and_values_without_text_are_left_out() {
        assert_eq!(again(" a b ,, c,"), ["a b", "c"]);
        assert!(again(" , ").is_empty());
        assert_eq!(values::<i64>("1, 2"), Ok(vec![1, 2]));
        assert_eq!(values::<i64>("1,x"), Err("a whole number"));
    }

    #[test]
    fn a_value_that_would_be_taken_apart_is_not_written() {
        let texts = |items: &[&str]| {
            let items: Vec<_> = items.iter().map(|&item| item.to_owned()).collect();
            texts(&items).map(|texts| texts.join(","))
        };
        assert_eq!(texts(&[]).as_deref(), Some(""));
        assert_eq!(texts(&["a b", "c"]).as_deref(), Some("a b,c"));
        for item in ["", " ", "a,b", " a"] {
            assert_eq!(texts(&["c", item]), None, "{item:?}");
        }
    }
}
