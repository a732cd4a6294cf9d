"""How far an agreement is signed on a day: its blocks, and who signed which. Knows the agreement's models."""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from negotiations.models import Agreement, Signature, SignatureBlock
from negotiations.scales import moves, words


@dataclass(frozen=True, slots=True)
class Signing:
    """The blocks of an agreement in their order, each with its signature or None."""

    blocks: tuple[tuple[SignatureBlock, Signature | None], ...]

    @property
    def required(self) -> int:
        return len(self.blocks)

    @property
    def signed(self) -> int:
        return sum(signature is not None for _block, signature in self.blocks)

    @property
    def second_missing(self) -> tuple[str, ...]:
        """The governments for which two ministers sign, and that have one block so far."""
        blocks = Counter(block.government for block, _signature in self.blocks)
        return tuple(government.name for government, count in blocks.items()
                     if government.code in moves.TWO_MINISTERS and count == 1)

    @property
    def complete(self) -> bool:
        return self.signed == self.required and not self.second_missing

    @property
    def state(self) -> str:
        """`J9` signed in part, `J10` signed by all, or empty: nobody has signed."""
        if not self.signed:
            return ""
        return "J10" if self.complete else "J9"

    def satisfies(self, demand: str) -> bool:
        """Whether `some` or `all` of the blocks are signed; an agreement without blocks never is."""
        return self.signed >= 1 and (demand != "all" or self.complete)

    def second_words(self) -> str:
        """Two ministers sign for Quebec: add the block of the second one. Empty where none is missing."""
        return "" if not self.second_missing else _(
            "Two ministers sign for %(governments)s, one of them responsible for intergovernmental relations:"
            " add the block of the second one.") % {"governments": ", ".join(self.second_missing)}

    def counts(self) -> str:
        """Government by government: `1 of 2 signatures (Quebec), 0 of 1 signature (Canada)`."""
        found: dict[str, list[bool]] = {}
        for block, signature in sorted(self.blocks, key=lambda pair: pair[0].government.code == "CA"):
            found.setdefault(block.government.name, []).append(signature is not None)
        return ", ".join(
            ngettext("%(signed)s of %(required)s signature (%(government)s)",
                     "%(signed)s of %(required)s signatures (%(government)s)", len(one))
            % {"signed": sum(one), "required": len(one), "government": name}
            for name, one in found.items())

    def summary(self) -> str:
        """`Signed in part: 1 of 2 signatures (Quebec)`: what is said after a signature is recorded."""
        word = words.capital(words.state(self.state)) if self.state else _("Not signed")
        told = _("%(state)s: %(counts)s") % {"state": word, "counts": self.counts()}
        second = self.second_words() if self.signed == self.required else ""
        return f"{told}. {second.removesuffix('.')}" if second else told


def signing(agreement: Agreement, day: datetime.date | None = None, level: int = 4) -> Signing:
    """As it stood at the end of *day* (None: as it stands), among rows up to *level*: 2 queries."""
    blocks = (SignatureBlock.objects.filter(agreement=agreement, sensitivity__lte=level)
              .select_related("government").order_by("order", "id"))
    signatures = Signature.objects.unsuperseded().filter(block__agreement=agreement, sensitivity__lte=level)
    if day is not None:
        signatures = signatures.filter(effective_on__lte=day)
    return of_blocks(blocks, signatures.in_order())


def of_blocks(blocks: Iterable[SignatureBlock], signatures: Iterable[Signature]) -> Signing:
    """Each block with its first signature."""
    by_block: dict[int, Signature] = {}
    for signature in signatures:
        by_block.setdefault(signature.block_id, signature)
    return Signing(tuple((block, by_block.get(block.pk)) for block in blocks))
