"""Our thin database backend: Django's for PostgreSQL, and it says who asks."""
