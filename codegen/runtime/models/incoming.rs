//! A request as the server got it, taken apart into its inputs.

use std::borrow::Cow;

use super::commas;
use super::input_error::{InputError, InputPart, InputProblem};
use super::json::FromJson;
use super::members::Members;
use super::parameter::Parameter;
use super::percent;

/// A request as the server got it.
pub struct Incoming<'a> {
    path: &'a [(&'a str, &'a str)],
    query: &'a str,
    body: &'a [u8],
}

/// The members of a request's body.
pub struct IncomingBody<'a> {
    members: Members<'a>,
}

impl<'a> Incoming<'a> {
    pub fn new(path: &'a [(&'a str, &'a str)], query: Option<&'a str>, body: &'a [u8]) -> Self {
        Self {
            path,
            query: query.unwrap_or_default(),
            body,
        }
    }

    /// A parameter of the path; an empty segment is blank.
    pub fn path<T: Parameter>(&self, name: &'static str) -> Result<T, InputError> {
        let fail = |problem| InputError::new(InputPart::Path, name, problem);
        let found = self.path.iter().find(|(known, _)| *known == name);
        match found {
            None => Err(fail(InputProblem::Missing)),
            Some((_, "")) => Err(fail(InputProblem::Blank)),
            Some((_, text)) => T::from_text(text).map_err(|expected| fail(malformed(expected))),
        }
    }

    /// A parameter of the query that must be sent.
    pub fn query<T: Parameter>(&self, name: &'static str) -> Result<T, InputError> {
        let missing = || InputError::new(InputPart::Query, name, InputProblem::Missing);
        self.optional_query(name)?.ok_or_else(missing)
    }

    /// A parameter of the query that need not be sent; the first, if it is there more than once.
    pub fn optional_query<T: Parameter>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, InputError> {
        self.read_query(name, T::from_text)
    }

    /// A parameter of the query that must be sent and holds several values, with commas between them.
    pub fn query_list<T: Parameter>(&self, name: &'static str) -> Result<Vec<T>, InputError> {
        let missing = || InputError::new(InputPart::Query, name, InputProblem::Missing);
        self.optional_query_list(name)?.ok_or_else(missing)
    }

    /// A parameter of the query that need not be sent and holds several values, with commas between
    /// them.
    pub fn optional_query_list<T: Parameter>(
        &self,
        name: &'static str,
    ) -> Result<Option<Vec<T>>, InputError> {
        self.read_query(name, commas::values)
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
        let text: Cow<'_, str> = percent::decode_query(text).ok_or_else(|| fail("UTF-8 text"))?;
        read(&text).map(Some).map_err(fail)
    }

    /// The members of the body, in which no body at all is an object without members.
    pub fn body(&self) -> Result<IncomingBody<'a>, InputError> {
        let fail = |problem| InputError::new(InputPart::Body, "", problem);
        if self.body.iter().all(u8::is_ascii_whitespace) {
            return Ok(IncomingBody {
                members: Members::default(),
            });
        }
        let json = serde_json::from_slice(self.body).map_err(|error| {
            fail(InputProblem::NotJson {
                reason: error.to_string(),
            })
        })?;
        let members =
            Members::from_json(json).map_err(|error| fail(wrong_type(error.to_string())))?;
        Ok(IncomingBody { members })
    }
}

impl IncomingBody<'_> {
    /// A member that must be sent; `null` is not there.
    pub fn required<T: FromJson>(&mut self, name: &'static str) -> Result<T, InputError> {
        let missing = || InputError::new(InputPart::Body, name, InputProblem::Missing);
        self.optional(name)?.ok_or_else(missing)
    }

    /// A member that need not be sent; `null` is not there.
    pub fn optional<T: FromJson>(&mut self, name: &'static str) -> Result<Option<T>, InputError> {
        let Some(json) = self.members.take(name) else {
            return Ok(None);
        };
        T::from_json(json)
            .map(Some)
            .map_err(|error| InputError::new(InputPart::Body, name, wrong_type(error.to_string())))
    }

    /// A member that must be sent and holds several values, with commas between them.
    pub fn required_list<T: Parameter>(
        &mut self,
        name: &'static str,
    ) -> Result<Vec<T>, InputError> {
        let missing = || InputError::new(InputPart::Body, name, InputProblem::Missing);
        self.optional_list(name)?.ok_or_else(missing)
    }

    /// A member that need not be sent and holds several values, with commas between them.
    pub fn optional_list<T: Parameter>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Vec<T>>, InputError> {
        let text: Option<String> = self.optional(name)?;
        let list = text.map(|text| commas::values(&text)).transpose();
        list.map_err(|expected| InputError::new(InputPart::Body, name, malformed(expected)))
    }

    /// Refuses a member whose text is empty.
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
        let incoming = Incoming::new(&[], Some("a%5B=x%2By+z&n=5&n=6&bad=%ff&flag"), b"");
        assert_eq!(incoming.query::<String>("a[").unwrap(), "x+y z");
        assert_eq!(incoming.optional_query::<u64>("n").unwrap(), Some(5));
        assert_eq!(incoming.optional_query::<u64>("m").unwrap(), None);
        assert_eq!(incoming.query::<String>("flag").unwrap(), "");
        assert_eq!(problem(incoming.query::<String>("m")), "query.m is missing");
        assert_eq!(
            problem(incoming.query::<String>("bad")),
            "query.bad is not UTF-8 text"
        );
        assert_eq!(
            problem(incoming.query::<u64>("flag")),
            "query.flag is not a whole number"
        );
    }

    #[test]
    fn an_empty_path_segment_is_blank() {
        let incoming = Incoming::new(&[("book", ""), ("copy", "3")], None, b"");
        assert_eq!(
            problem(incoming.path::<String>("book")),
            "path.book is blank"
        );
        assert_eq!(incoming.path::<i64>("copy").unwrap(), 3);
        assert_eq!(
            problem(incoming.path::<String>("shelf")),
            "path.shelf is missing"
        );
    }

    #[test]
    fn null_and_absent_are_missing_and_wrong_types_say_so() {
        let incoming = Incoming::new(&[], None, br#"{"a":null,"b":5,"c":"","other":1}"#);
        let mut body = incoming.body().unwrap();
        assert_eq!(problem(body.required::<String>("a")), "body.a is missing");
        assert_eq!(problem(body.required::<String>("z")), "body.z is missing");
        assert_eq!(
            problem(body.required::<String>("b")),
            "body.b: expected a string, got a number"
        );
        assert_eq!(problem(body.not_blank("c")), "body.c is blank");
        assert_eq!(body.not_blank("z"), Ok(()));
    }

    #[test]
    fn several_values_stand_in_one_text() {
        let body = br#"{"a":"x, y","b":"1,z","c":["x"],"d":""}"#;
        let incoming = Incoming::new(&[], Some("n=5,%206%2C7&m=&o=5,x"), body);
        assert_eq!(incoming.query_list::<u64>("n").unwrap(), [5, 6, 7]);
        assert_eq!(
            incoming.optional_query_list::<u64>("m").unwrap(),
            Some(vec![])
        );
        assert_eq!(
            problem(incoming.query_list::<u64>("o")),
            "query.o is not a whole number"
        );
        assert_eq!(
            problem(incoming.query_list::<u64>("p")),
            "query.p is missing"
        );
        let mut body = incoming.body().unwrap();
        assert_eq!(body.required_list::<String>("a").unwrap(), ["x", "y"]);
        assert_eq!(
            problem(body.required_list::<i64>("b")),
            "body.b is not a whole number"
        );
        assert_eq!(
            problem(body.optional_list::<String>("c")),
            "body.c: expected a string, got a list"
        );
        assert_eq!(body.optional_list::<String>("d").unwrap(), Some(vec![]));
        assert_eq!(
            problem(body.required_list::<String>("z")),
            "body.z is missing"
        );
    }

    #[test]
    fn bodies_that_are_no_object_are_refused_and_no_body_is_an_empty_one() {
        assert!(Incoming::new(&[], None, b" \n").body().is_ok());
        for (text, part) in [
            ("{", "no JSON"),
            ("[1]", "expected an object"),
            ("{} x", "no JSON"),
        ] {
            let message = problem(Incoming::new(&[], None, text.as_bytes()).body().map(|_| ()));
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
