from queshen.answers import Readiness
from queshen.hand import Hand
from queshen.rules import Rules

def readiness(rules: Rules, hand: Hand | str) -> Readiness: ...
