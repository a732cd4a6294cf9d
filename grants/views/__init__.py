"""The pages of programmes."""
