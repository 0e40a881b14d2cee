//! A path with parameters: `/shelves/{shelf}/books/{book}`.

use std::sync::Arc;

/// A path with parameters, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Template(Arc<str>);

impl Template {
    pub(crate) fn new(path: &str) -> Self {
        Self(path.into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }

    /// The path without the names of its parameters: `/shelves/{}/books/{}`.
    pub(crate) fn shape(&self) -> String {
        let segments = self.segments().map(|segment| parameter(segment).map_or(segment, |_| "{}"));
        segments.collect::<Vec<_>>().join("/")
    }

    /// Which segments are parameters. Of two paths that match a request, the router takes the
    /// one with the smaller value.
    pub(crate) fn generality(&self) -> Vec<bool> {
        self.segments().map(|segment| parameter(segment).is_some()).collect()
    }

    /// Whether this path matches every request that the other one matches.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        self.meet(other).is_some_and(|both| both.shape() == other.shape())
    }

    /// The path of the requests that match both; `None` where there are none.
    pub(crate) fn meet(&self, other: &Self) -> Option<Self> {
        let (mut mine, mut theirs) = (self.segments(), other.segments());
        let mut both = Vec::new();
        loop {
            both.push(match (mine.next(), theirs.next()) {
                (None, None) => return Some(Self(both.join("/").into())),
                (Some(mine), Some(theirs)) => shared(mine, theirs)?,
                _ => return None,
            });
        }
    }

    /// Pairs the names of the parameters of `full` with the values at this path, in order.
    ///
    /// If the router is nested below a path with parameters, their values come first and are skipped.
    /// They are not recognized by name, which may be that of a parameter of this path.
    ///
    /// Where `full` has a parameter and this path a literal, the literal is the value. If it is
    /// empty, the parameter is blank.
    pub(crate) fn pair<'v>(
        &'v self,
        full: &'static str,
        values: &[&'v str],
    ) -> Vec<(&'static str, &'v str)> {
        let own = self.segments().filter_map(parameter).count();
        let mut values = values.iter().skip(values.len().saturating_sub(own)).copied();
        let mut pairs = Vec::new();
        for (segment, mine) in full.split('/').zip(self.segments()) {
            if let Some(name) = parameter(segment) {
                let value = match parameter(mine) {
                    Some(_) => values.next(),
                    None => Some(mine),
                };
                pairs.push((name, value.unwrap_or_default()));
            }
        }
        pairs
    }
}

/// The segment that matches both; a parameter does not match an empty segment.
fn shared<'s>(mine: &'s str, theirs: &'s str) -> Option<&'s str> {
    match (parameter(mine), parameter(theirs)) {
        (Some(_), Some(_)) => Some(mine),
        (Some(_), None) => Some(theirs).filter(|path| !path.is_empty()),
        (None, Some(_)) => Some(mine).filter(|path| !path.is_empty()),
        (None, None) => Some(mine).filter(|path| *path == theirs),
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
    fn the_shape_has_no_names() {
        assert_eq!(Template::new(FULL).shape(), "/shelves/{}/books/{}/marks");
        assert_eq!(Template::new("/").shape(), "/");
    }

    #[test]
    fn values_are_named_in_order() {
        let template = Template::new("/shelves/{a}/books/{b}/marks");
        assert_eq!(template.pair(FULL, &["s", "b"]), [("shelf", "s"), ("book", "b")]);
    }

    #[test]
    fn values_of_an_outer_path_are_skipped() {
        let template = Template::new("/shelves/{a}/books/{b}/marks");
        assert_eq!(
            template.pair(FULL, &["tenant", "house", "s", "b"]),
            [("shelf", "s"), ("book", "b")]
        );
        let literal = Template::new("/shelves/new/books/new/marks");
        assert_eq!(literal.pair(FULL, &["tenant"]), [("shelf", "new"), ("book", "new")]);
    }

    #[test]
    fn an_empty_segment_is_a_blank_parameter() {
        let blank_shelf = Template::new("/shelves//books/{book}/marks");
        assert_eq!(blank_shelf.pair(FULL, &["b"]), [("shelf", ""), ("book", "b")]);
        let blank_book = Template::new("/shelves/{shelf}/books//marks");
        assert_eq!(blank_book.pair(FULL, &["s"]), [("shelf", "s"), ("book", "")]);
    }

    #[test]
    fn a_literal_is_the_value_of_a_parameter() {
        let new = Template::new("/shelves/new/books/{book}/marks");
        assert_eq!(new.pair(FULL, &["b"]), [("shelf", "new"), ("book", "b")]);
    }

    #[test]
    fn paths_meet_where_a_request_matches_both() {
        let meet = |one: &str, other: &str| {
            let both = Template::new(one).meet(&Template::new(other));
            both.map(|path| path.as_str().to_owned())
        };
        assert_eq!(meet("/a/{b}", "/a/new").as_deref(), Some("/a/new"));
        assert_eq!(meet("/a/{b}/x", "/a/y/{c}").as_deref(), Some("/a/y/x"));
        assert_eq!(meet("/a/{b}", "/a/{c}").as_deref(), Some("/a/{b}"));
        for (one, other) in [("/a/b", "/a/c"), ("/a", "/a/b"), ("/a/{b}", "/a/")] {
            assert_eq!(meet(one, other), None, "{one} {other}");
            assert_eq!(meet(other, one), None, "{one} {other}");
        }
    }

    #[test]
    fn a_path_covers_less_general_ones() {
        let covers = |one, other| Template::new(one).covers(&Template::new(other));
        assert!(covers("/a/{b}", "/a/new") && !covers("/a/new", "/a/{b}"));
        assert!(covers("/a/{b}", "/a/{c}") && covers("/a//b", "/a//b"));
        assert!(!covers("/a/{b}", "/a/") && !covers("/a/{b}/x", "/a/y/{c}"));
    }
}
