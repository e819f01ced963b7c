"""What state machines that walk over tables have in common."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from queshen.table import Table


class Walk(RuleBasedStateMachine):
    """A table whose seats do what they may; a machine says how it is dealt, and what must hold."""

    table: Table

    def act(self, seat: int, action: str) -> None:
        """One act; machines with a model let it follow."""
        self.table.act(seat, action)

    def offers(self, *what: str) -> list[tuple[int, str]]:
        """What those who are asked may do, of these sorts."""
        return [
            (seat, str(action))
            for seat in self.table.to_act
            for action in self.table.legal(seat)
            if any(sort in str(action) for sort in what)
        ]

    def do_one(self, offers: list[tuple[int, str]], choice: int) -> None:
        if offers:
            self.act(*offers[choice % len(offers)])

    @precondition(lambda self: self.table.phase in ("claim", "rob"))
    @rule(choice=st.integers(0, 3))
    def pass_on_it(self, choice: int) -> None:
        self.do_one(self.offers("pass"), choice)
