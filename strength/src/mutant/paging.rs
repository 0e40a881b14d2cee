//! A query parameter that chooses a page is ignored.

use super::Way;
use crate::bend::{Bend, Next, Seen};
use crate::edit;

pub(super) fn ways_of_number(parameter: &str) -> Vec<Way> {
    let parameter = parameter.to_owned();
    vec![Way::new(
        "ignored",
        "every page is the first",
        Ignored { parameter },
    )]
}

pub(super) fn ways_of_size(parameter: &str) -> Vec<Way> {
    let parameter = parameter.to_owned();
    vec![Way::new(
        "ignored",
        "pages have the size that the server likes",
        Ignored { parameter },
    )]
}

struct Ignored {
    parameter: String,
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
        let bend = Ignored {
            parameter: "page".to_owned(),
        };
        let forwarded = request("GET", "/books?per_page=1", None);
        assert_eq!(toy.request(&bend, &sent), Next::Forward(forwarded));
    }
}
