//! The `mcpconv` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcpconv::cli::run(std::env::args_os())
}
