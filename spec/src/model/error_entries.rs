//! Lists of errors: an entry for each offending input.

use std::fmt;

use reader::Span;

use super::{
    Constraints, Defect, ErrorBody, ErrorCase, InputPart, InputRef, MemberPath, NamedInput,
    Operation, Section, Slot,
};

/// The list of errors in an error body. Each entry is an object that names an input.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorEntries {
    /// The member that holds the list; next to the message.
    pub list: MemberPath,
    /// The member of an entry that names the offending input.
    pub field: String,
    /// The member of an entry that holds the code, if entries have one.
    pub code: Option<String>,
    /// Whether the list is there and empty in a refusal that names no input; otherwise it is absent.
    pub present: Slot<bool>,
    /// Whether there is an entry for each wrong input, and none for another input.
    pub complete: Slot<bool>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The path to the input in an entry: `errors[].field`.
impl fmt::Display for ErrorEntries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[].{}", self.list, self.field)
    }
}

impl ErrorBody {
    /// The path to the code, as it is written: next to the message, or in an entry.
    pub fn code_path(&self) -> Option<String> {
        let in_entry = || {
            let entries = self.entries.as_ref()?;
            Some(format!("{}[].{}", entries.list, entries.code.as_ref()?))
        };
        self.code.as_ref().map(ToString::to_string).or_else(in_entry)
    }

    /// The path to the name of the offending input, as it is written: next to the message, or in an entry.
    pub fn field_path(&self) -> Option<String> {
        let in_entry = || self.entries.as_ref().map(ToString::to_string);
        self.field.as_ref().map(|field| field.path.to_string()).or_else(in_entry)
    }

    /// The list of errors, if the refusals of a case have an entry in it.
    pub fn entries_of(&self, case: &ErrorCase) -> Option<&ErrorEntries> {
        let entries = self.entries.as_ref()?;
        let has_entry = match case.field.as_ref()?.value() {
            Some(named) => *named != NamedInput::Nothing,
            // The document need not say which input an entry with a code names.
            None => entries.code.is_some() && case.code.as_ref().and_then(Slot::value).is_some(),
        };
        has_entry.then_some(entries)
    }

    /// The inputs of query and body that an entry can name because they are missing or wrong by themselves.
    pub fn entry_inputs(&self, operation: &Operation) -> Vec<InputRef> {
        let query = operation.query.iter().map(|query| {
            let input = InputRef::new(InputPart::Query, &query.name);
            (input, query.required, &query.constraints)
        });
        let body = operation.body_fields().map(|field| {
            (InputRef::new(InputPart::Body, &field.wire), field.required, &field.constraints)
        });
        let has_entry = |(input, required, constraints): &(InputRef, bool, &Constraints)| {
            let missing = required.then_some(Defect::Missing);
            let breaks = constraints.stated().map(|one| Defect::Breaks(Some(one)));
            let defects = missing.into_iter().chain([Defect::Invalid]).chain(breaks);
            let mut cases = defects.filter_map(|defect| operation.case_of(input, defect));
            cases.any(|case| self.entries_of(case).is_some())
        };
        query.chain(body).filter(has_entry).map(|(input, ..)| input).collect()
    }

    /// Whether entries distinguish two cases with the same message: by their codes, or by the inputs that they name.
    pub fn distinguishes(&self, case: &ErrorCase, other: &ErrorCase) -> bool {
        let differ = |one: Option<&str>, other: Option<&str>| {
            one.zip(other).is_some_and(|(one, other)| one != other)
        };
        let code = |case: &'_ ErrorCase| case.code.as_ref().and_then(Slot::value).cloned();
        let (codes, other_codes) = (code(case), code(other));
        let has_codes = self.entries.as_ref().is_some_and(|entries| entries.code.is_some());
        let by_code = has_codes && differ(codes.as_deref(), other_codes.as_deref());
        let named = |case: &ErrorCase| case.named_input().map(|input| input.name.clone());
        let both = self.entries_of(case).and(self.entries_of(other)).is_some();
        both && (by_code || differ(named(case).as_deref(), named(other).as_deref()))
    }
}
