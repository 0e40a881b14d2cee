//! A path with parameters, as the router takes it: `/shelves/{shelf}/books/{book}`.

/// A path with parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Template(&'static str);

impl Template {
    pub(super) fn new(path: &'static str) -> Self {
        Self(path)
    }

    /// The path without the names of its parameters: `/shelves/{}/books/{}`.
    pub(super) fn shape(self) -> String {
        let segments = self
            .0
            .split('/')
            .map(|segment| parameter(segment).map_or(segment, |_| "{}"));
        segments.collect::<Vec<_>>().join("/")
    }

    /// Pairs the names of the parameters of `full` with the values found at this path, in order.
    ///
    /// This path may have an empty segment where `full` has a parameter: that one is blank.
    pub(super) fn pair<'v>(
        self,
        full: &'static str,
        values: impl IntoIterator<Item = &'v str>,
    ) -> Vec<(&'static str, &'v str)> {
        let mut values = values.into_iter();
        let mut pairs = Vec::new();
        for (segment, mine) in full.split('/').zip(self.0.split('/')) {
            if let Some(name) = parameter(segment) {
                let value = if mine.is_empty() { None } else { values.next() };
                pairs.push((name, value.unwrap_or_default()));
            }
        }
        pairs
    }
}

fn parameter(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = "/shelves/{shelf}/books/{book}/marks";

    #[test]
    fn the_shape_tells_no_names() {
        assert_eq!(Template::new(FULL).shape(), "/shelves/{}/books/{}/marks");
        assert_eq!(Template::new("/").shape(), "/");
    }

    #[test]
    fn values_get_their_names_in_order() {
        let template = Template::new("/shelves/{a}/books/{b}/marks");
        assert_eq!(
            template.pair(FULL, ["s", "b"]),
            [("shelf", "s"), ("book", "b")]
        );
    }

    #[test]
    fn an_empty_segment_is_a_blank_parameter() {
        let blank_shelf = Template::new("/shelves//books/{book}/marks");
        assert_eq!(
            blank_shelf.pair(FULL, ["b"]),
            [("shelf", ""), ("book", "b")]
        );
        let blank_book = Template::new("/shelves/{shelf}/books//marks");
        assert_eq!(blank_book.pair(FULL, ["s"]), [("shelf", "s"), ("book", "")]);
    }
}
