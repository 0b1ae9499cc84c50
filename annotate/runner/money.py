"""What a plan's model costs."""

from annotate.models.prices import FREE, Price, parse_price, price_of
from annotate.runner.plan import Plan

__all__ = ["price_for"]


def price_for(plan: Plan) -> Price | None:
    """Return dollars for a million tokens: as told, nothing on one's own machine, as published.

    None when nobody knows it.
    """
    if plan.price is not None:
        return parse_price(plan.price)
    if plan.options is None or plan.options.model.endswith(".gguf"):
        return FREE
    return price_of(plan.options.model, plan.options.base_url)
