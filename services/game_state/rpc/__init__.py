"""The gRPC calls, turned into cases and back."""
