"""The gRPC contract; `make protos` makes the modules beside the .proto files."""
