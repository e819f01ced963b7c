"""Arrays at the edge to Python, and threads that share their rows."""


cdef void* pointer(object array, Py_ssize_t size) except NULL
cdef object plain_array(object value, str what)
cdef object target(object array, object dtype, tuple shape, str what, tuple inputs)


cdef class RowWork:
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t chunk

    cdef Py_ssize_t answer(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef str complaint(self, Py_ssize_t row)
    cdef int run(self, object threads) except -1
    cdef Py_ssize_t spread(self, int threads) except -1
    cdef Py_ssize_t work(self, Py_ssize_t start, Py_ssize_t stop, object stopped) except -1
