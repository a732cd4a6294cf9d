"""manage.py verify_history [--anchor FILE]: was the history changed behind the site's back?"""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from negotiations import chain


class Command(BaseCommand):
    help = "Recomputes the chain over history; exits 1 and says what does not agree."

    def add_arguments(self, parser):
        parser.add_argument(
            "--anchor", type=Path, metavar="FILE",
            help="compare with the links noted in FILE, then note the last one; keep it elsewhere")

    def handle(self, *args, anchor: Path | None = None, **options):
        try:
            noted = chain.read_anchor(anchor) if anchor else []
        except chain.Unreadable as fault:
            raise CommandError(str(fault)) from fault
        found = [*chain.faults(), *chain.faults_against(noted)]
        if found:
            raise CommandError("History does not agree:\n" + "\n".join(f"  {line}" for line in found))
        head = chain.link()
        if anchor and head and head != (noted[-1] if noted else None):
            chain.note(anchor, head)
        self.stdout.write(f"History agrees; last link {head or 'none'}; {len(noted)} compared.")
