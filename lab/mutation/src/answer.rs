//! Classification and editing of responses.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::Contract;

/// The message of an error body; `None` if the body is not an error body.
pub fn message(contract: &Contract, response: &Response) -> Option<String> {
    let member = &contract.service.error_body.member;
    response.body.json()?.get(member)?.text().map(str::to_owned)
}

/// Whether the response accepts the call: a 2xx status without an error body.
pub fn is_accepted(contract: &Contract, response: &Response) -> bool {
    (200..300).contains(&response.status) && message(contract, response).is_none()
}

/// The response with an edited JSON body; byte for byte the same if it has none, or if the edit changes nothing.
pub fn edit_body(response: Response, edit: impl FnOnce(&mut Json)) -> Response {
    let Some(before) = response.body.json() else {
        return response;
    };
    let mut after = before.clone();
    edit(&mut after);
    if after == *before {
        return response;
    }
    Response { body: after.into(), ..response }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response;
    use crate::testing::{FakeServer, request};

    #[test]
    fn literal_message_takes_precedence_over_template() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        for (text, id) in [
            ("Reader not found!", Some("reader_gone")),
            ("b1 not found!", Some("book_not_found")),
            ("something else", None),
        ] {
            let refused = response::error(&server.contract, 404, text);
            server.with_context(&sent, |cx| {
                assert_eq!(cx.error_case(&refused).map(|case| case.id.as_str()), id, "{text}");
            });
        }
    }

    #[test]
    fn unchanged_body_keeps_its_bytes() {
        let spaced = crate::testing::response(200, r#"{ "book": {} }"#);
        assert_eq!(edit_body(spaced.clone(), |_| {}), spaced);
        let page = Response { body: "<html>".into(), ..spaced };
        assert_eq!(edit_body(page.clone(), |body| *body = Json::Null), page);
    }
}
