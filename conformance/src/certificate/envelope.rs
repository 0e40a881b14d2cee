//! The envelope of a certificate: DSSE, <https://github.com/secure-systems-lab/dsse>.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::keys::{PublicKey, SigningKey};

/// The type of in-toto statements.
const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Envelope {
    pub payload_type: String,
    /// In base64.
    pub payload: String,
    pub signatures: Vec<Signature>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Signature {
    pub keyid: String,
    /// In base64.
    pub sig: String,
}

impl Envelope {
    /// Signs a statement.
    pub fn sign(payload: &[u8], key: &SigningKey) -> Self {
        let sig = STANDARD.encode(key.sign(&signed(payload)));
        Self {
            payload_type: PAYLOAD_TYPE.to_owned(),
            payload: STANDARD.encode(payload),
            signatures: vec![Signature { keyid: key.public().id(), sig }],
        }
    }

    /// Reads an envelope. The error says what is wrong with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        let envelope: Self = serde_json::from_str(text).map_err(|error| {
            if error.is_eof() {
                format!("is truncated: it ends in the middle of line {}", error.line())
            } else {
                format!("is no certificate: {error}")
            }
        })?;
        if envelope.payload_type != PAYLOAD_TYPE {
            let kind = &envelope.payload_type;
            return Err(format!(
                "has a payload of the unknown type `{kind}`, not `{PAYLOAD_TYPE}`"
            ));
        }
        Ok(envelope)
    }

    /// The statement as it was signed.
    pub fn statement(&self) -> Result<Vec<u8>, String> {
        STANDARD.decode(&self.payload).map_err(|_| "has a payload that is not base64".to_owned())
    }

    /// Checks that the statement was signed with the key.
    pub fn check(&self, payload: &[u8], key: &PublicKey) -> Result<(), String> {
        let message = signed(payload);
        let is_valid = |signature: &Signature| {
            STANDARD.decode(&signature.sig).is_ok_and(|sig| key.verifies(&message, &sig))
        };
        if self.signatures.iter().any(is_valid) {
            return Ok(());
        }
        let id = key.id();
        Err(if self.signatures.iter().any(|signature| signature.keyid == id) {
            "was changed after it was signed: the signature does not belong to its content"
                .to_owned()
        } else {
            let ids: Vec<_> = self.signatures.iter().map(|it| it.keyid.as_str()).collect();
            format!("was signed with another key ({}), not with {id}", ids.join(", "))
        })
    }
}

/// What is signed: the pre-authentication encoding of DSSE.
fn signed(payload: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {PAYLOAD_TYPE} {} ", PAYLOAD_TYPE.len(), payload.len());
    [head.as_bytes(), payload].concat()
}
