//! Finding the order in which known values come in responses whose shape is not known.

use std::collections::BTreeMap;

use crate::json::Json;

/// For each array that holds at least two of the values in items of their own: the values, by index
/// into `values`, in the order of the array. The same array of several pages counts as one.
///
/// A value that stands in more than one item of an array has no place in it.
pub fn sequences(pages: &[&Json], values: &[&str]) -> Vec<Vec<usize>> {
    let mut arrays: BTreeMap<String, Vec<&Json>> = BTreeMap::new();
    for page in pages {
        collect(page, String::new(), &mut arrays);
    }
    arrays
        .values()
        .map(|items| sequence(items, values))
        .filter(|sequence| sequence.len() >= 2)
        .collect()
}

fn collect<'j>(json: &'j Json, at: String, arrays: &mut BTreeMap<String, Vec<&'j Json>>) {
    match json {
        Json::List(items) => {
            arrays.entry(at.clone()).or_default().extend(items);
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{at}/{index}"), arrays);
            }
        }
        Json::Map(members) => {
            for (name, value) in members {
                collect(value, format!("{at}/{name}"), arrays);
            }
        }
        _ => {}
    }
}

/// How many items of each array hold a value, by the place of the array.
pub fn holders(json: &Json, value: &str) -> BTreeMap<String, usize> {
    let mut arrays = BTreeMap::new();
    collect(json, String::new(), &mut arrays);
    let count = |items: Vec<&Json>| items.iter().filter(|item| item.holds_text(value)).count();
    let counts = arrays.into_iter().map(|(at, items)| (at, count(items)));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Whether the only item of an array that holds a value has a string that meets a condition.
pub fn holder_has(pages: &[&Json], value: &str, is_it: impl Fn(&str) -> bool) -> bool {
    let mut arrays: BTreeMap<String, Vec<&Json>> = BTreeMap::new();
    for page in pages {
        collect(page, String::new(), &mut arrays);
    }
    arrays.values().any(|items| {
        let mut holders = items.iter().filter(|item| item.holds_text(value));
        match (holders.next(), holders.next()) {
            (Some(holder), None) => holder.any_string(&is_it),
            _ => false,
        }
    })
}

fn sequence(items: &[&Json], values: &[&str]) -> Vec<usize> {
    let mut places = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let mut holders = items.iter().enumerate().filter(|(_, item)| item.holds_text(value));
        if let (Some((place, _)), None) = (holders.next(), holders.next()) {
            places.push((place, index));
        }
    }
    places.sort_unstable();
    // Two values in one item are not in an order.
    let distinct = places.windows(2).all(|pair| pair[0].0 != pair[1].0);
    if distinct { places.into_iter().map(|(_, index)| index).collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located(pages: &[&str], values: &[&str]) -> Vec<Vec<usize>> {
        let pages: Vec<Json> =
            pages.iter().map(|page| Json::parse(page.as_bytes()).unwrap()).collect();
        sequences(&pages.iter().collect::<Vec<_>>(), values)
    }

    #[test]
    fn values_are_found_at_any_depth() {
        let nested = r#"{"data":{"rows":[{"who":{"m":"b"}},{"x":1},{"who":{"m":"a"}}]}}"#;
        assert_eq!(located(&[nested], &["a", "b"]), [[1, 0]]);
        assert_eq!(located(&[r#"["a","b"]"#], &["a", "b"]), [[0, 1]]);
    }

    #[test]
    fn pages_are_one_list() {
        assert_eq!(located(&[r#"{"l":["c"]}"#, r#"{"l":["a"]}"#], &["a", "c"]), [[1, 0]]);
    }

    #[test]
    fn items_that_hold_a_value_are_counted_for_each_array() {
        let json = Json::parse(br#"{"l":[{"m":"a","n":["a","a"]},["a"],"b"]}"#).unwrap();
        let count = |at: &str| holders(&json, "a").get(at).copied();
        assert_eq!((count("/l"), count("/l/0/n")), (Some(2), Some(2)));
        assert_eq!((count("/l/1"), count("/n")), (Some(1), None));
    }

    #[test]
    fn the_only_holder_of_a_value_is_looked_at() {
        let json =
            Json::parse(br#"{"l":[{"m":"a","n":"1"},{"m":"b","n":"2"},{"m":"b"}]}"#).unwrap();
        let has = |value: &str, text: &str| holder_has(&[&json], value, |found| found == text);
        assert!(has("a", "1") && !has("a", "2"));
        assert!(!has("b", "2"));
    }

    #[test]
    fn ambiguous_values_have_no_position() {
        assert!(located(&[r#"["a"]"#], &["a", "b"]).is_empty());
        assert!(located(&[r#"[["a","b"],"x"]"#], &["a", "b"]).iter().all(|found| found == &[0, 1]));
        assert!(located(&[r#"["a","a","b"]"#], &["a", "b"]).is_empty());
        assert!(located(&[r#"{"a":1,"b":2}"#], &["a", "b"]).is_empty());
    }
}
