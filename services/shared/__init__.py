"""Code that all services share: Redis, settings, limits, errors, tokens, telemetry. No rules, web, gRPC or Celery."""
