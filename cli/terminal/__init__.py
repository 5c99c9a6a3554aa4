"""The terminal: the table drawn, the choices in words, what happens as sentences, and a seat at a table."""
