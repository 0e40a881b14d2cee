//! Common imports of the files of `mutant` and `variant`: `use crate::prelude::*`.

pub(crate) use referral_conformance::contract;
pub(crate) use referral_conformance::exchange::{Request, Response, ResponseBody};
pub(crate) use referral_conformance::json::Json;
pub(crate) use referral_conformance::page::Page;
pub(crate) use spec::PageFact;

pub(crate) use crate::field_path::FieldPath;
pub(crate) use crate::history::{CallOutcome, PastExchange};
pub(crate) use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
pub(crate) use crate::intercepts::{
    ask_twice, edit_accepted, edit_body, edit_items, edit_lists, edit_request, on_request,
    on_response, replace_if, respond,
};
pub(crate) use crate::{edit, json, list, response, synthetic};
