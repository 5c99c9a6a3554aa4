"""The bridge: a program of the engine protocol, a class or a level plays on a server as an account."""
