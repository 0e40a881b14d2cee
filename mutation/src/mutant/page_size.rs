//! Page size: the parameter is ignored or selects another size.

use super::Mutation;
use super::parts::query::{change_number, ignore_parameter};

pub(super) fn mutations(parameter: &str) -> Vec<Mutation> {
    vec![
        Mutation::new("ignored", "pages have the default size", ignore_parameter(parameter)),
        Mutation::new(
            "one_more",
            "pages have one more item",
            change_number(parameter, |size| size + 1),
        ),
        Mutation::new(
            "doubled",
            "pages have twice as many items",
            change_number(parameter, |size| size * 2),
        ),
    ]
}
