"""Writes a negotiation as a folder of record files, as far as a user may read it."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from config import identity
from negotiations.exchange.dumping import dump, write
from negotiations.models import Negotiation


class Command(BaseCommand):
    help = "Writes a negotiation into a new folder, up to the clearance of the user named by --as."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG", help="the address of the negotiation")
        parser.add_argument("path", type=Path, metavar="PATH", help="a folder that is not there yet")
        identity.add_argument(parser)

    def handle(self, *args, slug, path, username, **options):
        if path.exists():
            raise CommandError(f"{path} is there already; name a new folder.")
        with identity.acting_as_named(username):
            try:
                made = dump(slug)
            except Negotiation.DoesNotExist:
                who = username or "nobody (see --as)"
                raise CommandError(f"{who} reads no negotiation of the address {slug!r}.") from None
        write(made, path)
        for name in made.missing:
            self.stderr.write(f"Left out, because its file is gone: {name}.")
        self.stdout.write(f"{path}: {len(made.texts)} record files, {len(made.files)} attached files.")
