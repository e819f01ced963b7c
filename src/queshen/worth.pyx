# cython: freethreading_compatible=True, cdivision=True
"""The fans of one reading, told one by one."""

cdef int own_of(const rules_t* rules, const features_t* f, const worth_t* worth, int fan) noexcept nogil:
    """How often a hand has a fan, counted or not."""
    cdef int i, times = 0
    if not has(worth.earned, fan):
        return has(worth.fans, fan)  # the fan of a bare hand
    if not has(rules.once, fan):
        return repeats(&rules.fan[fan], f, 0)
    for i in range(f.link_count):
        times += rules.once_fan[f.link[i].feature - PURE_DOUBLE_CHOW] == fan
    return times


cdef void all_times(
    const rules_t* rules, const features_t* f, const win_t* win, const worth_t* worth, uint8_t* times
) noexcept nogil:
    """How often each fan counts."""
    cdef uint64_t one_less[FAN_WORDS]
    cdef uint64_t owned = 0, own, bits
    cdef int word, i, j
    memset(times, 0, rules.fans)
    memset(one_less, 0, sizeof(one_less))
    for word in range(FAN_WORDS):
        bits = worth.fans[word]
        while bits:
            i = 64 * word + lowest(bits)
            bits &= bits - 1
            own = owned_kinds(&rules.fan[i], win)
            times[i] = repeats(&rules.fan[i], f, owned) - has(one_less, i)
            owned |= own
            for j in range(FAN_WORDS):
                one_less[j] |= rules.fan[i].one_less[j]
    for i in range(4):
        if worth.links[i]:
            times[rules.once_fan[i]] = worth.links[i]
