//! Further statuses of a success.

use reader::Shape::{Boolean, Integer, Table, Text};
use reader::{KeyTable, optional, required};

use super::common::SOURCE;

pub const FURTHER_STATUS: KeyTable = KeyTable::new(
    "further status",
    "Another status of a success, with the same body and the same headers.",
    &[
        required("status", Integer).doc("HTTP status."),
        optional("when", Table(&INPUT_CONDITION)).doc(
            "The requests that get it, and no other status. Without it, the document does not say which of the statuses a success has.",
        ),
        SOURCE,
    ],
);

pub const INPUT_CONDITION: KeyTable = KeyTable::new(
    "input condition",
    "The requests that send a value of an input, or that leave the input out.",
    &[
        required("input", Text).doc("`PART.NAME` of the request."),
        optional("equals", Text).doc("The value."),
        optional("absent", Boolean).doc("`true`: the input is left out."),
    ],
);
