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
        show_next_page(parameter)
            .named("one_after", "every page is the one after, also without a page number"),
    ]);
    let sent = parameter.to_owned();
    let without_number = show_next_page(parameter).when(move |cx| cx.query(&sent).is_none());
    mutations.push(
        without_number.named("second_without_number", "without a page number, it is the second"),
    );
    mutations
}

/// Shows the next page with the number of the requested one. Page 0 is then the first.
fn show_next_page(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    intercept(
        move |cx| match cx.query(&parameter).map_or(Ok(1), str::parse::<u64>) {
            Ok(number) => {
                let next = number.saturating_add(1).to_string();
                RequestAction::Forward(edit::with_query(cx.request, &parameter, &next))
            }
            Err(_) => cx.forward(),
        },
        |cx, upstream| {
            answer::edit_body(upstream.main, |body| {
                list::set_meta(cx.call.operation, body, PagingKey::Number, |page| {
                    page.saturating_sub(1)
                });
            })
        },
    )
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
