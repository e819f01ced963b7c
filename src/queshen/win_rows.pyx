# cython: freethreading_compatible=True
"""The loop behind `queshen.batch.score`: each row is read and checked, then scored."""

from libc.string cimport memcpy, memset

from queshen.decompose cimport CHOW, PUNG
from queshen.patterns cimport ALL_PLANTS, ALL_SEASONS, BY_ROBBING, BY_SELF_DRAW, WIN_FLAGS, features_t
from queshen.ruleset cimport MOST_FANS, NO_WIN
from queshen.scoring cimport NO_FAULT, best_features, best_reading, best_t, check_win, take_face
from queshen.worth cimport all_times
from queshen.shapes cimport ABOVE_FOUR, TOTAL, chosen_parts, parts_fn

cdef parts_fn PARTS = chosen_parts()

cdef enum:
    MELD_CODES = 4 * KINDS


cdef bint read_melds(const win_row_t* row, hand_t* hand) noexcept nogil:
    """The melds of a row, which stand before its first 0; whether all of them exist."""
    cdef int i, code, kind
    hand.melds = 0
    for i in range(MOST_SETS):
        code = row.melds[i] - 1
        if code < 0:
            continue
        kind = code % KINDS
        if code >= MELD_CODES or hand.melds != i or (code < KINDS and (kind >= 27 or kind % 9 > 6)):
            return False
        hand.meld[i].type = code // KINDS
        hand.meld[i].kind = kind
        hand.melds += 1
    return hand.melds <= hand.sets


cdef bint five_copies(const hand_t* hand) noexcept nogil:
    """Whether concealed tiles and melds hold five natural tiles of a kind."""
    cdef uint8_t own[KINDS]
    cdef int i, step
    memcpy(own, hand.row, KINDS)
    for i in range(hand.melds):
        if hand.meld[i].type == CHOW:
            for step in range(3):
                own[hand.meld[i].kind + step] += 1
        else:
            own[hand.meld[i].kind] += 3 + (hand.meld[i].type != PUNG)
    for i in range(KINDS):
        if own[i] > 4:
            return True
    return False


cdef int read_win(const rules_t* rules, const win_row_t* given, hand_t* hand, win_t* win) noexcept nogil:
    """Take a row; returns what is wrong with it, or NO_ROW_FAULT."""
    cdef win_row_t own = given[0]  # nothing of it is read again from memory that others may write to meanwhile
    cdef const win_row_t* row = &own
    cdef int fault
    hand.sets = rules.sets
    hand.wild = row.wild
    memcpy(hand.row, row.counts, KINDS)
    if PARTS(hand.row, 1, &hand.part, 0, True) & ABOVE_FOUR:
        return BAD_COUNT
    if not read_melds(row, hand):
        return BAD_MELD
    if TOTAL(hand.part.tally) + hand.wild != 3 * (hand.sets - hand.melds) + 2:
        return BAD_TOTAL
    if (
        row.win > DRAWN_WILD or not -1 <= row.face < KINDS or row.flags & ~WIN_FLAGS or row.round_wind > 3
        or row.seat_wind > 3 or row.flower_rows > 3
    ):
        return BAD_FIELD
    if hand.melds and five_copies(hand):
        return FIVE_COPIES
    win.flags = row.flags
    win.tile = -1 if row.win == DRAWN_WILD else row.win
    win.face = row.face
    win.round_wind = 27 + row.round_wind
    win.seat_wind = 27 + row.seat_wind
    win.dealer = row.seat_wind == 0
    win.flowers = row.flowers
    win.flower_rows = ALL_SEASONS | ALL_PLANTS if row.flowers == 8 else row.flower_rows
    take_face(rules, win.face, hand, &win.tile)
    fault = check_win(rules, hand, win)
    return NO_ROW_FAULT if fault == NO_FAULT else fault


cdef inline bint may_claim(const rules_t* rules, const win_t* win) noexcept nogil:
    if win.flags & BY_SELF_DRAW:
        return True
    if not rules.discard_win and not win.flags & BY_ROBBING:
        return False
    return win.tile < 0 or win.tile != win.face or rules.discard_wild != NO_WIN


cdef void tell_fans(
    const score_job_t* job, const hand_t* hand, const win_t* win, const best_t* best, uint8_t* out
) noexcept nogil:
    cdef features_t f
    cdef uint8_t times[MOST_FANS]
    cdef int i
    memset(out, 0, job.rules.fans)
    if best.found:
        best_features(job.rules, hand, win, best, &f)
        all_times(job.rules, &f, win, &best.worth, times)
        for i in range(job.rules.fans):
            out[job.place[i]] = times[i]


cdef Py_ssize_t score_rows(const score_job_t* job, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Score rows `start` to `stop`; returns the first bad one, or `stop`."""
    cdef hand_t hand
    cdef win_t win
    cdef best_t best
    cdef Py_ssize_t i
    for i in range(start, stop):
        if read_win(job.rules, &job.rows[i], &hand, &win) != NO_ROW_FAULT:
            return i
        best.found = False
        if may_claim(job.rules, &win):
            best_reading(job.rules, &hand, &win, &best)
        job.totals[i] = best.worth.total if best.found else NOT_COMPLETE
        if job.counted:
            job.counted[i] = best.worth.counted if best.found else NOT_COMPLETE
        if job.fans:
            tell_fans(job, &hand, &win, &best, job.fans + i * job.rules.fans)
    return stop
