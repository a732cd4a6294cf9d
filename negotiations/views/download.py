"""Download everything: the record folder of a negotiation, up to the reader's clearance, as a ZIP."""

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import events
from negotiations.exchange.dumping import Dump, dump
from negotiations.exchange.levels import WORDS
from negotiations.exchange.packing import packed
from negotiations.views.reading import LEVELS, Reading, read


@require_safe
def download(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """All that the reader may read, as it is known now. The log of events names it as a file."""
    reading = read(request, slug)
    made = dump(slug)
    events.strategy_read(reading.negotiation.pk, "record folder", made.level)
    now = timezone.localtime()
    word = WORDS[reading.clearance].replace("_", "-")
    text = readme(reading, made, str(request.user), now)
    answer = StreamingHttpResponse(packed(made, slug, text, now), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-{now:%Y-%m-%d}-{word}.zip"'
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def readme(reading: Reading, made: Dump, who: str, now) -> str:
    """Who took it, when, with which clearance, and how it is handled; then what is in it."""
    level = str(LEVELS[made.level].word)
    moment = f"{date_format(now, 'Y-m-d H:i')} {now:%Z}"
    lines = [
        level.upper(),
        "",
        reading.negotiation.title,
        str(reading.negotiation.invented_mark),
        _("The most sensitive row inside is: %(level)s.") % {"level": level},
        _("Taken by %(person)s on %(moment)s, with the clearance %(clearance)s.") % {
            "person": who, "moment": moment, "clearance": LEVELS[reading.clearance].word},
        _("As known at that moment. Rows above this clearance are not inside."),
        _("It has left the site: whoever keeps it answers for who reads it."),
        "",
        _("The folder %(folder)s holds the record; manage.py load_record reads it.") % {
            "folder": reading.negotiation.slug},
        *(_("Left out, because its file is gone: %(name)s.") % {"name": name} for name in made.missing),
    ]
    return "\r\n".join(lines) + "\r\n"
