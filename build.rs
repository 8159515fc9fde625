//! How the program is linked.

use std::env;

/// Puts a release for Linux at a fixed address, so that its tables need no relocations: they would cost every start in
/// proportion to the number of hosts, and half a megabyte. `docs/decisions/builds.md` has the numbers.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("PROFILE", "release")
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
