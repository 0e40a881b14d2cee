//! Operations of the document: methods, paths, parameters, the resource of each.

use std::collections::BTreeSet;

use crate::document::{Document, Node};
use crate::left_out::{LeftOut, Reason};
use crate::names::{Names, snake};

/// An operation of the document that the draft may have.
#[derive(Clone, Debug)]
pub struct Route<'d> {
    pub method: &'static str,
    /// The path as the document writes it.
    pub path: String,
    pub segments: Vec<Segment>,
    pub node: Node<'d>,
    /// Its parameters and those of its path, references followed.
    pub parameters: Vec<Node<'d>>,
    pub resource: String,
    /// The name of the resource in the document.
    pub title: String,
    pub id: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    Literal(String),
    /// The name in the document.
    Parameter(String),
}

impl Route<'_> {
    /// The parameters of one kind: `path`, `query`, `header` or `cookie`.
    pub fn parameters_in(&self, place: &str) -> impl Iterator<Item = &Node<'_>> {
        self.parameters.iter().filter(move |node| node.text("in") == Some(place))
    }

    /// The path up to and with a parameter, without the names of parameters.
    pub fn prefix(&self, parameter: &str) -> String {
        let mut prefix = String::new();
        for segment in &self.segments {
            match segment {
                Segment::Literal(text) => prefix.push_str(&format!("/{text}")),
                Segment::Parameter(name) => {
                    prefix.push_str("/{}");
                    if name == parameter {
                        break;
                    }
                }
            }
        }
        prefix
    }

    /// The parameter at the end of the path.
    pub fn last_parameter(&self) -> Option<&str> {
        match self.segments.last() {
            Some(Segment::Parameter(name)) => Some(name),
            _ => None,
        }
    }

    /// `METHOD /path` as the document writes it.
    pub fn title(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// The operations whose method and path the language can express, and the number of all operations.
pub fn all<'d>(document: &Document<'d>, left_out: &mut Vec<LeftOut>) -> (Vec<Route<'d>>, usize) {
    let (mut routes, mut count) = (Vec::new(), 0);
    // Names that ids use besides those of operations.
    let mut ids = Names::with(&["service"]);
    let operations = document.root.get("paths").into_iter().flat_map(|paths| {
        paths
            .entries()
            .flat_map(|(_, item)| item.entries().map(|(_, node)| node).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    });
    let tags: BTreeSet<_> = operations.map(|node| tag(&node)).collect();
    let mut resources =
        Resources { has_tags: tags.iter().flatten().count() > 1, ..Resources::default() };
    let mut shapes = BTreeSet::new();
    for (path, item) in document.root.get("paths").iter().flat_map(Node::entries) {
        let item = match document.resolve(&item) {
            Ok(item) => item,
            Err(found) => {
                left_out.push(found);
                continue;
            }
        };
        servers(document, &item, path, left_out);
        for (key, node) in item.entries() {
            let method = match key {
                "get" => "GET",
                "post" => "POST",
                "put" => "PUT",
                "patch" => "PATCH",
                "delete" => "DELETE",
                "head" | "options" | "trace" => {
                    count += 1;
                    left_out.push(
                        node.left_out(Reason::Method, format!("{} {path}", key.to_uppercase())),
                    );
                    continue;
                }
                _ => continue,
            };
            count += 1;
            let title = format!("{method} {path}");
            let node = match document.resolve(&node) {
                Ok(node) => node,
                Err(found) => {
                    left_out.push(found);
                    continue;
                }
            };
            if !matches!(node.value, crate::value::Value::Map(_)) {
                left_out.push(node.left_out(Reason::NotInDocument, title));
                continue;
            }
            let Some(segments) = segments(path) else {
                left_out.push(node.left_out(Reason::Path, title));
                continue;
            };
            let shape: Vec<_> = segments
                .iter()
                .map(|segment| match segment {
                    Segment::Literal(text) => text.clone(),
                    Segment::Parameter(_) => "{}".to_owned(),
                })
                .collect();
            if !shapes.insert((method, shape)) {
                left_out.push(node.left_out(Reason::SameRoute, title));
                continue;
            }
            servers(document, &node, &title, left_out);
            let parameters = parameters(document, &item, &node, left_out);
            let title = resources.title(&node, &segments);
            let words = segments.iter().map(|segment| match segment {
                Segment::Literal(text) | Segment::Parameter(text) => text.as_str(),
            });
            let from_path = || format!("{key} {}", words.collect::<Vec<_>>().join(" "));
            let id =
                node.text("operationId").filter(|id| id.chars().any(|c| c.is_ascii_alphanumeric()));
            let id = snake(&id.map_or_else(from_path, str::to_owned));
            routes.push(Route {
                method,
                path: path.to_owned(),
                segments,
                parameters,
                resource: resources.id(&title),
                title,
                // The name `resource` is taken by the file of the resource.
                id: ids.claim(
                    if id == "resource" { "resource_operation".to_owned() } else { id },
                    "_",
                ),
                node,
            });
        }
    }
    (routes, count)
}

/// Reports addresses of a path or an operation that differ from those of the service. The draft has only the addresses
/// of the service.
fn servers(document: &Document<'_>, node: &Node<'_>, what: &str, left_out: &mut Vec<LeftOut>) {
    let of_service = document.root.value.get("servers");
    if let Some(servers) = node.get("servers").filter(|it| Some(it.value) != of_service)
        && !servers.value.items().is_empty()
    {
        left_out.push(servers.left_out(Reason::Server, what));
    }
}

/// The segments of a path; `None` if the language cannot express the path.
fn segments(path: &str) -> Option<Vec<Segment>> {
    let legal = |text: &str| {
        let is_legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
        !text.is_empty() && !matches!(text, "." | "..") && text.bytes().all(is_legal)
    };
    let mut seen = BTreeSet::new();
    let segments = path.strip_prefix('/')?.split('/').map(|segment| {
        let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match name {
            Some(name) => {
                let is_one =
                    !name.is_empty() && !name.contains(['{', '}']) && seen.insert(snake(name));
                is_one.then(|| Segment::Parameter(name.to_owned()))
            }
            None => legal(segment).then(|| Segment::Literal(segment.to_owned())),
        }
    });
    segments.collect()
}

/// The parameters of an operation, which replace those of its path.
fn parameters<'d>(
    document: &Document<'d>,
    item: &Node<'d>,
    node: &Node<'d>,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Node<'d>> {
    let mut all: Vec<Node<'d>> = Vec::new();
    for of in [item, node] {
        for parameter in of.get("parameters").iter().flat_map(Node::items) {
            match document.resolve(&parameter) {
                Ok(parameter)
                    if parameter.text("name").is_some() && parameter.text("in").is_some() =>
                {
                    let key = |node: &Node<'d>| (node.text("name"), node.text("in"));
                    all.retain(|other| key(other) != key(&parameter));
                    all.push(parameter);
                }
                Ok(parameter) => left_out.push(
                    parameter
                        .left_out(Reason::NotInDocument, "a parameter without `name` and `in`"),
                ),
                Err(found) => left_out.push(found),
            }
        }
    }
    all
}

/// The first tag of an operation.
fn tag<'d>(node: &Node<'d>) -> Option<&'d str> {
    node.value.get("tags").and_then(|tags| tags.items().first()).and_then(crate::value::Value::text)
}

/// The resources: by tag, or else by the first segment that is not a version.
#[derive(Default)]
struct Resources {
    /// Whether operations have different tags. A tag of all of them groups nothing.
    has_tags: bool,
    names: Names,
    known: Vec<(String, String)>,
}

impl Resources {
    fn title(&self, node: &Node<'_>, segments: &[Segment]) -> String {
        let tag = tag(node).filter(|_| self.has_tags);
        let mut literals = segments.iter().filter_map(|segment| match segment {
            Segment::Literal(text) => Some(text.as_str()),
            Segment::Parameter(_) => None,
        });
        let is_version = |text: &str| {
            let digits = text.strip_prefix('v').unwrap_or(text);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        };
        let first = literals.find(|text| !is_version(text) && *text != "api");
        let is_word = |text: &&str| text.chars().any(|c| c.is_ascii_alphanumeric());
        tag.filter(is_word).or(first.filter(is_word)).unwrap_or("service calls").to_owned()
    }

    fn id(&mut self, title: &str) -> String {
        if let Some((_, id)) = self.known.iter().find(|(known, _)| known == title) {
            return id.clone();
        }
        let id = self.names.claim(snake(title), "_");
        self.known.push((title.to_owned(), id.clone()));
        id
    }
}
