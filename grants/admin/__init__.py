"""The reference data in the admin; mirrors the models, file by file."""

from grants.admin import jurisdiction, programme, release

__all__ = ["jurisdiction", "programme", "release"]
