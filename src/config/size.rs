//! Sizes as people write them.

/// A number of bytes. `K`, `M` and `G` count in thousands, `Ki`, `Mi` and `Gi` in 1024s; a `B` may follow.
///
/// Places in a text have 32 bits, so no input can be allowed to be larger than they reach.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim_start().to_ascii_lowercase();
    let factor: u64 = match unit.strip_suffix('b').unwrap_or(&unit) {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        "ki" => 1 << 10,
        "mi" => 1 << 20,
        "gi" => 1 << 30,
        _ => return Err("write a number of bytes such as 64MB or 1GiB".to_owned()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "write a number of bytes such as 64MB or 1GiB".to_owned())?;
    match number.checked_mul(factor) {
        Some(bytes) if bytes <= u64::from(u32::MAX) => Ok(bytes),
        _ => Err("inputs must be smaller than 4 GiB".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_take_units_and_end_below_4_gib() {
        for (text, bytes) in [
            ("0", 0),
            ("17", 17),
            ("64MB", 64_000_000),
            ("2k", 2_000),
            ("1 GiB", 1 << 30),
            ("3Mi", 3 << 20),
            ("4294967295", u64::from(u32::MAX)),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "MB",
            "-1",
            "1.5M",
            "1TB",
            "4GiB",
            "99999999999999999999",
            "9999999999999G",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
