"""What the tables of the record hold, as one number each: to see that nothing changed."""

from tests.conftest import behind_the_wall
from tests.negotiations.rows import sql

# Sessions and the counting of wrong passwords may change when somebody only reads.
MAY_CHANGE = ("django_session", "axes_")


def table_sums() -> dict[str, str]:
    """Table -> a digest of all its rows, read by the owner."""
    with behind_the_wall():
        names = [name for (name,) in sql("SELECT relname FROM pg_class WHERE relkind = 'r' "
                                         "AND relnamespace = 'public'::regnamespace")
                 if not name.startswith(MAY_CHANGE)]  # fmt: skip
        return {name: sql(f'SELECT md5(string_agg(t::text, chr(10) ORDER BY t::text)) FROM "{name}" t')[0][0]
                for name in names}
