//! What an expansion adds is there without it as well.

use spec::InputPart;

use crate::bend::{Bend, Next, Seen};
use crate::edit;

/// A server that shows the data of an expansion without being asked for it.
pub(super) struct Unasked {
    pub(super) parameter: String,
    pub(super) value: String,
}

impl Bend for Unasked {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let asked = seen.call.text(InputPart::Query, &self.parameter);
        Next::Forward(match asked {
            Some(_) => seen.request.clone(),
            None => edit::with_query(seen.request, &self.parameter, &self.value),
        })
    }

    fn looks_back(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn only_who_asks_for_nothing_is_shown_more() {
        let toy = Toy::new();
        let bend = Unasked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        };
        let plain = request("GET", "/books", None);
        let asked = request("GET", "/books?cover=colour", None);
        for sent in [plain, asked.clone()] {
            assert_eq!(toy.request(&bend, &sent), Next::Forward(asked.clone()));
        }
    }
}
