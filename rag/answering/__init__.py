"""The answerers: what is composed from the papers found, by quoting or by a language model."""
