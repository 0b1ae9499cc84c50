"""Two papers to review, and how the tests correct them by SQL."""

from tests.store.building import add, claim, paper, reading, save

P, Q = paper(), paper("Quenchette is 30-45% cheaper; it halves memory.")


def fill(store):
    add(store, P, Q)
    save(store, [(P, reading(claim(5.0), claim(2.0, "memory"))), (Q, reading(method="Quenchette"))])
    return store


def update(store, text, claim_id=1):
    store.db.execute(f"UPDATE extracted_claims SET {text} WHERE claim_id = {claim_id}")


def labels(store):
    return store.db.execute("SELECT target, key, verdict, reviewer FROM labels").fetchall()
