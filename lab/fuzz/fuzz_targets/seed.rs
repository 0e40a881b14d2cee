//! Reads a seed file of the reference. A refusal has a message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referral_reference::seed::read;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = read(&String::from_utf8_lossy(bytes)) {
        assert!(!error.to_string().is_empty());
    }
});
