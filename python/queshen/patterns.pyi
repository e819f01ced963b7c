PLACES: dict[str, tuple[int, int]]
FEATURES: dict[str, int]
