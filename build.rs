//! How the program is linked.

use std::path::Path;
use std::{env, fs};

/// Leaves out the tables for unwinding: a program that aborts on a panic and has no symbols needs none.
const WITHOUT_UNWINDING: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame) *(.eh_frame.*) \
     *(.gcc_except_table) *(.gcc_except_table.*) } } INSERT AFTER .text;\n";

/// Puts a release for Linux at a fixed address, so that its tables need no relocations: they would cost every start in
/// proportion to the number of hosts, and half a megabyte. `docs/decisions/builds.md` has the numbers.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("PROFILE", "release")
    {
        let folder = env::var("OUT_DIR").expect("cargo names it");
        let script = Path::new(&folder).join("without-unwinding.ld");
        fs::write(&script, WITHOUT_UNWINDING).expect("a folder of our own");
        println!("cargo::rustc-link-arg-bins=-no-pie");
        println!("cargo::rustc-link-arg-bins=-Wl,--no-eh-frame-hdr");
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
}
