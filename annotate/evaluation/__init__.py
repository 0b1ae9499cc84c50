"""Score readings against labelled abstracts and say how far labellers agree."""
