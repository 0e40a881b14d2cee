//! Which operation a request is for.

use percent_encoding::percent_decode_str;
use spec::{Contract, Operation, Segment};

use crate::choices::Reason;

/// The operation, and the parameters of its path.
pub(crate) struct Route<'c> {
    pub operation: &'c Operation,
    pub parameters: Vec<(String, String)>,
}

/// Finds the operation. Of several, the one with the most literal segments is meant.
pub(crate) fn find<'c>(
    contract: &'c Contract,
    method: &str,
    path: &str,
) -> Result<Route<'c>, Reason> {
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let segments: Vec<String> = path.split('/').skip(1).map(decode).collect();
    let routes = contract.operations().filter_map(|operation| {
        let parameters = parameters(operation, &segments)?;
        Some(Route { operation, parameters })
    });
    let routes: Vec<_> = routes.collect();
    if routes.is_empty() {
        return Err(Reason::NoRoute);
    }
    let of_method = routes.into_iter().filter(|route| route.operation.method.as_str() == method);
    of_method.min_by_key(|route| route.parameters.len()).ok_or(Reason::NoMethod)
}

fn parameters(operation: &Operation, segments: &[String]) -> Option<Vec<(String, String)>> {
    let template = &operation.path.segments;
    if template.len() != segments.len() {
        return None;
    }
    let mut parameters = Vec::new();
    for (part, segment) in template.iter().zip(segments) {
        match part {
            Segment::Literal(text) if text != segment => return None,
            Segment::Literal(_) => {}
            Segment::Parameter(_) if segment.is_empty() => return None,
            Segment::Parameter(name) => parameters.push((name.clone(), segment.clone())),
        }
    }
    Some(parameters)
}
