"""Loads a negotiation from a folder of record files: all of it, or nothing."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand

from negotiations.exchange import counting
from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load


class Command(BaseCommand):
    help = "Loads a negotiation from a folder of record files. Every file is checked first."

    def add_arguments(self, parser):
        parser.add_argument("path", type=Path, metavar="PATH", help="the folder of the record")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be added, and store nothing"
        )

    def handle(self, *args, path, dry_run, **options):
        try:
            record = read_record(path)
            self.stdout.write("Rows in each file:")
            for name, rows in record.files:
                self.stdout.write(f"  {name:40}{rows:6}")
            for note in record.notes:
                self.stdout.write(f"{path / note.place.file}:{note.place.line}  {note.sentence}")
            loaded = load(record, dry_run)
        except Refused as refused:
            self.refuse(path, refused)
        for line in counting.lines(record, loaded):
            self.stdout.write(line)
        end = " if this were no dry run; nothing is stored" if dry_run else ""
        self.stdout.write(f"{path}: {counting.in_all(loaded)}{end}.")

    def refuse(self, path: Path, refused: Refused) -> None:
        """One line per fault, then the exit code 1."""
        for fault in refused.faults:
            self.stderr.write(f"{path / fault.place.file}:{fault.place.line}  {fault.sentence}")
        number = len(refused.faults)
        self.stderr.write(f"{path}: {number} fault{'s' * (number > 1)}; nothing is stored.")
        sys.exit(1)
