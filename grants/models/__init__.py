"""The reference data: governments, indicator releases, programmes."""

from grants.models.jurisdiction import Jurisdiction
from grants.models.programme import Programme, ProgrammeVersion
from grants.models.release import IndicatorRelease, IndicatorValue

__all__ = ["IndicatorRelease", "IndicatorValue", "Jurisdiction", "Programme", "ProgrammeVersion"]
