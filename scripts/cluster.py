"""Starts a Dask scheduler with workers on this machine, for `companion ... --cluster ADDRESS`: `make cluster`."""

from __future__ import annotations

import argparse
import signal
import sys

ONE_THREAD = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""Variables that keep a worker to one core, as Dask has them."""


def main() -> int:
    """Serve until Ctrl+C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8786, help="where the scheduler listens on this machine (8786)")
    parser.add_argument("--workers", type=int, default=2, help="how many (2)")
    arguments = parser.parse_args()
    import dask
    from distributed import LocalCluster

    dask.config.set(
        {
            # A job that kills its worker comes back at once: who has handed it out tries it once more, alone.
            "distributed.scheduler.allowed-failures": 0,
            # Each picture's memory would go back to the system and be fetched again, a tenth of a worker's time.
            "distributed.nanny.pre-spawn-environ": dict.fromkeys(ONE_THREAD, 1),
            # What watches a cluster takes a tenth of a core where nobody looks at it, and the workers need all of them.
            "distributed.worker.profile.enabled": False,
            "distributed.admin.tick.interval": "500ms",
            "distributed.worker.memory.monitor-interval": "1s",
            "distributed.admin.system-monitor.interval": "5s",
        }
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with LocalCluster(
            n_workers=arguments.workers,
            threads_per_worker=1,
            scheduler_port=arguments.port,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster:
            print(cluster.scheduler_address, flush=True)
            signal.pause()
    except KeyboardInterrupt:
        pass
    except OSError as error:
        print(f"cluster: port {arguments.port}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
