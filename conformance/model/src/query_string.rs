//! The query of a request: names and values as they are sent, and the inputs that they are.
//!
//! Several values of a parameter are one text here, separated by commas, whatever their form in the query.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use spec::Operation;

/// The names and values that an input is sent as.
pub fn sent_pairs<'t>(
    operation: &Operation,
    name: &'t str,
    text: &'t str,
) -> Vec<(Cow<'t, str>, &'t str)> {
    match operation.query_parameter(name) {
        Some(query) if query.repeats() => {
            let key = query.key();
            text.split(',').map(|value| (key.clone().into(), value)).collect()
        }
        Some(query) => vec![(query.key().into(), text)],
        None => vec![(name.into(), text)],
    }
}

/// The names and texts of the inputs that decoded names and values stand for, in the order of the first of each.
pub fn inputs(
    operation: &Operation,
    pairs: impl Iterator<Item = (String, String)>,
) -> Vec<(String, String)> {
    let mut inputs: Vec<(String, String)> = Vec::new();
    for (key, value) in pairs {
        let query = operation.query.iter().find(|query| query.key() == key);
        let name = query.map_or(key, |query| query.name.clone());
        let repeats = query.is_some_and(spec::QueryParameter::repeats);
        match inputs.iter_mut().find(|(known, _)| repeats && *known == name) {
            Some((_, text)) => text.extend([",", &value]),
            None => inputs.push((name, value)),
        }
    }
    inputs
}

/// The names and values of a query string, decoded.
pub fn decoded_pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    query.split('&').filter(|pair| !pair.is_empty()).map(move |pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_values_are_sent_in_their_form_and_read_as_one_text() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/tests/workshop/contract");
        let (mut files, _) = spec::read_folder(folder.as_ref());
        let mut sent = |form: &str| {
            for file in &mut files {
                for other in ["repeated", "commas", "brackets"] {
                    let (from, to) = (format!("form: {other}"), format!("form: {form}"));
                    file.text = file.text.replace(&from, &to);
                }
            }
            let contract = spec::load(&files, None).contract.unwrap();
            let list = contract.operation("list_tools").unwrap();
            let pairs = sent_pairs(list, "names", "a,b").into_iter();
            let pairs: Vec<_> =
                pairs.map(|(key, value)| (key.into_owned(), value.to_owned())).collect();
            let read = inputs(list, pairs.iter().cloned());
            assert_eq!(read, [("names".to_owned(), "a,b".to_owned())], "{form}");
            pairs.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&")
        };
        assert_eq!(sent("repeated"), "filter[name]=a&filter[name]=b");
        assert_eq!(sent("commas"), "filter[name]=a,b");
        assert_eq!(sent("brackets"), "filter[name][]=a&filter[name][]=b");
    }
}
