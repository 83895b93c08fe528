"""How many threads multiply matrices, in the whole process."""

from __future__ import annotations

import os

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
"""Where an operator says how many threads a library of matrix products has."""


def one_blas_thread() -> None:
    """One thread for products of matrices from here on, in the whole process, unless the environment says how many.

    A question's products are too small to share: beside other work a second thread is waited for up to 20 ms.
    """
    if any(os.environ.get(name) for name in THREADS):
        return
    from threadpoolctl import threadpool_limits

    threadpool_limits(1, user_api="blas")
