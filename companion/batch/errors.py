"""What ends a batch, and what is said of one job that cannot be done."""


class BatchError(Exception):
    """The whole batch cannot go on. Its text is one line: what is wrong, and what to do."""


class JobError(Exception):
    """One job cannot be done, and the others go on. Its text is one line."""


class OtherVersionError(Exception):
    """A worker has another version or other networks than the program that hands out the jobs."""
