"""`manage.py load_reference`: governments, releases of indicators and programmes, from data/."""

import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from grants.reference import Refused, load_reference


class Command(BaseCommand):
    help = "Loads governments, releases of indicators and programmes; twice adds nothing."

    def add_arguments(self, parser):
        parser.add_argument(
            "folder", type=Path, nargs="?", default=Path(settings.BASE_DIR) / "data",
            help="where governments.yaml, releases/ and programmes/ are; data/ when left out",
        )  # fmt: skip

    def handle(self, *args, folder, **options):
        try:
            counts = load_reference(folder)
        except Refused as refused:
            for fault in refused.faults:
                self.stderr.write(fault)
            self.stderr.write(f"{folder}: nothing is stored.")
            sys.exit(1)
        for kind, held in counts.held.items():
            self.stdout.write(f"{kind:12}{held:6}{counts.added[kind]:8} added"
                              f"{counts.changed[kind]:8} changed")  # fmt: skip
