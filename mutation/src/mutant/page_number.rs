//! Page number: the parameter is ignored or selects another page.

use super::parts::*;

pub(super) fn mutations(parameter: &str) -> Vec<Mutation> {
    let sent = parameter.to_owned();
    let mut mutations =
        reject_calls_if("every page number is refused", move |cx| cx.query(&sent).is_some());
    mutations.extend([
        ignore_parameter(parameter).named("ignored", "every page is the first one"),
        change_number(parameter, |page| page.saturating_sub(1).max(1))
            .named("one_before", "every page but the first is the one before"),
        empty_last_page(parameter).named("last_empty", "the last page is empty"),
    ]);
    mutations
}

fn empty_last_page(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_body(move |cx, body| {
        let sent = cx.query(&parameter).and_then(|sent| sent.parse::<u64>().ok());
        let last = Page::read(cx.call.operation, body).and_then(|page| page.pages);
        if last.is_some_and(|last| last > 1 && sent == Some(last)) {
            json::each_list(body, &mut Vec::clear);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_the_last_page_is_empty() {
        let server = FakeServer::new();
        let intercept = empty_last_page("page");
        let listed = response(200, r#"{"books":[{"n":1}],"page_info":{"total_pages":2}}"#);
        let empty = response(200, r#"{"books":[],"page_info":{"total_pages":2}}"#);
        for (page, expected) in [(1, &listed), (2, &empty)] {
            let sent = request("GET", &format!("/books?per_page=1&page={page}"), None);
            let answer = server.response(&intercept, &sent, listed.clone());
            assert_eq!(answer, *expected, "page {page}");
        }
    }
}
