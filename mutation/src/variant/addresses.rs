//! E-mail addresses whose case does not matter: they are kept, and shown, in one case.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;

use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

/// All addresses are read in lower case.
pub(super) struct OneCase;

impl OneCase {
    /// The request as it is read, and the addresses that were read in another case, each with how it was sent.
    fn read(seen: &Seen<'_>) -> (Request, Vec<(String, String)>) {
        let mut changed = Vec::new();
        let mut lower = |text: &str| {
            let lower = text.to_lowercase();
            let differs = text.contains('@') && lower != text;
            differs.then(|| {
                changed.push((lower.clone(), text.to_owned()));
                lower
            })
        };
        let mut request = edit::with_path(seen.request, seen.call.operation, &mut lower);
        let body = request.body.as_deref();
        if let Some(mut body) = body.and_then(|body| Json::parse(body.as_bytes())) {
            json::each_text(&mut body, &mut |text| {
                if let Some(lower) = lower(text) {
                    *text = lower;
                }
            });
            request.body = Some(body.to_string());
        }
        (request, changed)
    }
}

impl Bend for OneCase {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let (read, changed) = Self::read(seen);
        Next::Forward(match changed.is_empty() {
            true => seen.request.clone(),
            false => read,
        })
    }

    /// A message names somebody in the words of the caller.
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if seen.accepts(&answers.main) {
            return answers.main;
        }
        let (_, changed) = Self::read(seen);
        answer::edited(answers.main, |body| {
            json::each_text(body, &mut |text| {
                for (lower, sent) in &changed {
                    *text = text.replace(lower, sent);
                }
            });
        })
    }

    fn looks_back(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn addresses_are_read_in_one_case_and_nothing_else_is() {
        let toy = Toy::new();
        let sent = request(
            "POST",
            "/books/B-1/loans",
            Some(r#"{"member":"Ann@X.example"}"#),
        );
        let read = request(
            "POST",
            "/books/B-1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        assert_eq!(toy.request(&OneCase, &sent), Next::Forward(read));
        let refused = response(404, r#"{"message":"ann@x.example is unknown"}"#);
        let told = response(404, r#"{"message":"Ann@X.example is unknown"}"#);
        assert_eq!(toy.response(&OneCase, &sent, refused), told);
    }
}
