"""How many rows of a table the database has handed over: what a page reads, without a clock."""

from django.db import connection


def rows_read(table: str) -> int:
    """Since the transaction began, by whatever way."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables "
                       "WHERE relname = %s", [table])
        return cursor.fetchone()[0]
