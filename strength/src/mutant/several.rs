//! Of several values separated by commas, none will do.

use referral_conformance::json::Json;
use spec::InputRef;

use super::Way;
use crate::answer;
use crate::bend::{Bend, Next, Seen};

pub(super) fn ways(at: &InputRef) -> Vec<Way> {
    let at = at.clone();
    vec![Way::new(
        "refused",
        "only one value is accepted",
        Refused { at },
    )]
}

struct Refused {
    at: InputRef,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.call.sent.get(&self.at).and_then(Json::text);
        match sent {
            Some(text) if text.contains(',') => {
                Next::Answer(answer::undocumented_refusal(seen.contract))
            }
            _ => Next::Forward(seen.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use spec::InputPart;

    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn one_value_passes() {
        let toy = Toy::new();
        let at = InputRef {
            part: InputPart::Query,
            name: "binding".to_owned(),
        };
        let bend = Refused { at };
        let two = request("GET", "/books?binding=hardback%2Cpaperback", None);
        assert!(matches!(toy.request(&bend, &two), Next::Answer(_)));
        let one = request("GET", "/books?binding=hardback", None);
        assert_eq!(toy.request(&bend, &one), Next::Forward(one));
    }
}
