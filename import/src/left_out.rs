//! What a draft leaves out, and why.

/// Something that the document states and the draft does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// Why.
    pub reason: Reason,
    /// JSON pointer into the document.
    pub at: String,
    /// What it is there.
    pub what: String,
}

macro_rules! reasons {
    ($($name:ident = $key:literal, $text:literal;)+) => {
        /// Why something is left out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Reason {
            $(#[doc = $text] $name,)+
        }

        impl Reason {
            /// All of them, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The name in reports.
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $key),+ }
            }

            /// The reason in words.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }
        }
    };
}

reasons! {
    // Whole operations.
    Method = "method", "operations with a method other than GET, POST, PUT, PATCH and DELETE";
    Path = "path", "operations whose path has an empty segment, or a parameter that is a part of one";
    PathParameter = "path_parameter", "operations with a path parameter that is neither a text nor a whole number, or that is not described";
    SameRoute = "same_route", "operations whose method and path are the same as those of another one, except for parameter names";
    BodyOfOtherKind = "body_of_other_kind", "operations whose request body is not a JSON object";
    RequiredInput = "required_input", "operations with a required header, cookie or query parameter that this command does not draft";
    OtherKey = "other_key", "operations that need another key than most, or several at once";
    Redirect = "redirect", "operations whose only success is a redirect";
    NotInDocument = "invalid", "parts of the document that OpenAPI does not allow";
    // Inputs and responses.
    Header = "header", "headers of requests, headers of refusals, headers with lists and objects, and cookies";
    Parameter = "parameter", "optional query parameters that are objects, unions or JSON, or whose form or values this command does not draft";
    KeyPlace = "key_place", "keys without a place, and further kinds of keys";
    KeyScope = "key_scope", "scopes of OAuth 2";
    SeveralSuccesses = "several_successes", "statuses and bodies where an operation has several successes";
    OtherContent = "other_content", "bodies that are not JSON";
    ErrorResponse = "error_response", "errors without the text of a message; each is an open question";
    ErrorShape = "error_shape", "error bodies of another shape than most";
    Envelope = "envelope", "optional members beside the list or the record of a response";
    // Schemas.
    Union = "union", "values of one of several schemas (`oneOf`, `anyOf`, several types, `not`)";
    Map = "map", "objects with any names as keys, except members with values of one plain type";
    AnyValue = "any_value", "values without a type, and objects without members";
    ListOfLists = "list_of_lists", "lists of lists";
    RecordOfItself = "record_of_itself", "members that make a record require itself";
    Null = "null", "null as a value of an input whose member of the record is never null";
    Default = "default", "defaults of members of a request body";
    Format = "format", "formats of texts";
    Pattern = "pattern", "patterns without an example that matches, or that other dialects read differently";
    Identifier = "identifier", "formats, patterns, lengths and values of the member that identifies a record";
    Bound = "bound", "bounds that contradict each other, numbers of members, and multiples";
    ListedValues = "listed_values", "listed values that are not texts, or are in a list";
    Example = "example", "examples that their own schema does not admit";
    Name = "name", "members whose name has a dot, or is empty";
    Deprecation = "deprecation", "that something is deprecated";
    // References.
    MissingReference = "missing_reference", "references to what the document does not have";
    RemoteReference = "remote_reference", "references to other documents, which are never fetched";
    EndlessReference = "endless_reference", "references that lead to themselves, or too far";
    // Whole parts.
    Server = "server", "addresses of single paths and operations, and those with variables";
    Callback = "callback", "callbacks, webhooks and links";
}
