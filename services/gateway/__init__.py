"""The web interface of the match server: REST in, gRPC out. It knows no rules."""
