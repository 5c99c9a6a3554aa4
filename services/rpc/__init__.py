"""The common parts of the gRPC services. This package knows neither rules nor what is served."""
