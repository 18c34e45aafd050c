"""Settlement: what every seat gets back of the chips it staked, side pots and odd chips included."""

from __future__ import annotations

from .cards import HandError, _show, codes, integer
from .evaluator import Evaluator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, SupportsIndex

    from .evaluator import Cards

__all__ = ["pots", "settle", "shares"]


def settle(
    stakes: Sequence[SupportsIndex],
    hands: Sequence[Cards | None],
    ev: Evaluator,
    *,
    button: SupportsIndex = 0,
    shared: Cards = b"",
) -> list[int]:
    """The chips that each seat takes when the bets are over; they add up to the stakes.

    >>> ev = Evaluator("classic", cards=32)
    >>> minimum, medium, maximum = "Ah 7h 8h 9h 10h", "8c 9c 10c Jc Qc", "10d Jd Qd Kd Ad"
    >>> settle([10, 50, 50], [minimum, medium, maximum], ev)  # all three share 30, then the maximum takes 80
    [10, 10, 90]
    >>> settle([20, 100, 20, 5], ["Kh Kd 9s 8c 7d", "Ad Qh Jc 9c 8h", None, None], ev)  # 80 come back uncalled
    [65, 80, 0, 0]
    >>> settle([5, 5], [None, None], ev)
    Traceback (most recent call last):
    ...
    scalareale.HandError: nobody is left in: every hand was folded

    A stake is all that a seat has put in, a hand None if it was folded. Whoever is all in contests the chips of
    others up to his own stake only; what is above forms side pots, and **each pot has a showdown of its own**, among
    those who staked enough. An uncalled excess returns to its owner; what only folded seats have put in joins the pot
    below. The winners of a pot share equally, and its odd chips go one each clockwise from the dealer's left, which
    is seat `button + 1`. The last hand left in wins unseen. Cards that hands have in common (vela) are named in
    `shared`.

    ValueError for negative stakes, other lengths or a button that is no seat; HandError where nobody is left in or a
    hand is none; TypeError for stakes that are not integers. (A player who opened without the requirement and wins
    takes nothing: that is the caller's business.)
    """
    if not isinstance(ev, Evaluator):
        raise TypeError(f"ev is an Evaluator, not {type(ev).__name__}")
    staked = _whole_numbers(stakes)
    seats = _listed(hands, "hands")
    if len(staked) != len(seats):
        raise ValueError(f"there is a stake for each hand, but {len(staked)} stakes and {len(seats)} hands")
    live = [seat for seat, hand in enumerate(seats) if hand is not None]
    if not live:
        raise HandError("nobody is left in: every hand was folded")
    dealer = integer(button, "button")
    if not 0 <= dealer < len(staked):
        raise ValueError(f"button is a seat, 0 to {len(staked) - 1}, not {_show(dealer)}")

    common = codes(shared, "shared")
    everybody: list[int] = live
    if len(live) > 1:
        # One showdown of all, also for what it refuses: a card twice, too many hands, a hand that is none.
        for seat in live:
            if type(seats[seat]) is not bytes:
                seats[seat] = ev._hand(seats[seat], f"hand {seat}")[0]
        try:
            everybody = [live[i] for i in ev.showdown([seats[seat] for seat in live], shared=common)]
        except HandError:
            ev.showdown(seats, shared=common)  # says the same, with the numbers of the seats
            raise
    payouts = [0] * len(staked)
    for chips, contenders in pots(staked, live):
        if len(contenders) == len(live):
            winners = everybody
        elif len(contenders) == 1:
            winners = contenders
        else:
            winners = [contenders[i] for i in ev.showdown([seats[seat] for seat in contenders], shared=common)]
        for seat, share in shares(chips, winners, dealer, len(staked)):
            payouts[seat] += share
    return payouts


def pots(stakes: Sequence[int], live: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The main pot and the side pots: the chips of each, and the seats that contest it.

    >>> pots([10, 50, 50, 20], live=[0, 1, 2])
    [(40, [0, 1, 2]), (90, [1, 2])]

    `live` are the seats that have not folded, at least one. A pot of one seat is what comes back to it uncalled; a
    pot may be empty only if a live seat staked nothing.
    """
    found = []
    below = 0
    levels = sorted({stakes[seat] for seat in live})
    for level in levels:
        top = max(stakes) if level == levels[-1] else level
        chips = sum(min(stake, top) - min(stake, below) for stake in stakes)
        found.append((chips, [seat for seat in live if stakes[seat] >= level]))
        below = level
    return found


def shares(chips: int, winners: Sequence[int], button: int, seats: int) -> list[tuple[int, int]]:
    """The winners of a pot clockwise from the dealer's left, each with its share: equal, the first have an odd chip.

    >>> shares(11, [0, 2, 3], button=2, seats=4)
    [(3, 4), (0, 4), (2, 3)]
    """
    each, odd = divmod(chips, len(winners))
    clockwise = sorted(winners, key=lambda seat: (seat - button - 1) % seats)
    return [(seat, each + (place < odd)) for place, seat in enumerate(clockwise)]


def _whole_numbers(stakes: Sequence[SupportsIndex]) -> list[int]:
    whole = [integer(stake, f"stake {seat}") for seat, stake in enumerate(_listed(stakes, "stakes"))]
    for seat, stake in enumerate(whole):
        if stake < 0:
            raise ValueError(f"stake {seat} is negative: {_show(stake)}")
    return whole


def _listed(values: Any, what: str) -> list[Any]:
    if isinstance(values, (str, bytes, bytearray)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{what} are a list, one for each seat, not {type(values).__name__}")
    if isinstance(values, (set, frozenset, dict)):
        raise TypeError(f"{what} are a list, one for each seat, not {type(values).__name__}: seats have an order")
    return list(values)
