"""Secrets made once and kept in files that only their owner reads. Standard library only."""

import contextlib
import os
import secrets
from pathlib import Path


def kept_secret(path: Path, length: int = 50) -> str:
    """The secret in *path*, of *length* random bytes, made at the first call."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(length))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # whole or not at all; the first of two starts wins
        draft.unlink()
    return path.read_text().strip()
