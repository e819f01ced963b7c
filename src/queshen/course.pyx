# cython: freethreading_compatible=True
"""The course of a deal under some rules, compiled to the struct that a table reads."""

cimport cython

from queshen.deal cimport (
    ANY_SET,
    AT_HEAD,
    AT_TAIL,
    FACES,
    FIRST_LIABLE,
    FOUR_CONCEALED,
    LAST_LIABLE,
    LISTED_FIRST,
    MOST_HORSES,
    MOST_LIABILITIES,
    MOST_WALL,
    NO_INDICATOR,
    NO_SETS,
    NOT_LIABLE,
    OPENED,
    ORPHAN,
    TWO_SUITS,
    WANTED,
    WANTED_LIVE,
    WITH_CHOW,
    WITH_PUNG,
    OF_CHAIN,
    OF_DEALER,
    OF_DISCARD,
    OF_DRAW,
    OF_LAST_KONG,
    PUNGS_ONLY,
    MOST_EXCHANGED,
    MOST_RIVER,
    TO_NEXT,
    TO_OPPOSITE,
    TO_PREVIOUS,
    UNTIL_DISCARD,
    UNTIL_DRAW,
    UNTIL_DRAW_OR_PUNG,
    UNTIL_MOVE,
    flow_t,
)
from queshen.scorer cimport Scorer

from queshen.errors import TableError, shown

cdef tuple PROP_NAMES = ("exchange", "exchange_at_random", "make_wild", "tell_third", "tell_next")
cdef dict CONDITIONS = {
    "opened": OPENED, "two_suits": TWO_SUITS, "orphan": ORPHAN, "four_concealed": FOUR_CONCEALED, "chow": WITH_CHOW,
    "pung": WITH_PUNG, "wanted": WANTED, "wanted_live": WANTED_LIVE,
}
cdef dict DIRECTIONS = {"next": TO_NEXT, "previous": TO_PREVIOUS, "opposite": TO_OPPOSITE}
cdef dict DEAD_KONGS = {"no": 0, "by_kongs": 255, "odd_kongs": 1}
cdef dict MISSED_UNTIL = {
    "own_move": UNTIL_MOVE, "own_discard": UNTIL_DISCARD, "own_draw": UNTIL_DRAW, "own_draw_or_pung": UNTIL_DRAW_OR_PUNG,
}
cdef dict FIRST_TURNS = {"dealer": OF_DEALER, "draw": OF_DRAW, "discard": OF_DISCARD}


@cython.final
cdef class Flow:
    """The course of deals under some rules, compiled; `queshen.Rules` holds one."""

    def __cinit__(self, rules):
        from queshen.rules import Rules

        if not isinstance(rules, Rules):
            raise TypeError(f"rules is {type(rules).__name__}, expected queshen.Rules")
        cdef flow_t* into = &self.rules
        cdef Scorer scorer = rules._native
        flow = rules.flow
        # What is checked by its own class may have been forged since; native code counts on it.
        if flow.seats not in (2, 4, 6) or len(flow.copies) != FACES or not all(0 <= each <= 4 for each in flow.copies):
            raise TableError(f"seats {shown(flow.seats)} and copies {shown(flow.copies)}, expected 2, 4 or 6, and 42 of 0..4")
        if not 0 <= flow.dead_wall <= MOST_WALL or not flow.seats * (3 * scorer.compiled.sets + 1) < flow.tiles - flow.dead_wall:
            raise TableError(
                f"{flow.tiles} tiles with {shown(flow.dead_wall)} of them dead, expected enough for {flow.seats} hands and a draw"
            )
        if not 0 <= flow.horses <= MOST_HORSES or len(flow.liabilities) > MOST_LIABILITIES:
            raise TableError(
                f"{shown(flow.horses)} horses and {len(flow.liabilities)} liabilities, expected at most {MOST_HORSES} and "
                f"{MOST_LIABILITIES}"
            )
        if flow.tiles - flow.seats * (3 * scorer.compiled.sets + 1) > MOST_RIVER or not 0 <= flow.exchange <= MOST_EXCHANGED:
            raise TableError(
                f"{flow.tiles} tiles and an exchange of {shown(flow.exchange)}, expected at most {MOST_RIVER} tiles beside "
                f"those dealt, and {MOST_EXCHANGED}"
            )
        if flow.ready is not None and (
            rules.wild_melds or flow.ready.chow != "no" and (flow.void_suit or flow.lone_first)
        ):
            raise TableError("declared hands with wild melds, or chows that declare with forced discards, expected neither")
        self.scorer = scorer
        into.rules = &scorer.compiled
        into.seats = flow.seats
        into.sets = scorer.compiled.sets
        for i, copies in enumerate(flow.copies):
            into.copies[<int>i] = copies
        into.dead_wall = flow.dead_wall
        into.dead_kongs = DEAD_KONGS[flow.dead_wall_grows]
        into.replace_from_head = flow.replacement_from == "head"
        into.indicator = {"none": NO_INDICATOR, "head": AT_HEAD, "tail": AT_TAIL}[flow.indicator]
        into.indicator_same = flow.indicator_kind == "indicator"
        into.separate_honours = flow.honour_cycle == "separate"
        into.reflip = flow.indicator_flower == "reflip"
        into.indicator_among = sum([1 << kind for kind in set(flow.indicator_among)])
        into.indicator_in_play = flow.indicator_in_play
        into.indicator_visible = flow.indicator_visible
        into.wild_discard = flow.wild_discard
        into.wild_melds = rules.wild_melds
        into.chow = flow.chow == "next"
        into.rob_added_kong = flow.rob_added_kong != "no"
        into.rob_for_sets = flow.rob_added_kong == "any"
        into.many_winners = flow.multi_win == "all"
        into.rob_own_discard = flow.rob_own_discard
        into.many_robbers = flow.multi_rob == "all"
        into.claims_on_last = {"none": NO_SETS, "pung": PUNGS_ONLY, "any": ANY_SET}[flow.claims_on_last]
        into.kong_after_claim = flow.kong_after_claim
        into.missed_wins = flow.missed_wins != "none"
        into.missed_any_tile = flow.missed_wins == "any_tile"
        into.missed_by_value = flow.missed_wins == "not_higher"
        into.missed_until = MISSED_UNTIL[flow.missed_until]
        into.missed_by_robbing = flow.missed_by_robbing
        into.first_turn = sum([FIRST_TURNS[each] for each in flow.first_turn])
        into.first_turn_after_kong = sum([FIRST_TURNS[each] for each in flow.first_turn_after_kong])
        into.replacement_liability = {
            "none": NOT_LIABLE, "last_kong": OF_LAST_KONG, "chain_start": OF_CHAIN
        }[flow.replacement_liability]
        for i, rule in enumerate(flow.liabilities):
            into.liability[<int>i].sets = rule.sets
            into.liability[<int>i].kinds = sum([1 << kind for kind in rule.kinds])
            into.liability[<int>i].concealed_kongs = rule.concealed_kongs
            into.liability[<int>i].first_only = rule.first_only
            into.liability[<int>i].unclaimed = rule.unclaimed
            if rule.unclaimed:
                into.binding |= into.liability[<int>i].kinds
        into.liabilities = len(flow.liabilities)
        into.liability_conflict = {
            "first": FIRST_LIABLE, "last": LAST_LIABLE, "listed": LISTED_FIRST
        }[flow.liability_conflict]
        into.first_from = flow.first_from or 0
        into.blocked_wild = flow.blocked_wild
        into.lone_first = sum([1 << kind for kind in set(flow.lone_first)])
        into.exchange = flow.exchange
        into.exchange_to = sum([DIRECTIONS[to] for to in set(flow.exchange_to)])
        into.void_suit = flow.void_suit
        into.doubling = flow.doubling
        into.play_on = flow.play_on
        into.waits_at_end = flow.waits_at_end
        into.horses = flow.horses
        into.most_melds = into.sets if flow.most_melds is None else min(flow.most_melds, into.sets)
        into.added_at_most = flow.added_at_most
        into.forced_win = flow.forced_win
        into.last_tiles = flow.last_tiles
        into.ready_chow_over_kong = into.ready_claimable = True
        into.swap_before_claims = True
        if flow.ready is not None:
            self.compile_ready(flow.ready)
        if flow.bao is not None:
            into.bao_copies = flow.bao.copies
            into.swap_before_claims = flow.bao.swap == "before_claims"
            into.swap_in_last = flow.bao.swap_in_last
        into.flower_keeps_replacement = flow.flower_keeps_replacement
        into.props = sum([1 << PROP_NAMES.index(prop) for prop in flow.props])
        into.uses = flow.props_per_deal
        into.bird = flow.bird != "none"
        into.bird_from_tail = flow.bird == "tail"
        into.bird_skips_flowers = flow.bird_skips_flowers
        into.bird_of_empty_wall = flow.bird_of_empty_wall
        limited = rules.drawn_wins is not None or rules.claimed_wins is not None
        into.score_to_win = (
            scorer.compiled.minimum > 0
            or (rules.wildcards and (rules.wild_shapes != rules.shapes or limited))
            or (rules.most_suits < 3 and not flow.void_suit)
        )
        into.odd_wins = flow.bao is not None or rules.wild_win > 0
        into.look_at_all = into.ready_chows or scorer.compiled.wild_win_claimed

    cdef int compile_ready(self, ready) except -1:
        cdef flow_t* into = &self.rules
        into.ready = True
        into.ready_conditions = sum([CONDITIONS[name] for name in ready.conditions])
        into.orphans = sum([1 << kind for kind in ready.orphans])
        into.wanted = sum([1 << kind for kind in set(ready.wanted)])
        into.ready_before_draw = ready.before_draw
        into.ready_claimable = ready.claimable
        into.ready_looks = bool(into.ready_conditions & (WITH_CHOW | WITH_PUNG)) or any([
            "closed_ready" in fan.when or "bao_wait" in fan.when for fan in self.scorer.rules.fans
        ])
        into.ready_at_win = ready.structure == "at_win"
        into.ready_not_own = ready.waits == "not_own"
        into.ready_kong_same = ready.kong == "same_waits"
        into.ready_locks = ready.locks
        into.ready_chows = ready.chow != "no"
        into.ready_chow_over_kong = ready.chow != "over_pung"
        into.win_needs_ready = ready.needed
        return 0



cdef Flow flow_of(object rules):
    """The compiled course of deals of some rules, made when it is first needed."""
    found = getattr(rules, "_flow", None)
    if not isinstance(found, Flow):
        found = Flow(rules)
        object.__setattr__(rules, "_flow", found)
    return found
