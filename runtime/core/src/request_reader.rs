//! Reading a request on the server.

use std::borrow::Cow;

use http::HeaderMap;
use serde_json::value::RawValue;

use crate::input_error::{InputError, InputPart, InputProblem};
use crate::parameter::{Parameter, TextInput};
use crate::repeated_member::repeated_member;
use crate::{FromJson, Members, OperationInfo, percent};

/// Reads the header with a key under which a request can be repeated.
///
/// # Errors
/// When it is sent more than once, empty, or not UTF-8.
pub fn key_header(headers: &HeaderMap, name: &'static str) -> Result<Option<String>, InputError> {
    let fail = |problem| InputError::new(InputPart::Header, name, problem);
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(fail(InputProblem::Repeated));
    }
    match std::str::from_utf8(value.as_bytes()) {
        Ok("") => Err(fail(InputProblem::Blank)),
        Ok(text) => Ok(Some(text.to_owned())),
        Err(_) => Err(fail(malformed("UTF-8 text"))),
    }
}

/// Reads the inputs of a request.
pub struct RequestReader<'a> {
    path: &'a [(&'a str, &'a str)],
    query: &'a str,
    body: Members<'a>,
}

impl<'a> RequestReader<'a> {
    /// A request of that operation. A missing body is an object without members; the body of an operation that takes none
    /// is ignored.
    ///
    /// # Errors
    /// When the body is not a JSON object.
    pub fn new(
        info: &OperationInfo,
        path: &'a [(&'a str, &'a str)],
        query: Option<&'a str>,
        body: &'a [u8],
    ) -> Result<Self, InputError> {
        let fail = |problem| InputError::new(InputPart::Body, "", problem);
        let body = if !info.takes_body || body.iter().all(u8::is_ascii_whitespace) {
            Members::default()
        } else {
            let json = serde_json::from_slice(body)
                .map_err(|error| fail(InputProblem::NotJson { reason: error.to_string() }))?;
            Members::from_json(json).map_err(|error| InputError::of_member("", &error))?
        };
        Ok(Self { path, query: query.unwrap_or_default(), body })
    }

    /// A path parameter; an empty segment is blank.
    ///
    /// # Errors
    /// When it is blank or malformed.
    pub fn path<T: Parameter>(&self, name: &'static str) -> Result<T, InputError> {
        let fail = |problem| InputError::new(InputPart::Path, name, problem);
        match self.path.iter().find(|(known, _)| *known == name) {
            None => Err(fail(InputProblem::Missing)),
            Some((_, "")) => Err(fail(InputProblem::Blank)),
            Some((_, text)) => T::from_text(text).map_err(|expected| fail(malformed(expected))),
        }
    }

    /// A query parameter; the first, if it is repeated.
    ///
    /// # Errors
    /// When it is malformed, or required and missing.
    pub fn query<T: TextInput>(&self, name: &'static str) -> Result<T, InputError> {
        let fail = |problem| InputError::new(InputPart::Query, name, problem);
        match self.texts(name).next() {
            Some(text) => {
                T::from_text(&text.map_err(fail)?).map_err(|expected| fail(malformed(expected)))
            }
            None => T::absent().ok_or_else(|| fail(InputProblem::Missing)),
        }
    }

    /// A query parameter that each value of a list has the name of.
    ///
    /// # Errors
    /// When a value is malformed, or when it is required and missing.
    pub fn query_list<T: TextInput>(&self, name: &'static str) -> Result<T, InputError> {
        let fail = |problem| InputError::new(InputPart::Query, name, problem);
        let texts = self.texts(name).collect::<Result<Vec<_>, _>>().map_err(fail)?;
        if texts.is_empty() {
            return T::absent().ok_or_else(|| fail(InputProblem::Missing));
        }
        T::from_items(&texts).map_err(|expected| fail(malformed(expected)))
    }

    /// The decoded values of a name in the query.
    fn texts(&self, name: &str) -> impl Iterator<Item = Result<Cow<'a, str>, InputProblem>> {
        let pairs = self.query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let values =
            pairs.filter(move |(key, _)| percent::decode_query(key).as_deref() == Some(name));
        values.map(|(_, value)| {
            let text = percent::decode_query(value)
                .ok_or_else(|| malformed("percent-encoded UTF-8 text"))?;
            if text.contains('\0') { Err(malformed("text without NUL")) } else { Ok(text) }
        })
    }

    /// A member of the body; `null` counts as missing.
    ///
    /// # Errors
    /// When it is repeated, has another type, or is required and missing.
    pub fn member<T: FromJson>(&mut self, name: &'static str) -> Result<T, InputError> {
        match self.json(name)?.filter(|json| json.get() != "null") {
            Some(json) => T::from_json(json).map_err(|error| InputError::of_member(name, &error)),
            None => T::absent().ok_or_else(|| missing(name)),
        }
    }

    /// A member of the body that can be `null`; `None` stands for `null`.
    ///
    /// # Errors
    /// When it is repeated, has another type, or is missing.
    pub fn nullable_member<T: FromJson>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, InputError> {
        self.optional_nullable_member(name)?.ok_or_else(|| missing(name))
    }

    /// A member of the body that can be `null` or left out; the outer `None` stands for a member that is left out.
    ///
    /// # Errors
    /// When it is repeated, or has another type.
    pub fn optional_nullable_member<T: FromJson>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Option<T>>, InputError> {
        let read = self.json(name)?.map(FromJson::from_json);
        read.transpose().map_err(|error| InputError::of_member(name, &error))
    }

    /// The JSON of a member of the body; `None` when it is absent. Other software on the way might use another one of
    /// repeated values.
    fn json(&mut self, name: &'static str) -> Result<Option<&'a RawValue>, InputError> {
        let fail = |within| InputError {
            within,
            ..InputError::new(InputPart::Body, name, InputProblem::Repeated)
        };
        if self.body.repeats(name) {
            return Err(fail(String::new()));
        }
        let json = self.body.take_or_null(name);
        match json.and_then(|json| repeated_member(json.get())) {
            Some(within) => Err(fail(within)),
            None => Ok(json),
        }
    }

    /// A member of the body with several values, separated by commas.
    ///
    /// # Errors
    /// When it is repeated, malformed, or required and missing.
    pub fn member_list<T: TextInput>(&mut self, name: &'static str) -> Result<T, InputError> {
        let fail = |problem| InputError::new(InputPart::Body, name, problem);
        match self.member::<Option<String>>(name)? {
            Some(text) => T::from_text(&text).map_err(|expected| fail(malformed(expected))),
            None => T::absent().ok_or_else(|| missing(name)),
        }
    }

    /// Refuses an empty string. The name of a member of an object is a path: `supplier.id`.
    ///
    /// # Errors
    /// When the member is an empty string.
    pub fn not_blank(&self, name: &'static str) -> Result<(), InputError> {
        if self.body.text_at(name).is_some_and(|text| text.is_empty()) {
            return Err(InputError::new(InputPart::Body, name, InputProblem::Blank));
        }
        Ok(())
    }
}

fn malformed(expected: &'static str) -> InputProblem {
    InputProblem::Malformed { expected }
}

fn missing(name: &'static str) -> InputError {
    InputError::new(InputPart::Body, name, InputProblem::Missing)
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::*;

    static LEND: OperationInfo =
        OperationInfo::new("lend_book", Method::PUT, "/books/{book}", "Books").takes_body();

    fn of_query(query: &str) -> RequestReader<'_> {
        RequestReader::new(&LEND, &[], Some(query), b"").unwrap()
    }

    fn of_body(body: &str) -> RequestReader<'_> {
        RequestReader::new(&LEND, &[], None, body.as_bytes()).unwrap()
    }

    fn problem<T: std::fmt::Debug>(result: Result<T, InputError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn null_is_told_from_what_is_left_out() {
        let read = |name| of_body(r#"{"a":null,"b":"c"}"#).optional_nullable_member::<String>(name);
        assert_eq!(read("a"), Ok(Some(None)));
        assert_eq!(read("b"), Ok(Some(Some("c".to_owned()))));
        assert_eq!(read("d"), Ok(None));
        let required = |name| of_body(r#"{"a":null}"#).nullable_member::<String>(name);
        assert_eq!(required("a"), Ok(None));
        assert_eq!(problem(required("d")), "body.d is missing");
    }

    #[derive(Debug, PartialEq)]
    struct Supplier {
        id: String,
        address: Option<Box<Supplier>>,
    }

    impl FromJson for Supplier {
        fn from_json(json: &RawValue) -> Result<Self, crate::DecodeError> {
            let mut members = Members::from_json(json)?;
            Ok(Self { id: members.member("id")?, address: members.member("address")? })
        }
    }

    #[test]
    fn a_member_of_an_object_that_is_wrong_is_named() {
        let read = |body| of_body(body).member::<Supplier>("supplier").unwrap_err();
        for (body, path, problem) in [
            (r#"{"supplier":{}}"#, "supplier.id", " is missing"),
            (r#"{"supplier":{"id":null}}"#, "supplier.id", " is missing"),
            (r#"{"supplier":{"id":1}}"#, "supplier.id", ": expected a string, got a number"),
            (r#"{"supplier":{"id":"","address":{}}}"#, "supplier.address.id", " is missing"),
            (r#"{"supplier":1}"#, "supplier", ": expected an object, got a number"),
            (r#"{"supplier":{"id":"","id":""}}"#, "supplier.id", " is there more than once"),
        ] {
            let error = read(body);
            assert_eq!(error.path(), path, "{body}");
            assert_eq!(error.to_string(), format!("body.{path}{problem}"));
        }
    }

    #[test]
    fn an_item_of_a_list_that_is_wrong_is_part_of_the_list() {
        let mut reader = of_body(r#"{"parts":[{"id":"a"},{}]}"#);
        let error = reader.member::<Vec<Supplier>>("parts").unwrap_err();
        assert_eq!(
            (error.path().as_ref(), error.to_string().as_str()),
            ("parts", "body.parts: /1/id: is missing")
        );
        assert!(matches!(error.problem, InputProblem::WrongType { .. }));
    }

    #[test]
    fn a_member_of_an_object_can_be_blank() {
        let reader = of_body(r#"{"supplier":{"id":"","address":{"id":"a"}}}"#);
        assert_eq!(problem(reader.not_blank("supplier.id")), "body.supplier.id is blank");
        assert!(reader.not_blank("supplier.address.id").is_ok());
        assert!(reader.not_blank("maker.id").is_ok());
    }

    #[test]
    fn each_value_of_a_list_counts() {
        let reader = of_query("tag=a%2Cb&n=1&tag=&room%5B%5D=2&room[]=3&bad=x");
        assert_eq!(reader.query_list::<Vec<String>>("tag").unwrap(), ["a,b", ""]);
        assert_eq!(reader.query_list::<Option<Vec<u64>>>("room[]"), Ok(Some(vec![2, 3])));
        assert_eq!(reader.query_list::<Option<Vec<u64>>>("more"), Ok(None));
        assert_eq!(problem(reader.query_list::<Vec<u64>>("more")), "query.more is missing");
        assert_eq!(
            problem(reader.query_list::<Vec<u64>>("bad")),
            "query.bad is not a whole number"
        );
    }

    #[test]
    fn query_parameters_are_decoded_and_the_first_counts() {
        let reader = of_query("a%5B=x%2By+z&n=5&n=6&bad=%f&nul=%00&flag");
        assert_eq!(reader.query::<String>("a[").unwrap(), "x+y z");
        assert_eq!(reader.query::<Option<u64>>("n"), Ok(Some(5)));
        assert_eq!(reader.query::<Option<u64>>("m"), Ok(None));
        assert_eq!(reader.query::<String>("flag").unwrap(), "");
        assert_eq!(problem(reader.query::<String>("m")), "query.m is missing");
        assert_eq!(
            problem(reader.query::<String>("bad")),
            "query.bad is not percent-encoded UTF-8 text"
        );
        assert_eq!(problem(reader.query::<String>("nul")), "query.nul is not text without NUL");
        assert_eq!(problem(reader.query::<u64>("flag")), "query.flag is not a whole number");
    }

    #[test]
    fn an_empty_path_segment_is_blank() {
        let path = [("book", ""), ("copy", "3")];
        let reader = RequestReader::new(&LEND, &path, None, b"").unwrap();
        assert_eq!(problem(reader.path::<String>("book")), "path.book is blank");
        assert_eq!(reader.path::<i64>("copy").unwrap(), 3);
        assert_eq!(problem(reader.path::<String>("shelf")), "path.shelf is missing");
    }

    #[test]
    fn null_and_absent_are_missing_and_wrong_types_are_errors() {
        let mut reader = of_body(r#"{"a":null,"b":5,"c":"","other":1}"#);
        assert_eq!(problem(reader.member::<String>("a")), "body.a is missing");
        assert_eq!(problem(reader.member::<String>("z")), "body.z is missing");
        assert_eq!(
            problem(reader.member::<String>("b")),
            "body.b: expected a string, got a number"
        );
        assert_eq!(problem(reader.not_blank("c")), "body.c is blank");
        assert_eq!(reader.not_blank("z"), Ok(()));
    }

    #[test]
    fn a_repeated_member_is_refused_if_it_is_read() {
        let mut reader =
            of_body(r#"{"a":1,"\u0061":1,"b":"x","b":null,"c":1,"other":1,"other":2}"#);
        assert_eq!(problem(reader.member::<i64>("a")), "body.a is there more than once");
        assert_eq!(problem(reader.member::<Option<String>>("b")), "body.b is there more than once");
        assert_eq!(reader.member::<Option<i64>>("c"), Ok(Some(1)));
    }

    #[test]
    fn several_values_are_read_from_one_text() {
        let reader = of_query("n=5,%206%2C7&m=&o=5,x");
        assert_eq!(reader.query::<Vec<u64>>("n").unwrap(), [5, 6, 7]);
        assert_eq!(reader.query::<Option<Vec<u64>>>("m"), Ok(Some(vec![])));
        assert_eq!(problem(reader.query::<Vec<u64>>("o")), "query.o is not a whole number");
        assert_eq!(problem(reader.query::<Vec<u64>>("p")), "query.p is missing");
        let mut reader = of_body(r#"{"a":"x, y","b":"1,z","c":["x"],"d":""}"#);
        assert_eq!(reader.member_list::<Vec<String>>("a").unwrap(), ["x", "y"]);
        assert_eq!(problem(reader.member_list::<Vec<i64>>("b")), "body.b is not a whole number");
        assert_eq!(reader.member_list::<Option<Vec<String>>>("d"), Ok(Some(vec![])));
        assert_eq!(problem(reader.member_list::<Vec<String>>("z")), "body.z is missing");
        assert_eq!(reader.member_list::<Option<Vec<String>>>("z"), Ok(None));
        assert_eq!(
            problem(reader.member_list::<Option<Vec<String>>>("c")),
            "body.c: expected a string, got a list"
        );
    }

    #[test]
    fn bodies_other_than_objects_are_refused() {
        let read = |body: &str| RequestReader::new(&LEND, &[], None, body.as_bytes()).map(|_| ());
        assert!(read(" \n").is_ok());
        for (text, part) in [("{", "not JSON"), ("[1]", "expected an object"), ("{} x", "not JSON")]
        {
            let message = problem(read(text));
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
