"""The only writer of matches: validates, applies, appends. Stateless between calls; any number of replicas."""
