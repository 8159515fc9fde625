//! The `mcpconv` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcpconv::run(std::env::args_os())
}
