"""A fingerprint of all that the matrix of a negotiation is made from, as this reader may read it: 1 query.

Knows the tables. It asks through the wall, so that a row which is hidden from the reader, and any
change of it, leaves the fingerprint as it is; a row that rises out of sight, or comes into it, does not.

Latest entries would be cheaper, but wrong: a rise leaves nothing behind that its former readers may
read, and a row may be committed after one with a higher number. So the rows are counted and added
up; each table is read once, with no look-up a cell. That takes 0.2 ms for a thousand positions, so
it stops at MOST: a longer history has no fingerprint, and its page is made anew each time.
"""

from config.db.prepared import Prepared
from grants.models import Jurisdiction
from negotiations.models import (
    Agreement,
    Approval,
    Condition,
    Contest,
    Event,
    FrontMember,
    Negotiation,
    Offer,
    OfferAddressee,
    OfferTerm,
    Position,
    Signature,
    SignatureBlock,
    Term,
    TrackStep,
)

# A row that may be edited shows each edit by its transaction and place; the others change their level only.
EDITED = (Term, Event, Offer, OfferTerm, OfferAddressee, TrackStep, Contest, FrontMember, Agreement,
          SignatureBlock, Signature)
ADDED = (Position, Condition, Approval)

WRITTEN = ("(SELECT md5(string_agg(concat_ws(':', {key}, xmin, ctid), ',' ORDER BY {key})) FROM {table}"
           " WHERE {which})")
OF_IT = "negotiation_id = %(negotiation)s"
MOST = 10_000
SUMMED = ("(SELECT CASE WHEN count(*) <= %(most)s THEN"
          " concat_ws(':', count(*), sum(id), sum(id * sensitivity), sum(id * (id %% 8191))) END"
          " FROM (SELECT id, sensitivity FROM {table} WHERE negotiation_id = %(negotiation)s"
          " LIMIT %(most)s + 1) read)")

FINGERPRINT = "SELECT " + ",\n".join([
    WRITTEN.format(table=Negotiation._meta.db_table, key="id", which="id = %(negotiation)s"),
    WRITTEN.format(table=Jurisdiction._meta.db_table, key="code", which="true"),
    *(WRITTEN.format(table=model._meta.db_table, key="id", which=OF_IT) for model in EDITED),
    *(SUMMED.format(table=model._meta.db_table) for model in ADDED)])

STATEMENT = Prepared("matrix_fingerprint", {"negotiation": "bigint", "most": "int"},
                     lambda _given: FINGERPRINT)


def fingerprint(negotiation: Negotiation) -> tuple[str, ...] | None:
    """Equal as long as nothing has changed that the reader may read of the matrix: 1 query.

    None when the history is too long to be added up for each page.
    """
    found = STATEMENT.rows(negotiation=negotiation.pk, most=MOST)[0]
    return None if None in found[-len(ADDED):] else found
