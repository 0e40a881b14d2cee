//! Overlapping paths: a request may match several, such as `/books/new` and `/books/{book}`.
//!
//! The router takes the least general path and does not try another if that one lacks the method.
//! So every path must have the methods of all paths that cover it, and where two paths cross, such as
//! `/books/new/{page}` and `/books/{book}/cover`, there must be a path for the requests that match both.

use std::collections::BTreeMap;

use crate::template::Template;

/// The paths of the router: the given ones and their crossings.
pub(crate) fn with_crossings(given: &[Template]) -> Vec<Template> {
    let mut places = BTreeMap::new();
    let mut new = given.to_vec();
    while let Some(place) = new.pop() {
        let shape = place.shape();
        if places.contains_key(&shape) {
            continue;
        }
        let crossings = given.iter().filter_map(|other| place.meet(other));
        new.extend(crossings.filter(|path| !places.contains_key(&path.shape())));
        places.insert(shape, place);
    }
    places.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places_of<const N: usize>(given: [&str; N]) -> Vec<String> {
        let places = with_crossings(&given.map(Template::new));
        places.iter().map(Template::shape).collect()
    }

    #[test]
    fn paths_that_do_not_cross_are_unchanged() {
        assert_eq!(places_of(["/a/{x}", "/a/{y}"]), ["/a/{}"]);
        assert_eq!(places_of(["/a/{x}", "/a/b"]), ["/a/b", "/a/{}"]);
        assert_eq!(places_of(["/a//b", "/a/{x}/b"]), ["/a//b", "/a/{}/b"]);
    }

    #[test]
    fn crossings_of_crossings_are_found() {
        let given = ["/{a}/y/{c}", "/x/{b}/{c}", "/{a}/{b}/z"];
        let found = places_of(given);
        let crossed = ["/x/y/z", "/x/y/{}", "/x/{}/z", "/{}/y/z"];
        assert!(crossed.iter().all(|path| found.iter().any(|at| at == path)));
        assert_eq!(found.len(), given.len() + crossed.len());
    }
}
