//! Where the contract does not say that a key is needed, none is.

use crate::bend::{Bend, Next, Seen};
use crate::edit;

pub(super) struct NotNeeded;

impl Bend for NotNeeded {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let header = &seen.contract.service.auth.header;
        Next::Forward(match (&seen.call.key, seen.world.main_key()) {
            (None, Some(main)) => edit::with_key(seen.request, header, main),
            _ => seen.request.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn a_wrong_key_stays_wrong() {
        let toy = Toy::new();
        let with = request("GET", "/books/b1", None);
        let mut without = with.clone();
        without.headers.clear();
        assert_eq!(
            toy.request(&NotNeeded, &without),
            Next::Forward(with.clone())
        );
        let wrong = edit::with_key(&with, "Library-Card", "nobody's");
        assert_eq!(toy.request(&NotNeeded, &wrong), Next::Forward(wrong));
    }
}
