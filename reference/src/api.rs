//! What the build script generates from the contract and the answers of the overlay: the types of requests and
//! responses, and the traits of handlers with their routes.

#![expect(missing_docs, reason = "members that the document only shows have none")]

include!(concat!(env!("OUT_DIR"), "/api.rs"));
