//! The file of an operation: request, success and refusals.

use proc_macro2::TokenStream;
use quote::quote;

use super::{file, refusals, request, success};
use crate::doc::Doc;
use crate::plan::OperationPlan;

/// The file.
pub fn tokens(plan: &OperationPlan<'_>) -> TokenStream {
    let operation = plan.operation;
    let doc = Doc::new(format!(
        "`{}`: `{} {}`.",
        operation.id, operation.method, operation.path
    ));
    file(doc, |imports| {
        let request = request::tokens(plan, imports);
        let success = success::tokens(plan, imports);
        let refusals = refusals::of_operation(plan, imports);
        quote!(#request #success #refusals)
    })
}
