"""Tells PostgreSQL who asks, and starts the embedded server when it does not answer."""

from pathlib import Path

from django.db.backends.postgresql import base
from django.db.utils import OperationalError
from psycopg import OperationalError as Refused
from psycopg.pq import TransactionStatus

from config import embedded
from config.identity import Identity, current

TELL = (
    "SELECT set_config('entente.user_id', %s, false), set_config('entente.request_id', %s, false)"
)


class DatabaseWrapper(base.DatabaseWrapper):
    """`told` is what this connection was last told; None: say it again. `planned` are its statements."""

    told: Identity | None = None
    planned: frozenset[str] = frozenset()

    def get_new_connection(self, conn_params):
        """Only a refused connection starts the server, so `check` and the like start nothing."""
        folder = self.settings_dict.get("EMBEDDED")
        try:
            return super().get_new_connection(conn_params)
        except Refused:
            if not folder:
                raise
        try:
            embedded.start(Path(folder))
        except embedded.Unstartable as fault:
            raise OperationalError(str(fault)) from fault
        return super().get_new_connection(conn_params)

    def connect(self):
        self.told, self.planned = None, frozenset()
        super().connect()

    def set_autocommit(self, autocommit, *args, **kwargs):
        if not autocommit:  # before BEGIN: a rollback must not bring back the user before
            self.reach()
            self.tell()
        return super().set_autocommit(autocommit, *args, **kwargs)

    def _rollback(self):
        super()._rollback()
        self.told = None

    def _savepoint_rollback(self, sid):
        super()._savepoint_rollback(sid)
        self.told = None

    def _cursor(self, name=None):
        self.reach()
        self.tell()
        return super()._cursor(name)

    def reach(self):
        """A connection that died since the last request is made anew before anything is told."""
        self.close_if_health_check_failed()
        self.ensure_connection()

    def tell(self):
        who = current.get()
        failed = self.connection.info.transaction_status == TransactionStatus.INERROR
        if who == self.told or failed:
            return
        with self.wrap_database_errors, self.connection.cursor() as cursor:
            cursor.execute(TELL, who)
        self.told = who

    def prepare(self, name: str, statement: str):
        """Plans a statement, once as long as the connection lasts: a rollback does not undo it."""
        if name in self.planned:
            return
        with self.wrap_database_errors, self.connection.cursor() as cursor:
            cursor.execute(f"PREPARE {name} {statement}")
        self.planned |= {name}
