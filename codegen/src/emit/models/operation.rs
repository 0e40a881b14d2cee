//! The file of an operation: request, success and refusals.

use proc_macro2::TokenStream;
use quote::quote;

use super::{file, paged, refusals, request, success};
use crate::doc::Doc;
use crate::plan::{OperationPlan, Plan};

/// The file.
pub fn tokens(plan: &Plan<'_>, operation_plan: &OperationPlan<'_>) -> TokenStream {
    let operation = operation_plan.operation;
    let doc = Doc::new(format!("`{}`: `{} {}`.", operation.id, operation.method, operation.path));
    file(doc, |imports| {
        for name in [&operation_plan.request, &operation_plan.success.name, &operation_plan.error] {
            imports.declare(name);
        }
        let request = request::tokens(plan, operation_plan, imports);
        let paged = paged::tokens(operation_plan, imports);
        let success = success::tokens(operation_plan, imports);
        let refusals = refusals::of_operation(operation_plan, imports);
        quote!(#request #paged #success #refusals)
    })
}
