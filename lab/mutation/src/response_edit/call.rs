//! A request as the oracle parses it.

use percent_encoding::percent_decode_str;
use referral_conformance::exchange::Request;
use referral_conformance::json::Json;
use spec::{Contract, InputPart, InputRef, Operation};

use crate::call::called_operation;

/// A request, its operation and its inputs.
pub struct Call<'c> {
    /// The operation with the most literal segments that the path fits.
    pub operation: &'c Operation,
    path: Vec<String>,
    query: Vec<(String, String)>,
    body: Option<Json>,
}

impl<'c> Call<'c> {
    /// Parses a request; `None` if it fits no operation.
    pub fn parse(contract: &'c Contract, request: &Request) -> Option<Self> {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let operation = called_operation(contract, request)?;
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Some(Self {
            operation,
            path: path.split('/').skip(1).map(decode).collect(),
            query: pairs.map(|(name, value)| (decode(name), decode(value))).collect(),
            body: request.body.as_deref().and_then(|body| Json::parse(body.as_bytes())),
        })
    }

    /// The value of an input, if it was sent.
    pub fn input(&self, input: &InputRef) -> Option<Json> {
        match input.part {
            InputPart::Path => {
                let at = self.operation.path.position(&input.name)?;
                self.path.get(at).cloned().map(Json::Text)
            }
            InputPart::Query => self.of_query(&input.name).map(|text| Json::Text(text.to_owned())),
            InputPart::Header => None,
            InputPart::Body => self.body.as_ref()?.get(&input.name).cloned(),
        }
    }

    /// The text of a query parameter; several values that each have the name are none.
    fn of_query(&self, name: &str) -> Option<&str> {
        match self.operation.query_parameter(name) {
            Some(query) if query.repeats() => None,
            Some(query) => self.query(&query.key()),
            None => self.query(name),
        }
    }

    /// The last value of a name in the query.
    pub fn query(&self, name: &str) -> Option<&str> {
        let mut values = self.query.iter().rev();
        values.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
