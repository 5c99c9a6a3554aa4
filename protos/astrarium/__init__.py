"""Namespace of the contract."""
