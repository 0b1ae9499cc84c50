"""The database: tables and views, what is stored in them, and how they are asked."""

from annotate.store.database import Store
from annotate.store.filters import Filters
from annotate.store.labels import Label
from annotate.store.results import RunInfo, Saved
from annotate.store.text import claim_key, storable
from annotate.store.work import Work

__all__ = ["Filters", "Label", "RunInfo", "Saved", "Store", "Work", "claim_key", "storable"]
