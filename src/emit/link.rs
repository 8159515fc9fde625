//! The link of a host that installs a server.

use super::{EmittedServer, Unsayable, json};
use crate::host::{Carries, Host};

/// The first kind of link that the host has, for `server`.
pub(super) fn write(host: &'static Host, server: &EmittedServer) -> Result<String, Unsayable> {
    let Some(link) = host.links.first() else {
        return Err(Unsayable {
            server: server.name.clone(),
            field: None,
        });
    };
    let prefix = link.prefixes[0];
    let name = encoded(&server.name);
    Ok(match link.carries {
        Carries::NamedJson => {
            format!("{prefix}{}", encoded(&json(server.named())))
        }
        Carries::Config => {
            format!(
                "{prefix}name={name}&config={}",
                encoded(&json(server.fields.clone().into()))
            )
        }
        Carries::Base64 => {
            let config = base64(json(server.fields.clone().into()).as_bytes());
            format!("{prefix}name={name}&config={}", encoded(&config))
        }
    })
}

/// Text for a query.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let held = chunk
            .iter()
            .fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = held << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = crate::paste::BASE64[(bits >> (18 - 6 * at) & 63) as usize];
            let is_padding = at > chunk.len();
            out.push(if is_padding { '=' } else { char::from(digit) });
        }
    }
    out
}
