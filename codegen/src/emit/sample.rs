//! Code that constructs a request, for examples.

use spec::{Format, Type};

use crate::names::Ident;
use crate::plan::{FieldPlan, OperationPlan, Plan, StructPlan};
use crate::rust_type::RustType;

/// Constructs a request with its required inputs. `models` is the path of the types of the models.
pub fn request(plan: &Plan<'_>, operation: &OperationPlan<'_>, models: &str) -> String {
    let required = operation.inputs.iter().filter(|input| input.field.required);
    let arguments: Vec<_> = required
        .map(|input| {
            let mut members = operation.operation.body.iter();
            let member = members.find(|member| member.wire == input.field.wire);
            let is_email =
                member.is_some_and(|member| member.ty == Type::Text(Some(Format::Email)));
            if is_email && !matches!(input.field.ty, RustType::Nullable(_)) {
                return r#""ann@example.com""#.to_owned();
            }
            sample(plan, &input.field.ty, input.field.wire, models)
        })
        .collect();
    format!("{}::new({})", operation.request, arguments.join(", "))
}

/// A value of a type for the example.
fn sample(plan: &Plan<'_>, ty: &RustType, wire: &str, models: &str) -> String {
    match ty {
        RustType::Integer | RustType::Count | RustType::Number => "5".to_owned(),
        RustType::Boolean => "true".to_owned(),
        RustType::List(_) => "Vec::new()".to_owned(),
        RustType::Nullable(_) => "None".to_owned(),
        RustType::Map(_) => "std::collections::BTreeMap::new()".to_owned(),
        RustType::Timestamp => {
            r#""2026-01-31T12:00:00Z".parse().expect("it is a time")"#.to_owned()
        }
        RustType::Raw => r#""5".parse().expect("it is JSON")"#.to_owned(),
        RustType::Boxed(inner) => format!("Box::new({})", sample(plan, inner, wire, models)),
        RustType::Record(name) => object(plan, name, models),
        RustType::Text | RustType::Enumeration(_) | RustType::Identifier(_) => format!("{wire:?}"),
    }
}

/// An object with its required members. A member that is required is of another type than the object.
fn object(plan: &Plan<'_>, name: &Ident, models: &str) -> String {
    let records = plan.resources.iter().flat_map(|resource| &resource.records);
    let shapes = records.map(|record| &record.shape);
    let shape: Option<&StructPlan<'_>> = shapes.into_iter().find(|shape| shape.name == *name);
    let fields = shape.into_iter().flat_map(|shape| &shape.members).map(|member| &member.field);
    let required = fields.filter(|field: &&FieldPlan<'_>| field.required);
    let arguments: Vec<_> =
        required.map(|field| sample(plan, &field.ty, field.wire, models)).collect();
    format!("{models}::{name}::new({})", arguments.join(", "))
}
