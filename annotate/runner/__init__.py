"""Many papers: their order, how many at once, and how a run goes on after it was cut off.

`annotate.runner.session.run` drives a `Plan`. The event loop of this process asks; a second
process, the scribe, checks the answers and is the only one to write the database.
"""
