"""Runs lists of independent jobs in processes or on a Dask cluster: in order, and on from where they stopped."""

from companion.batch.cluster import open_cluster
from companion.batch.errors import BatchError, JobError
from companion.batch.identity import program_identity
from companion.batch.kept_results import KeptResults, file_key
from companion.batch.processes import cores, open_processes
from companion.batch.runner import Job, Outcome, Source, Workers, run_jobs

__all__ = [
    "BatchError",
    "Job",
    "JobError",
    "KeptResults",
    "Outcome",
    "Source",
    "Workers",
    "cores",
    "file_key",
    "open_cluster",
    "open_processes",
    "program_identity",
    "run_jobs",
]
