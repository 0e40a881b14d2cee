//! The expansion is accepted, and adds nothing.

use referral_conformance::exchange::Response;
use spec::InputPart;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(parameter: &str, value: &str, adds: &str) -> Vec<Way> {
    let (parameter, value) = (parameter.to_owned(), value.to_owned());
    let bend = Dropped {
        parameter,
        value,
        adds: adds.to_owned(),
    };
    vec![Way::new("dropped", "the member is not added", bend)]
}

struct Dropped {
    parameter: String,
    value: String,
    adds: String,
}

impl Bend for Dropped {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let asked = seen.call.text(InputPart::Query, &self.parameter);
        let mut asked = asked.into_iter().flat_map(|asked| asked.split(','));
        if !asked.any(|value| value == self.value) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_object(body, &mut |members| {
                members.retain(|(name, _)| *name != self.adds)
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_member_is_dropped_at_any_depth() {
        let toy = Toy::new();
        let (parameter, value) = ("with".to_owned(), "loans".to_owned());
        let bend = Dropped {
            parameter,
            value,
            adds: "loans".to_owned(),
        };
        let expanded = response(200, r#"{"books":[{"title":"Emma","loans":[]}]}"#);
        let asked = request("GET", "/books?with=loans", None);
        let plain = response(200, r#"{"books":[{"title":"Emma"}]}"#);
        assert_eq!(toy.response(&bend, &asked, expanded.clone()), plain);
        let with_others = request("GET", "/books?with=reviews%2Cloans", None);
        assert_eq!(toy.response(&bend, &with_others, expanded.clone()), plain);
        let not_asked = request("GET", "/books?with=more", None);
        assert_eq!(toy.response(&bend, &not_asked, expanded.clone()), expanded);
    }
}
