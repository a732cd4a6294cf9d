"""Pages of a list without counting the whole table; knows no model."""

from django.core.paginator import Paginator
from django.utils.functional import cached_property

MOST = 2000


class BoundedPaginator(Paginator):
    """Counts up to MOST rows and says when there are more: a count behind the wall is dear."""

    @cached_property
    def _counted(self) -> int:
        return self.object_list.order_by()[: MOST + 1].count()

    @property
    def count(self) -> int:
        return min(self._counted, MOST)

    @property
    def more(self) -> bool:
        return self._counted > MOST
