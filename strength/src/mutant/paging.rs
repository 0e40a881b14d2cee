//! A query parameter that chooses a page is ignored.

use super::Way;
use crate::bend::{Bend, Next, Seen};
use crate::edit;

pub(super) fn ways_of_number(parameter: &str) -> Vec<Way> {
    vec![Way::new(
        "ignored",
        "every page is the first",
        Ignored::new(parameter),
    )]
}

pub(super) fn ways_of_size(parameter: &str) -> Vec<Way> {
    vec![Way::new(
        "ignored",
        "pages have the size that the server likes",
        Ignored::new(parameter),
    )]
}

/// The server never sees the parameter.
pub(super) struct Ignored {
    parameter: String,
}

impl Ignored {
    pub(super) fn new(parameter: &str) -> Self {
        Self {
            parameter: parameter.to_owned(),
        }
    }
}

impl Bend for Ignored {
    fn request(&self, seen: &Seen<'_>) -> Next {
        Next::Forward(edit::without_query(seen.request, &self.parameter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn the_server_never_sees_it() {
        let toy = Toy::new();
        let sent = request("GET", "/books?page=2&per_page=1", None);
        let bend = Ignored::new("page");
        let forwarded = request("GET", "/books?per_page=1", None);
        assert_eq!(toy.request(&bend, &sent), Next::Forward(forwarded));
    }
}
