//! Parts that several crates share.

use proc_macro2::TokenStream;
use quote::quote;
use spec::Slot;

use crate::Options;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::names::{self, Ident};
use crate::plan::{OperationPlan, Plan, ResourcePlan};

/// The resources with operations: only they have files in server and client.
pub fn with_operations<'p, 'c>(
    plan: &'p Plan<'c>,
) -> impl Iterator<Item = &'p ResourcePlan<'c>> + use<'p, 'c> {
    plan.resources.iter().filter(|resource| !resource.operations.is_empty())
}

/// Adds the documented refusals of an operation to a comment: variant, message and, where they are documented, code and status.
pub fn refusals(operation: &OperationPlan<'_>, doc: Doc) -> Doc {
    operation.cases.iter().fold(doc, |doc, case| {
        let status = case.case.status.value();
        let status = status.map_or_else(String::new, |status| format!(", with {status}"));
        let code = case.case.code.as_ref().and_then(Slot::value);
        let code = code.map_or_else(String::new, |code| format!(", as `{code}`"));
        doc.item(format!("`{}`: {}{code}{status}", case.variant, case.case.title()))
    })
}

/// Adds the files of a package that are not sources: manifest, README and licence texts.
pub fn package(folder: &str, manifest: &str, readme: &str, options: &Options, files: &mut FileSet) {
    files.text(format!("{folder}/Cargo.toml"), "", "#", manifest);
    files.markdown(format!("{folder}/README.md"), "", readme);
    for (name, text) in options.license.iter().flat_map(|license| &license.files) {
        files.verbatim(format!("{folder}/{name}"), text);
    }
}

/// Adds the files of the resources and operations, at the same paths in server and client.
pub fn sources<'p, 'c>(
    plan: &'p Plan<'c>,
    files: &mut FileSet,
    folder: &str,
    resource_file: impl Fn(&'p ResourcePlan<'c>) -> TokenStream,
    operation_file: impl Fn(&'p OperationPlan<'c>) -> TokenStream,
) {
    for resource in with_operations(plan) {
        let module = names::plain(&resource.module);
        files.rust(
            format!("{folder}/src/{module}.rs"),
            &resource.source(),
            resource_file(resource),
        );
        for operation in &resource.operations {
            let path = format!("{folder}/src/{module}/{}.rs", names::plain(&operation.module));
            files.rust(path, &operation.source(), operation_file(operation));
        }
    }
}

/// `mod loan;`, in the file of its resource.
pub fn module(resource: &ResourcePlan<'_>, module: &Ident) -> TokenStream {
    let expect = (*module == resource.module).then(|| {
        let reason = "a resource and one of its items may have the same name";
        quote!(#[expect(clippy::module_inception, reason = #reason)])
    });
    quote!(#expect mod #module;)
}

/// The name of an operation as a method; `taken` are the names of other methods of the type.
pub fn method(operation: &OperationPlan<'_>, taken: &[&str]) -> Ident {
    let name = names::plain(&operation.module);
    if taken.contains(&name.as_str()) {
        return names::exact(&format!("{name}_"));
    }
    operation.module.clone()
}

/// The operation of examples: one that creates a record and has refusals, with the fewest required inputs; or else any.
pub fn example<'p, 'c>(
    plan: &'p Plan<'c>,
) -> Option<(&'p ResourcePlan<'c>, &'p OperationPlan<'c>)> {
    let all = || {
        plan.resources.iter().flat_map(|resource| {
            resource.operations.iter().map(move |operation| (resource, operation))
        })
    };
    let required = |operation: &OperationPlan<'_>| {
        operation.inputs.iter().filter(|input| input.field.required).count()
    };
    all()
        .filter(|(_, operation)| operation.operation.creates.is_some())
        .filter(|(_, operation)| !operation.cases.is_empty())
        .min_by_key(|(_, operation)| required(operation))
        .or_else(|| all().next())
}
