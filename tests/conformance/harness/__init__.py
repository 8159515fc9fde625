"""Puts what mcpconv writes to the real hosts."""
