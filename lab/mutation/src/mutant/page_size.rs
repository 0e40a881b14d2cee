//! Page size: the parameter is ignored or selects another size.

use super::parts::*;

pub(super) fn mutations(parameter: &str) -> Vec<Mutation> {
    vec![
        ignore_parameter(parameter).named("ignored", "pages have the default size"),
        change_number(parameter, |size| size + 1).named("one_more", "pages have one more item"),
        change_number(parameter, |size| size * 2)
            .named("doubled", "pages have twice as many items"),
    ]
}
