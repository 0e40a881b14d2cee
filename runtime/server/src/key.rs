//! The check of the caller's key, which precedes everything else.

use contract_runtime::{Api, OperationInfo};
use http::request::Parts;

use crate::Fault;

/// Identifies the caller of a request. `A` is the `Api` of the generated models.
pub trait KeyCheck<A: Api>: Send + Sync + 'static {
    /// What is known of a caller; each handler receives it. It may carry whatever handlers need of the request beside its
    /// inputs, such as an id set by a layer.
    type Caller: Clone + Send + Sync + 'static;

    /// Checks the key of a request; `None` if the request carries none.
    ///
    /// `request` holds the head of the request: headers, and extensions such as the address of the peer.
    /// The check decides whether a key must be sent: `operation.key_required` is what the document says.
    fn check(
        &self,
        key: Option<&str>,
        request: &Parts,
        operation: &'static OperationInfo,
    ) -> impl Future<Output = Result<Self::Caller, Fault<A::KeyError>>> + Send;
}

/// Accepts every request, for services without a key.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKeyCheck;

impl<A: Api> KeyCheck<A> for NoKeyCheck {
    type Caller = ();

    async fn check(
        &self,
        _key: Option<&str>,
        _request: &Parts,
        _operation: &'static OperationInfo,
    ) -> Result<(), Fault<A::KeyError>> {
        Ok(())
    }
}
