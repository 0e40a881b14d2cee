//! Spans of all keys and values, so that the model does not need a span for each.
//!
//! The model has the span of each declaration; from there, a check finds other spans by the
//! keys that lead to them.

use std::collections::BTreeMap;
use std::ops::Range;

use reader::{FileId, Node, Span, Value};

/// The places of all files of a contract.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Places {
    places: Vec<Place>,
    /// The place of each span of a key or value, in order of span.
    nodes: Vec<(Span, usize)>,
    roots: BTreeMap<FileId, Span>,
}

#[derive(Clone, Debug, PartialEq)]
struct Place {
    value: Span,
    /// The text of a scalar.
    text: String,
    /// Spans of the keys of a map.
    keys: Vec<(String, Span)>,
    /// Spans of the items of a list.
    items: Vec<Span>,
}

impl Places {
    /// The places of these files.
    pub fn of<'n>(roots: impl IntoIterator<Item = &'n Node>) -> Self {
        let mut places = Self::default();
        for root in roots {
            places.roots.insert(root.span.file, root.span);
            places.node(root.span, root);
        }
        // The sort is stable: of equal spans, the one added last comes last.
        places.nodes.sort_by_key(|(span, _)| *span);
        places
    }

    fn node(&mut self, name: Span, node: &Node) {
        let mut place =
            Place { value: node.span, text: String::new(), keys: Vec::new(), items: Vec::new() };
        match &node.value {
            Value::Null => {}
            Value::Scalar(scalar) => place.text.clone_from(&scalar.text),
            Value::List(items) => {
                place.items = items.iter().map(|item| item.span).collect();
                for item in items {
                    self.node(item.span, item);
                }
            }
            Value::Map(entries) => {
                let keys = entries.iter().map(|entry| &entry.key);
                place.keys = keys.map(|key| (key.value.clone(), key.span)).collect();
                for entry in entries {
                    self.node(entry.key.span, &entry.value);
                }
            }
        }
        // Equal spans belong to a value and an outer value that holds nothing else.
        let index = self.places.len();
        self.places.push(place);
        self.nodes.push((node.span, index));
        if name != node.span {
            self.nodes.push((name, index));
        }
    }

    fn get(&self, at: Span) -> Option<&Place> {
        let end = self.nodes.partition_point(|(span, _)| *span <= at);
        let (span, index) = self.nodes.get(end.checked_sub(1)?)?;
        self.places.get(*index).filter(|_| *span == at)
    }

    /// The value at a path of keys, from a declaration or from the top of its file.
    ///
    /// If a key is missing, the last place that exists.
    pub fn value(&self, from: Span, keys: &[&str]) -> Span {
        let (key, complete) = self.walk(from, keys);
        match self.get(key) {
            Some(place) if complete => place.value,
            _ => key,
        }
    }

    /// The value at a path of keys of this value, without a second attempt from the top of its file.
    ///
    /// If a key is missing, the value itself.
    pub fn inside(&self, at: Span, keys: &[&str]) -> Span {
        let found = keys.iter().try_fold(at, |at, key| self.child(at, key));
        match found.and_then(|key| self.get(key)) {
            Some(place) => place.value,
            None => at,
        }
    }

    /// The key at a path of keys; otherwise like [`Places::value`].
    pub fn key(&self, from: Span, keys: &[&str]) -> Span {
        self.walk(from, keys).0
    }

    /// An item of the list at a path of keys.
    pub fn item(&self, from: Span, keys: &[&str], index: usize) -> Span {
        let list = self.value(from, keys);
        let item = self.get(list).and_then(|place| place.items.get(index));
        item.copied().unwrap_or(list)
    }

    /// The last occurrence of a word in the scalar at this place, or in the first item of a list
    /// that holds it.
    pub fn word(&self, at: Span, word: &str) -> Span {
        let Some(place) = self.get(at) else {
            return at;
        };
        let items = place.items.iter().map(|item| (item, self.word(*item, word)));
        let mut found =
            items.filter(|(item, found)| found != *item || found.range().len() == word.len());
        match found.next() {
            Some((_, found)) => found,
            None => word_in(&place.text, place.value, word),
        }
    }

    /// Follows keys while they exist; the flag is whether all do.
    fn walk(&self, from: Span, keys: &[&str]) -> (Span, bool) {
        let mut at = from;
        for (step, key) in keys.iter().enumerate() {
            let mut next = self.child(at, key);
            if next.is_none() && step == 0 {
                next = self.roots.get(&from.file).and_then(|root| self.child(*root, key));
            }
            let Some(next) = next else { return (at, false) };
            at = next;
        }
        (at, true)
    }

    fn child(&self, at: Span, key: &str) -> Option<Span> {
        let keys = &self.get(at)?.keys;
        let found = keys.iter().find(|(name, _)| name == key);
        found.map(|(_, span)| *span)
    }
}

/// The last occurrence of a word in a text from this place.
pub(crate) fn word_in(text: &str, span: Span, word: &str) -> Span {
    match text.rfind(word) {
        Some(at) => part_of(text, span, at..at + word.len()),
        None => span,
    }
}

/// A part of a text from this place.
///
/// The whole place if the text is not there letter by letter, as with escapes.
pub(crate) fn part_of(text: &str, span: Span, part: Range<usize>) -> Span {
    let quote = match span.range().len().checked_sub(text.len()) {
        Some(0) => 0,
        Some(2) => 1,
        _ => return span,
    };
    let start = span.range().start + quote;
    Span::new(span.file, start + part.start..start + part.end)
}

#[cfg(test)]
mod tests {
    use reader::{Diagnostics, Sources};

    use super::*;

    const TEXT: &str = "\
book: emma
shelf:
  row: 3
  marks: [a, bc]
note: missing body.x
long: \"missing body.x\"
";

    fn shown(find: impl Fn(&Places, Span) -> Span) -> String {
        let mut sources = Sources::new();
        let file = sources.add("book.yaml", TEXT);
        let root = reader::parse(&sources, file, &mut Diagnostics::new()).unwrap();
        let places = Places::of([&root]);
        let Value::Map(entries) = &root.value else { panic!("a map") };
        let found = find(&places, entries[0].value.span);
        TEXT[found.range()].to_owned()
    }

    #[test]
    fn keys_lead_to_places_from_the_top_of_the_file() {
        assert_eq!(shown(|places, book| places.key(book, &["shelf", "row"])), "row");
        assert_eq!(shown(|places, book| places.value(book, &["shelf", "row"])), "3");
        assert_eq!(shown(|places, book| places.item(book, &["shelf", "marks"], 1)), "bc");
    }

    #[test]
    fn keys_lead_on_from_a_declaration() {
        let row = |places: &Places, book| {
            let shelf = places.key(book, &["shelf"]);
            places.value(shelf, &["row"])
        };
        assert_eq!(shown(row), "3");
    }

    #[test]
    fn keys_lead_on_from_a_value() {
        let inside = |keys: &'static [&'static str]| {
            shown(|places, book| places.inside(places.value(book, &["shelf"]), keys))
        };
        assert_eq!(inside(&["row"]), "3");
        assert_eq!(inside(&["book"]), inside(&[]), "not from the top of the file");
    }

    #[test]
    fn a_word_is_found_in_its_scalar() {
        let word = |key: &'static str, word: &'static str| {
            shown(|places, book| places.word(places.value(book, &[key]), word))
        };
        assert_eq!(word("long", "body.x"), "body.x");
        assert_eq!(word("note", "missing"), "missing");
        assert_eq!(word("book", "ma"), "ma");
        assert_eq!(word("book", "none"), "emma");
        assert_eq!(
            shown(|places, book| places.word(places.value(book, &["shelf", "marks"]), "bc")),
            "bc"
        );
    }

    #[test]
    fn missing_keys_resolve_to_the_nearest_span() {
        assert_eq!(shown(|places, book| places.value(book, &["shelf", "room"])), "shelf");
        assert_eq!(shown(|places, book| places.value(book, &["room"])), "emma");
        assert_eq!(shown(|places, book| places.item(book, &["shelf", "marks"], 7)), "[a, bc]");
    }
}
