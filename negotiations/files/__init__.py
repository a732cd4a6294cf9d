"""Files attached to sources: what may come in, where they are kept, how they go out."""
