"""Canadian formats in both languages: money, ratios, dates, days; pure functions, no Django.

Every function takes the value and a language code ("en" or "fr") and gives the text to print.
Money and ratios are rounded half up, for print only. Spaces inside a figure never break.
"""

from datetime import date
from decimal import Decimal
from fractions import Fraction

NBSP = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
Number = Decimal | Fraction | int

_LOCALES = {"en": "en_CA", "fr": "fr_CA"}
_SCALES = (("B", " G$", 10**9), ("M", " M$", 10**6))


def number(value: Number, language: str, places: int = 0) -> str:
    """*value* with *places* decimals: 1,234.5 or 1 234,5."""
    whole, _, decimals = f"{abs(rounded(value, places)):,f}".partition(".")
    if language == "fr":
        text = whole.replace(",", NBSP) + ("," + decimals if decimals else "")
    else:
        text = whole + ("." + decimals if decimals else "")
    return (MINUS if rounded(value, places) < 0 else "") + text


def rounded(value: Number, places: int) -> Decimal:
    """*value* to *places* decimals, half up, exactly (a Fraction is never made a float)."""
    shifted = Fraction(value) * 10**places
    units = (abs(shifted) + Fraction(1, 2)).__floor__()
    return Decimal(units if shifted >= 0 else -units).scaleb(-places)


def money(amount: Number, language: str) -> str:
    """Dollars and cents in full: $300,000,000.00 or 300 000 000,00 $."""
    return _with_dollar(number(amount, language, 2), language)


def money_whole(amount: Number, language: str) -> str:
    """Dollars without cents, for amounts that have none: $5,000 or 5 000 $."""
    return _with_dollar(number(amount, language), language)


def money_short(amount: Number, language: str, places: int | None = None) -> str:
    """Dollars in millions or billions: $300M or 300 M$; $2.45B or 2,45 G$.

    Without *places*, as many decimals (at most three) as the amount needs. Under one million it
    is printed in whole dollars.
    """
    for english, french, size in _SCALES:
        if abs(Fraction(amount)) >= size:
            return _scaled(Fraction(amount) / size, language, places, english, french)
    return money_whole(amount, language)


def ratio(value: Number, language: str, places: int | None = None) -> str:
    """A share of one as a percentage: 33.3% or 33,3 %; 15% where no decimal is needed."""
    percent = Fraction(value) * 100
    figure = number(percent, language, _places(percent, places, most=1))
    return f"{figure}{NBSP}%" if language == "fr" else f"{figure}%"


def days(count: int, language: str) -> str:
    """A number of days: 1 day, 143 days; 1 jour, 143 jours (French: 0 is singular)."""
    singular = abs(count) < 2 if language == "fr" else abs(count) == 1
    word = ("jour" if singular else "jours") if language == "fr" else "day" if singular else "days"
    return f"{number(count, language)}{NBSP}{word}"


def date_iso(day: date) -> str:
    """The day as tables print it: 2013-11-08."""
    return day.isoformat()


def date_long(day: date, language: str) -> str:
    """The day in a sentence: 8 November 2013 or 8 novembre 2013 (1er in French)."""
    return f"{_day_number(day, language)}{NBSP}{_month(day, language)} {day.year}"


def date_with_weekday(day: date, language: str) -> str:
    """The day with its name: Friday 8 November 2013 or vendredi 8 novembre 2013."""
    return f"{_babel(day, 'EEEE', language)} {date_long(day, language)}"


def month_long(day: date, language: str) -> str:
    """The month of *day*: July 2013 or juillet 2013."""
    return f"{_month(day, language)} {day.year}"


def dated(day: date, language: str, precision: str = "day", start: date | None = None) -> str:
    """A date as precisely as it is known; a range runs from *start* to *day*.

    The codes are those of the precision scale: day, month, range, about.
    """
    if precision == "month":
        return month_long(day, language)
    if precision == "about":
        return f"{_about(language)} {date_long(day, language)}"
    if precision == "range" and start is not None and start != day:
        return date_range(start, day, language)
    return date_long(day, language)


def dated_iso(day: date, language: str, precision: str = "day", start: date | None = None) -> str:
    """The same for tables: 2013-11-08, 2013-07, about 2014-01-15, 2013-07-24 to 2013-07-26."""
    if precision == "month":
        return f"{day:%Y-%m}"
    if precision == "about":
        return f"{_about(language)}{NBSP}{day.isoformat()}"
    if precision == "range" and start is not None and start != day:
        link = "au" if language == "fr" else "to"
        return f"{start.isoformat()} {link} {day.isoformat()}"
    return day.isoformat()


def date_range(start: date, end: date, language: str) -> str:
    """From *start* to *end*, saying the month and the year once where they are shared."""
    if language == "fr":
        return f"du {_range_start(start, end, language)} au {date_long(end, language)}"
    return f"{_range_start(start, end, language)} to {date_long(end, language)}"


def until(day: date, seen_from: date) -> int:
    """Days from *seen_from* to *day*; negative once it has passed."""
    return (day - seen_from).days


def _scaled(value: Fraction, language: str, places: int | None, english: str, french: str) -> str:
    figure = number(value, language, _places(value, places, most=3))
    if language == "fr":
        return figure + french.replace(" ", NBSP)
    return _with_dollar(figure, language) + english


def _with_dollar(figure: str, language: str) -> str:
    if language == "fr":
        return f"{figure}{NBSP}$"
    return f"{MINUS}${figure[1:]}" if figure.startswith(MINUS) else f"${figure}"


def _places(value: Fraction, asked: int | None, most: int) -> int:
    """The decimals *asked* for, or the fewest (at most *most*) that print the rounded value."""
    if asked is not None:
        return asked
    text = format(rounded(value, most), "f").rstrip("0").partition(".")[2]
    return len(text) if text else 0


def _range_start(start: date, end: date, language: str) -> str:
    if start.year != end.year:
        return date_long(start, language)
    if start.month != end.month:
        return f"{_day_number(start, language)}{NBSP}{_month(start, language)}"
    return _day_number(start, language)


def _about(language: str) -> str:
    return f"vers{NBSP}le" if language == "fr" else "about"


def _day_number(day: date, language: str) -> str:
    return "1er" if language == "fr" and day.day == 1 else str(day.day)


def _month(day: date, language: str) -> str:
    return _babel(day, "MMMM", language)


def _babel(day: date, pattern: str, language: str) -> str:
    from babel.dates import format_date

    return format_date(day, pattern, locale=_LOCALES[language])
