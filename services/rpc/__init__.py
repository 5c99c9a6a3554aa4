"""What the gRPC services have in common. This package knows neither rules nor what is served."""
