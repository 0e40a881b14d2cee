//! Several values in one text, separated by commas.
//!
//! Spaces around a value are ignored, and so are empty values. A value that would not be read as one item cannot be
//! written.

use std::borrow::Cow;

use crate::parameter::Parameter;

/// The texts of the values; `None` when one of them would not be read as one item.
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
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Vec<String> {
        values(text).unwrap()
    }

    #[test]
    fn spaces_and_empty_values_are_ignored() {
        assert_eq!(again(" a b ,, c,"), ["a b", "c"]);
        assert!(again(" , ").is_empty());
        assert_eq!(values::<i64>("1, 2"), Ok(vec![1, 2]));
        assert_eq!(values::<i64>("1,x"), Err("a whole number"));
    }

    #[test]
    fn a_value_that_is_not_one_item_is_not_written() {
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
