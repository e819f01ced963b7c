# cython: freethreading_compatible=True
"""Arrays at the edge to Python: taken as they are or refused, and threads that share their rows."""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals

from queshen.counts cimport small_int

import threading

import numpy as np

from queshen.errors import BatchError


cdef void* pointer(object array, Py_ssize_t size) except NULL:
    """Where a contiguous array of so many bytes lies; the caller keeps the array."""
    cdef Py_buffer view
    cdef void* found
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    found = view.buf
    fits = view.len == size
    PyBuffer_Release(&view)
    if not fits:
        raise BatchError(f"an array has {view.len} bytes, expected {size}")
    return found if found != NULL else <void*>1  # an array without rows may lie nowhere


cdef object plain_array(object value, str what):
    """Anything that numpy takes for an array, as one of its plain arrays; nothing of it may be masked."""
    if isinstance(value, np.ma.MaskedArray):
        raise BatchError(f"{what} is a masked array, expected one of which nothing is masked")
    try:
        return np.asarray(value)
    except ValueError as error:
        raise BatchError(f"{what} is no array: {error}") from None


cdef object target(object array, object dtype, tuple shape, str what, tuple inputs):
    """The caller's buffer, checked, or a new one."""
    if array is None:
        return np.empty(shape, dtype)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} is {type(array).__name__}, expected a numpy array")
    plain = plain_array(array, what)
    if plain.dtype != dtype or plain.shape != shape:
        raise BatchError(
            f"{what} has dtype {plain.dtype} and shape {plain.shape}, expected {np.dtype(dtype)} and {shape}"
        )
    if not (plain.flags.c_contiguous and plain.flags.writeable and plain.flags.aligned):
        raise BatchError(f"{what} is not contiguous, aligned and writable, expected it to be")
    if any(other is not None and np.may_share_memory(plain, other) for other in inputs):
        raise BatchError(f"{what} overlaps another argument, expected memory of its own")
    return array


@cython.auto_pickle(False)
cdef class RowWork:
    """Rows to be answered, kept while threads work on them. A subclass says how, and what a bad row is."""

    cdef Py_ssize_t answer(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        """Answer rows `start` to `stop`; returns the first bad row, or `stop`."""
        return stop

    cdef str complaint(self, Py_ssize_t row):
        """What is wrong with a row."""
        return f"row {row}"

    cdef int run(self, object threads) except -1:
        """Answer all rows, in slices where there are several threads."""
        cdef int number = small_int(threads, "threads", 1, 1024)
        if number == 1 or self.count <= self.chunk:
            bad = self.work(0, self.count, None)
        else:
            bad = self.spread(number)
        if bad < self.count:
            raise BatchError(self.complaint(bad), bad)
        return 0

    cdef Py_ssize_t spread(self, int threads) except -1:
        """Share the rows among threads; what interrupts the waiting, or fails one of them, stops them all."""
        ends = [self.count * (i + 1) // threads for i in range(threads)]
        reached = [None] * threads
        failed = []
        stop = threading.Event()

        def work(slot):
            try:
                end = self.work(ends[slot - 1] if slot else 0, ends[slot], stop)
                reached[slot] = end if end < ends[slot] else self.count
            except BaseException as error:
                failed.append(error)
                stop.set()

        workers = [threading.Thread(target=work, args=(slot,), daemon=True) for slot in range(threads)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        except BaseException:
            stop.set()
            for worker in workers:
                if worker.ident is not None:  # one that is only starting sees the flag before it writes
                    worker.join()
            raise
        if failed:
            raise failed[0]
        if None in reached:
            raise RuntimeError("a thread ended before its rows were answered")
        return min(reached)

    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop, stopped) except -1:
        """Answer a slice of the rows; returns the first bad one, or `stop`."""
        cdef Py_ssize_t end, reached
        while start < stop and not (stopped is not None and stopped.is_set()):
            end = min(stop, start + self.chunk)
            with nogil:
                reached = self.answer(start, end)
            if reached < end:
                return reached
            start = end
            PyErr_CheckSignals()
        return stop
