"""What the services that are called over gRPC have in common: knows neither rules nor what is served."""
