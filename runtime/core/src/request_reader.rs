//! Reading a request on the server.

use crate::commas;
use crate::input_error::{InputError, InputPart, InputProblem};
use crate::json::FromJson;
use crate::members::Members;
use crate::parameter::Parameter;
use crate::percent;

/// Reads the inputs of a request.
pub struct RequestReader<'a> {
    path: &'a [(&'a str, &'a str)],
    query: &'a str,
    /// The members of the body, once it is read.
    members: Members<'a>,
    /// The first error so far. It is returned by the next call that can fail, so that optional inputs need no `?`.
    failed: Option<InputError>,
}

impl<'a> RequestReader<'a> {
    /// A request whose body is not read yet.
    pub fn new(path: &'a [(&'a str, &'a str)], query: Option<&'a str>) -> Self {
        Self { path, query: query.unwrap_or_default(), members: Members::default(), failed: None }
    }

    /// The value made of the inputs, if all of them could be read.
    pub fn finish<T>(mut self, made: T) -> Result<T, InputError> {
        self.check().map(|()| made)
    }

    fn check(&mut self) -> Result<(), InputError> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Keeps the first error of optional inputs.
    fn noted<T>(&mut self, read: Result<Option<T>, InputError>) -> Option<T> {
        read.unwrap_or_else(|error| {
            self.failed.get_or_insert(error);
            None
        })
    }

    /// A required value, after the errors of the inputs before it.
    fn there<T>(
        &mut self,
        read: Result<Option<T>, InputError>,
        part: InputPart,
        name: &'static str,
    ) -> Result<T, InputError> {
        self.check()?;
        read?.ok_or_else(|| InputError::new(part, name, InputProblem::Missing))
    }

    /// A path parameter; an empty segment is blank.
    pub fn path<T: Parameter>(&mut self, name: &'static str) -> Result<T, InputError> {
        self.check()?;
        let fail = |problem| InputError::new(InputPart::Path, name, problem);
        let found = self.path.iter().find(|(known, _)| *known == name);
        match found {
            None => Err(fail(InputProblem::Missing)),
            Some((_, "")) => Err(fail(InputProblem::Blank)),
            Some((_, text)) => T::from_text(text).map_err(|expected| fail(malformed(expected))),
        }
    }

    /// A required query parameter.
    pub fn query<T: Parameter>(&mut self, name: &'static str) -> Result<T, InputError> {
        self.there(self.read_query(name, T::from_text), InputPart::Query, name)
    }

    /// An optional query parameter; the first, if it is repeated.
    pub fn optional_query<T: Parameter>(&mut self, name: &'static str) -> Option<T> {
        self.noted(self.read_query(name, T::from_text))
    }

    /// A required query parameter with several values, separated by commas.
    pub fn query_list<T: Parameter>(&mut self, name: &'static str) -> Result<Vec<T>, InputError> {
        self.there(self.read_query(name, commas::values), InputPart::Query, name)
    }

    /// An optional query parameter with several values, separated by commas.
    pub fn optional_query_list<T: Parameter>(&mut self, name: &'static str) -> Option<Vec<T>> {
        self.noted(self.read_query(name, commas::values))
    }

    fn read_query<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, &'static str>,
    ) -> Result<Option<T>, InputError> {
        let fail = |expected| InputError::new(InputPart::Query, name, malformed(expected));
        let text = self.query.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (percent::decode_query(key).as_deref() == Some(name)).then_some(value)
        });
        let Some(text) = text else {
            return Ok(None);
        };
        let text = percent::decode_query(text).ok_or_else(|| fail("percent-encoded UTF-8 text"))?;
        if text.contains('\0') {
            return Err(fail("text without NUL"));
        }
        read(&text).map(Some).map_err(fail)
    }

    /// Reads the body; a missing body is an object without members.
    pub fn body(&mut self, body: &'a [u8]) -> Result<(), InputError> {
        let fail = |problem| InputError::new(InputPart::Body, "", problem);
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let json = serde_json::from_slice(body)
            .map_err(|error| fail(InputProblem::NotJson { reason: error.to_string() }))?;
        self.members =
            Members::from_json(json).map_err(|error| fail(wrong_type(error.to_string())))?;
        Ok(())
    }

    /// A required member; `null` counts as missing.
    pub fn member<T: FromJson>(&mut self, name: &'static str) -> Result<T, InputError> {
        let read = self.read_member(name);
        self.there(read, InputPart::Body, name)
    }

    /// An optional member; `null` counts as missing.
    pub fn optional_member<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let read = self.read_member(name);
        self.noted(read)
    }

    fn read_member<T: FromJson>(&mut self, name: &'static str) -> Result<Option<T>, InputError> {
        let fail = |problem| InputError::new(InputPart::Body, name, problem);
        // Other software on the way might use another of the repeated values.
        if self.members.repeats(name) {
            return Err(fail(InputProblem::Repeated));
        }
        let Some(json) = self.members.take(name) else {
            return Ok(None);
        };
        let read = T::from_json(json).map_err(|error| fail(wrong_type(error.to_string())));
        read.map(Some)
    }

    /// A required member with several values, separated by commas.
    pub fn member_list<T: Parameter>(&mut self, name: &'static str) -> Result<Vec<T>, InputError> {
        let read = self.read_list(name);
        self.there(read, InputPart::Body, name)
    }

    /// An optional member with several values, separated by commas.
    pub fn optional_member_list<T: Parameter>(&mut self, name: &'static str) -> Option<Vec<T>> {
        let read = self.read_list(name);
        self.noted(read)
    }

    fn read_list<T: Parameter>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Vec<T>>, InputError> {
        let text: Option<String> = self.read_member(name)?;
        let list = text.map(|text| commas::values(&text)).transpose();
        list.map_err(|expected| InputError::new(InputPart::Body, name, malformed(expected)))
    }

    /// Refuses an empty string.
    pub fn not_blank(&self, name: &'static str) -> Result<(), InputError> {
        let blank = self.members.text(name).is_some_and(|text| text.is_empty());
        let error = || InputError::new(InputPart::Body, name, InputProblem::Blank);
        if blank { Err(error()) } else { Ok(()) }
    }
}

fn malformed(expected: &'static str) -> InputProblem {
    InputProblem::Malformed { expected }
}

fn wrong_type(reason: String) -> InputProblem {
    InputProblem::WrongType { reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<T: std::fmt::Debug>(result: Result<T, InputError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn query_parameters_are_decoded_and_the_first_counts() {
        let mut reader = RequestReader::new(&[], Some("a%5B=x%2By+z&n=5&n=6&bad=%f&nul=%00&flag"));
        assert_eq!(reader.query::<String>("a[").unwrap(), "x+y z");
        assert_eq!(reader.optional_query::<u64>("n"), Some(5));
        assert_eq!(reader.optional_query::<u64>("m"), None);
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
    fn the_first_error_is_returned() {
        let path = [("copy", "3")];
        let noted = || {
            let mut reader = RequestReader::new(&path, Some("n=x&m=y"));
            assert_eq!(reader.optional_query::<u64>("n"), None);
            assert_eq!(reader.optional_query::<u64>("m"), None);
            reader
        };
        let told = "query.n is not a whole number";
        assert_eq!(problem(noted().finish(())), told);
        assert_eq!(problem(noted().query::<String>("z")), told);
        assert_eq!(problem(noted().path::<i64>("copy")), told);
        assert_eq!(problem(noted().member::<i64>("z")), told);
        assert_eq!(RequestReader::new(&path, None).finish(5), Ok(5));
    }

    #[test]
    fn an_empty_path_segment_is_blank() {
        let mut reader = RequestReader::new(&[("book", ""), ("copy", "3")], None);
        assert_eq!(problem(reader.path::<String>("book")), "path.book is blank");
        assert_eq!(reader.path::<i64>("copy").unwrap(), 3);
        assert_eq!(problem(reader.path::<String>("shelf")), "path.shelf is missing");
    }

    #[test]
    fn null_and_absent_are_missing_and_wrong_types_are_errors() {
        let mut reader = RequestReader::new(&[], None);
        let body = br#"{"a":null,"b":5,"c":"","other":1}"#;
        reader.body(body).unwrap();
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
        let mut reader = RequestReader::new(&[], None);
        let body = br#"{"a":1,"\u0061":1,"b":"x","b":null,"c":1,"other":1,"other":2}"#;
        reader.body(body).unwrap();
        assert_eq!(problem(reader.member::<i64>("a")), "body.a is there more than once");
        assert_eq!(reader.optional_member::<String>("b"), None);
        assert_eq!(reader.optional_member::<i64>("c"), Some(1));
        assert_eq!(problem(reader.finish(())), "body.b is there more than once");
    }

    #[test]
    fn several_values_are_read_from_one_text() {
        let mut reader = RequestReader::new(&[], Some("n=5,%206%2C7&m=&o=5,x"));
        let body = br#"{"a":"x, y","b":"1,z","c":["x"],"d":""}"#;
        reader.body(body).unwrap();
        assert_eq!(reader.query_list::<u64>("n").unwrap(), [5, 6, 7]);
        assert_eq!(reader.optional_query_list::<u64>("m"), Some(vec![]));
        assert_eq!(problem(reader.query_list::<u64>("o")), "query.o is not a whole number");
        assert_eq!(problem(reader.query_list::<u64>("p")), "query.p is missing");
        assert_eq!(reader.member_list::<String>("a").unwrap(), ["x", "y"]);
        assert_eq!(problem(reader.member_list::<i64>("b")), "body.b is not a whole number");
        assert_eq!(reader.optional_member_list::<String>("d"), Some(vec![]));
        assert_eq!(problem(reader.member_list::<String>("z")), "body.z is missing");
        assert_eq!(reader.optional_member_list::<String>("c"), None);
        assert_eq!(problem(reader.finish(())), "body.c: expected a string, got a list");
    }

    #[test]
    fn bodies_other_than_objects_are_refused() {
        let read = |body: &str| RequestReader::new(&[], None).body(body.as_bytes());
        assert!(read(" \n").is_ok());
        for (text, part) in [("{", "no JSON"), ("[1]", "expected an object"), ("{} x", "no JSON")] {
            let message = problem(read(text));
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
