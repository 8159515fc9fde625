#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcpconv_fuzz::yaml(data));
