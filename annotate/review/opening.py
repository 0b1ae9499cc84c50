"""Which desk a review is held at."""

from annotate.errors import UsageError
from annotate.review.desk import Desk
from annotate.review.own_desk import OwnDesk
from annotate.review.sitting import Sitting
from annotate.store import Store
from annotate.store.own import own_tables
from annotate.store.reviewing import progress

__all__ = ["open_desk"]


def open_desk(
    store: Store, reviewer: str, reason: str | None = None, table: str | None = None
) -> Sitting:
    """Return the desk for the claims, or for a table of a schema of one's own.

    Without a wish it is the claims, unless there are none and there is another table. Raises
    UsageError for a table or queue that doesn't exist.
    """
    views = {view.prompt: view for view in own_tables(store.db.conn)}
    if table is None:
        only_own = views and not progress(store.db.conn)[1]
        table = next(iter(views)) if only_own else "claims"
    name = table.removeprefix("extracted_")
    if name == "claims":
        return Desk(store, reviewer, reason)
    if name not in views:
        known = ", ".join(("claims", *views))
        raise UsageError(f"{store.path} has no table {table!r} to review; it has {known}")
    return OwnDesk(store, views[name], reviewer, reason)
