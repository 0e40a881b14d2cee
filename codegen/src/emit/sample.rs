//! Code that constructs a request, for examples.

use spec::{Format, Type};

use crate::plan::{InputPlan, OperationPlan};
use crate::rust_type::RustType;

/// Constructs a request with its required inputs.
pub fn request(operation: &OperationPlan<'_>) -> String {
    let required = operation.inputs.iter().filter(|input| input.field.required);
    let arguments: Vec<_> = required.map(|input| sample(operation, input)).collect();
    format!("{}::new({})", operation.request, arguments.join(", "))
}

/// A value for the example.
fn sample(operation: &OperationPlan<'_>, input: &InputPlan<'_>) -> String {
    let mut members = operation.operation.body.iter();
    let member = members.find(|member| member.wire == input.field.wire);
    let is_email = member.is_some_and(|member| member.ty == Type::Text(Some(Format::Email)));
    match &input.field.ty {
        RustType::Integer | RustType::Count | RustType::Number => "5".to_owned(),
        RustType::Boolean => "true".to_owned(),
        RustType::List(_) => "Vec::new()".to_owned(),
        RustType::Nullable(_) => "None".to_owned(),
        RustType::Map(_) => "std::collections::BTreeMap::new()".to_owned(),
        RustType::Timestamp => r#""2026-01-31T12:00:00Z".parse()?"#.to_owned(),
        _ if is_email => r#""ann@example.com""#.to_owned(),
        _ => format!("{:?}", input.field.wire),
    }
}
