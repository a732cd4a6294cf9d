"""The runtime: settings, database, identity. Knows no model of ours."""

import zoneinfo

# The system's time zone tables and the pinned tzdata disagree on three western provinces.
# Python would read the system's first; this must happen before anything loads zoneinfo.
zoneinfo.reset_tzpath(to=[])
