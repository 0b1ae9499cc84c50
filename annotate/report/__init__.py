"""The table of claims as one HTML file that needs nothing else."""
