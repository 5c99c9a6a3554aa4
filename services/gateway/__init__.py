"""REST in, gRPC out: the web face of the match server. Knows no rules."""
