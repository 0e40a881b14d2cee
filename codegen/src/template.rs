//! Fills the placeholders of a template.

/// The template with a value in place of each `[NAME]`; other brackets stay.
pub fn fill(template: &str, values: &[(&str, impl AsRef<str>)]) -> String {
    let mut parts = template.split('[');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.split_once(']').and_then(|(name, rest)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some([value.as_ref(), rest])
        });
        filled.extend(value.unwrap_or(["[", part]));
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_named_placeholders_are_replaced() {
        let values = [("A", "[B]"), ("B", "")];
        assert_eq!(fill("[A]-[B]#[derive(C)] [D] [", &values), "[B]-#[derive(C)] [D] [");
    }
}
