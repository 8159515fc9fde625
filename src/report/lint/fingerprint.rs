//! Names for findings that stay when lines move: the rule, the file and the place in the document, never a value.

use std::collections::HashMap;

use super::Report;

/// A fingerprint for each finding, all different. Findings with the same rule, file and pointer are told apart by their
/// order; those that are ignored count too, so that ignoring one does not rename another.
pub(super) fn fingerprints(report: &Report<'_>) -> Vec<u64> {
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let each = report.findings.iter().map(|finding| {
        let parts = [finding.rule.id, report.path(finding), &finding.pointer];
        let count = seen.entry(fingerprint(&parts, 0)).or_default();
        *count += 1;
        fingerprint(&parts, *count - 1)
    });
    each.collect()
}

/// FNV-1a over 64 bits of the parts, each with a zero behind it, and of the number of equals before this one, if any.
/// People's baselines hold these values: they must never change.
pub(super) fn fingerprint(parts: &[&str], before: u32) -> u64 {
    let number = before.to_le_bytes();
    let bytes = parts
        .iter()
        .flat_map(|part| part.bytes().chain([0]))
        .chain(number.into_iter().filter(|_| before > 0));
    fnv(bytes)
}

fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fnv("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv("a".bytes()), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv("foobar".bytes()), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn fingerprints_stay_as_they_are() {
        let parts = ["missing-type", ".mcp.json", "/mcpServers/docs/url"];
        assert_eq!(
            format!("{:016x}", fingerprint(&parts, 0)),
            "ba6b180d7f37fc89"
        );
        assert_eq!(
            format!("{:016x}", fingerprint(&parts, 1)),
            "6c15f2bf2451e908"
        );
        assert_ne!(fingerprint(&["ab", "c"], 0), fingerprint(&["a", "bc"], 0));
    }
}
