//! The service: requests in, answers out.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use conformance_model::contract::key_kinds;
use conformance_model::json::Json;
use conformance_model::key_place;
use conformance_model::target::Fixtures;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, LINK, TRANSFER_ENCODING};
use http::{HeaderName, HeaderValue, Request, Response, StatusCode};
use spec::{Condition, Contract, InputPart, KeyPlace, Operation, Type};

use crate::answer::Answer;
use crate::calculations;
use crate::call::Call;
use crate::choices::{self, Reason};
use crate::effects::apply;
use crate::inputs::{check, check_unique};
use crate::lists::page;
use crate::refusal::{Fault, Refusal};
use crate::replies;
use crate::route;
use crate::states::{self, moves};
use crate::stock::Stock;
use crate::store::{Reply, Store};
use crate::success;
use crate::values::Values;

/// A service in memory that obeys a contract.
pub struct Mock {
    contract: Contract,
    seed: u64,
    /// The keys by kind.
    keys: BTreeMap<String, String>,
    /// The accounts, each with the kind of key that is its own. A service without a key has one account, whose kind has no
    /// name.
    accounts: Vec<String>,
    parameters: BTreeMap<String, String>,
    fixtures: Fixtures,
    store: Mutex<Store>,
}

impl Mock {
    /// A service with its first records. With the same seed, keys and records are the same.
    pub fn new(contract: Contract, seed: u64) -> Self {
        let has_key = contract.service.auth.is_some();
        let is_basic = contract.service.key_place() == Some(&KeyPlace::Basic);
        let kinds = key_kinds(&contract).into_iter().map(str::to_owned);
        let own = contract.service.keys.iter().filter(|kind| kind.account_of.is_none());
        let own = own.map(|kind| kind.name.clone());
        let accounts: Vec<String> = if has_key { own.collect() } else { vec![String::new()] };
        let key = |(at, kind): (usize, String)| {
            let mut rng = fastrand::Rng::with_seed(seed ^ at as u64 ^ 0x6b65_7973);
            let user = if is_basic { "mock:" } else { "" };
            let key = format!("{user}mock-{kind}-{:032x}", rng.u128(..));
            (kind, key)
        };
        let keys = kinds.enumerate().filter(|_| has_key).map(key).collect();
        let parameters = contract.path_values().into_iter().map(|(name, value)| {
            let text = if value.ty == Type::Integer { "1" } else { "mock" };
            (name.to_owned(), text.to_owned())
        });
        let parameters = parameters.collect();
        let mut store = Store::default();
        let values = Values { contract: &contract, seed };
        let mut stock = Stock {
            contract: &contract,
            values,
            accounts: &accounts,
            parameters: &parameters,
            store: &mut store,
        };
        let fixtures = stock.fill();
        let store = Mutex::new(store);
        Self { contract, seed, keys, accounts, parameters, fixtures, store }
    }

    /// The contract.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// The keys by kind; none if the service has no key.
    pub fn keys(&self) -> &BTreeMap<String, String> {
        &self.keys
    }

    /// Values of the path parameters that identify no record.
    pub fn parameters(&self) -> &BTreeMap<String, String> {
        &self.parameters
    }

    /// The fixtures by kind.
    pub fn fixtures(&self) -> &Fixtures {
        &self.fixtures
    }

    /// The response to a request.
    pub fn answer(&self, request: &Request<Vec<u8>>) -> Response<String> {
        let mut store = self.store();
        let answer = self.handle(&mut store, request);
        respond(&self.contract, answer, request)
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        // What a request has done stays consistent if another one panics.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle(&self, store: &mut Store, request: &Request<Vec<u8>>) -> Answer {
        let uri = request.uri();
        let refused =
            |refusal: Refusal<'_>| refusal.answer(&self.contract, &Store::default(), None);
        let found = route::find(&self.contract, request.method().as_str(), uri.path());
        let route = match found {
            Ok(route) => route,
            Err(reason) => return refused(Refusal::other(reason)),
        };
        let account = match self.account(route.operation, request) {
            Ok(account) => account,
            Err(refusal) => return refused(refusal),
        };
        // A plus sign stands for a space, and an encoded one for itself.
        let query = uri.query().unwrap_or_default().replace('+', "%20");
        let body = match read_body(route.operation, request.body()) {
            Ok(body) => body,
            Err(reason) => return refused(Refusal::other(reason)),
        };
        let operation = route.operation;
        let mut call = Call::new(&self.contract, route, account, &query, body.clone());
        if let Some(keys) = &operation.idempotency
            && let Some(key) = request.headers().get(keys.header.as_str())
        {
            call.set_header(&keys.header, &String::from_utf8_lossy(key.as_bytes()));
        }
        let result = self.perform(&mut call, store, &query, &body);
        result.unwrap_or_else(|refusal| refusal.answer(&self.contract, store, Some(&call)))
    }

    /// The account of the key.
    fn account<'c>(
        &'c self,
        operation: &'c Operation,
        request: &Request<Vec<u8>>,
    ) -> Result<usize, Refusal<'c>> {
        let Some(place) = self.contract.service.key_place() else { return Ok(0) };
        let header = place.header().and_then(|name| request.headers().get(name));
        let header = header.map(|value| String::from_utf8_lossy(value.as_bytes()));
        let query = request.uri().query().unwrap_or_default();
        let sent = key_place::read(place, header.as_deref(), query).unwrap_or_default();
        let refused = |reason| Refusal::of_key(&self.contract, operation, reason);
        if sent.is_empty() {
            let is_required = choices::requires_key(operation);
            return if is_required { Err(refused(Reason::KeyAbsent)) } else { Ok(0) };
        }
        let kinds = &self.contract.service.keys;
        let kind = kinds.iter().find(|kind| self.keys.get(&kind.name) == Some(&sent));
        let kind = kind.ok_or_else(|| refused(Reason::KeyInvalid))?;
        let cases = operation.errors.iter().chain(&self.contract.service.errors);
        let is_of_kind = Condition::KeyOf(kind.name.clone());
        if let Some(case) = cases.into_iter().find(|case| case.when.value() == Some(&is_of_kind)) {
            return Err(Refusal::documented(case));
        }
        let account = kind.account_of.as_ref().map_or(&kind.name, |known| &known.value);
        let found = self.accounts.iter().position(|known| known == account);
        found.ok_or_else(|| refused(Reason::KeyInvalid))
    }

    fn perform<'c>(
        &'c self,
        call: &mut Call<'c>,
        store: &mut Store,
        query: &str,
        sent: &Json,
    ) -> Result<Answer, Refusal<'c>> {
        let operation = call.operation;
        let key = replies::key(call);
        if let Some(reply) = key.as_ref().and_then(|key| store.replies.get(key)) {
            return replies::again(&self.contract, operation, reply, sent);
        }
        let values = Values { contract: &self.contract, seed: self.seed };
        let unknown = |input| Refusal::of_input(operation, &input, Fault::Unknown);
        call.address(store, InputPart::Path).map_err(unknown)?;
        check(call)?;
        call.address(store, InputPart::Body).map_err(unknown)?;
        check_unique(call, store)?;
        states::check_repeated(call, store)?;
        states::check(call, store)?;
        let moves = moves(call, store)?;
        calculations::check(call, store)?;
        let page = operation.lists.as_ref().map(|ty| page(call, store, ty, query)).transpose()?;
        let done = apply(call, store, values, moves);
        if !operation.method.is_safe() {
            states::remember(call, store, done.created);
        }
        let answer = success::answer(call, store, values, &done, page);
        if let Some(key) = key {
            let reply = Reply { sent: sent.clone(), answer: answer.clone() };
            store.replies.insert(key, reply);
        }
        Ok(answer)
    }
}

/// The body as an object, or null where the operation has none.
fn read_body(operation: &Operation, body: &[u8]) -> Result<Json, Reason> {
    if operation.body.is_empty() || body.is_empty() {
        return Ok(Json::Null);
    }
    let object = Json::parse(body).filter(|body| matches!(body, Json::Map(_)));
    object.ok_or(Reason::NoJson)
}

fn respond(contract: &Contract, answer: Answer, request: &Request<Vec<u8>>) -> Response<String> {
    let body = answer.body.map(|body| body.to_string());
    let mut response = Response::new(body.clone().unwrap_or_default());
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let headers = response.headers_mut();
    for (name, value) in &answer.headers {
        let name = HeaderName::from_bytes(name.as_bytes());
        let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) else { continue };
        // What frames the message is not for a contract to say.
        if ![CONTENT_LENGTH, TRANSFER_ENCODING].contains(&name) {
            headers.insert(name, value);
        }
    }
    if body.is_some() {
        let of_errors = contract.service.error_body.content_type.as_ref();
        let of_errors = of_errors.filter(|_| answer.status >= 400);
        let media_type = of_errors.map_or("application/json", |fact| fact.value.as_str());
        headers.extend(HeaderValue::from_str(media_type).map(|value| (CONTENT_TYPE, value)));
    }
    if let Some(query) = answer.next {
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let start = host.map(|host| format!("http://{host}")).unwrap_or_default();
        let link = format!("<{start}{}?{query}>; rel=\"next\"", request.uri().path());
        if let Ok(link) = HeaderValue::from_str(&link) {
            headers.insert(LINK, link);
        }
    }
    response
}
