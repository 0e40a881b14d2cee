//! E-mail addresses that are stored in lower case.

use crate::prelude::*;

/// Converts all addresses in requests to lower case.
pub(super) fn lowercase_addresses() -> impl Intercept {
    intercept(
        |cx| {
            let (converted, changed) = convert(cx);
            if changed.is_empty() { cx.forward() } else { RequestAction::Forward(converted) }
        },
        |cx, UpstreamResponses { main, .. }| {
            if cx.accepts(&main) {
                return main;
            }
            // Messages contain the address as it was sent.
            let (_, changed) = convert(cx);
            answer::edit_body(main, |body| {
                json::each_text(body, &mut |text| {
                    for (lower, sent) in &changed {
                        *text = text.replace(lower, sent);
                    }
                });
            })
        },
    )
}

/// The request with lower-case addresses, and the changed addresses, each with its original.
fn convert(cx: &InterceptContext<'_>) -> (Request, Vec<(String, String)>) {
    let mut changed = Vec::new();
    let request = edit::with_texts(cx.request, cx.call.operation, |text| {
        let lower = text.to_lowercase();
        let differs = text.contains('@') && lower != text;
        differs.then(|| {
            changed.push((lower.clone(), text.to_owned()));
            lower
        })
    });
    (request, changed)
}
