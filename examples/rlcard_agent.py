"""Seats an RLCard agent at a table of Fushi: `python rlcard_agent.py URL CODE`.

It needs an environment with `pip install "rlcard==1.2.0" "numpy<2"`, as
`benchmarks/install_peers.sh` makes one.

RLCard's agents play cards only, so bids and doubles are decided here by the strength of the hand.
What they see is made from the views that the server has sent, and from nothing else: a view goes
back only as far as the event lets players look, so what was seen earlier is kept.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any
from urllib.error import HTTPError

import rlcard
from rlcard.agents import RandomAgent
from rlcard.games.doudizhu.utils import ACTION_2_ID
from table_client import Action, TableClient, View

RANKS = "3456789TJQKA2BR"


def ranks(cards: list[str]) -> str:
    """Cards as RLCard writes them: ranks in ascending order, B and R for the jokers."""
    found = [card[0] if card in ("BJ", "RJ") else card[:-1].replace("10", "T") for card in cards]
    return "".join(sorted(found, key=RANKS.index))


class RLCardPlayer:
    """Turns views into states of RLCard's environment, and its agent's choice into an action."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.env = rlcard.make("doudizhu")
        self.play = ""  # the play that `trace` tells: (position, cards), no cards for a pass
        self.trace: list[tuple[int, list[str]]] = []

    def __call__(self, view: View) -> Action:
        """The action that the agent chooses, or that the strength of the hand suggests."""
        expected = view["expected"]
        if expected["type"] == "bid":
            strength = sum(map(ranks(view["hand"]).count, "2BR"))
            fitting = [bid for bid in expected["choices"] if bid <= min(3, strength - 1)]
            return {"type": "bid", "value": max(fitting, default=min(expected["choices"]))}
        if expected["type"] != "play":
            return {"type": expected["type"], "value": False}
        chosen = self.agent.eval_step(self.state(view))[0]
        move = chosen if isinstance(chosen, str) else self.env._decode_action(chosen)
        return {"type": "pass"} if move == "pass" else {"type": "play", "ranks": move}

    def remember(self, view: View) -> None:
        """Add what a view shows to what was seen of its play.

        Everybody acts in each contest. So of one that is not shown any more nothing is missing but,
        with the memory aid `current`, the passes at its end.
        """
        if view["id"] != self.play:
            self.play, self.trace = view["id"], []
        del self.trace[view["earlier"]["plays"] :]
        while len(self.trace) < view["earlier"]["plays"]:
            last = self.trace[-1][0] if self.trace else view["landlord"] - 1
            self.trace.append((last % 3 + 1, []))
        self.trace += [(each["position"], each["cards"]) for each in view["plays"]]

    def state(self, view: View) -> dict[str, Any]:
        """What RLCard's environment would show to the holder of this seat."""
        seat = {view["landlord"]: 0}
        for after in (1, 2):
            seat[(view["landlord"] - 1 + after) % 3 + 1] = after
        me = seat[view["viewer"]]
        self.remember(view)
        trace = [(seat[position], ranks(cards) or "pass") for position, cards in self.trace]
        played = [
            "".join(move for by, move in trace if by == n and move != "pass") for n in range(3)
        ]
        hand = ranks(view["hand"])
        unseen = Counter(dict.fromkeys(RANKS, 4) | {"B": 1, "R": 1})
        unseen -= Counter(hand + "".join(played))
        choices = ["pass"] if view["expected"]["may_pass"] else []
        choices += [move for move in view["expected"]["choices"] if move in ACTION_2_ID]
        raw = {
            "self": me,
            "landlord": 0,
            "current_hand": hand,
            "others_hand": "".join(sorted(unseen.elements(), key=RANKS.index)),
            "num_cards_left": [
                view["counts"][str(each)] for each in sorted(seat, key=seat.__getitem__)
            ],
            "played_cards": ["".join(sorted(cards, key=RANKS.index)) for cards in played],
            "seen_cards": ranks(view["kitty"] or []),
            "trace": trace,
            "actions": choices,
        }
        self.env.game.state = raw  # it reads the legal actions there
        self.env.action_recorder = trace
        return dict(self.env._extract_state(raw))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    agent = RandomAgent(num_actions=len(ACTION_2_ID))
    try:
        TableClient(sys.argv[1], sys.argv[2], RLCardPlayer(agent)).play()
    except HTTPError as refusal:
        sys.exit(json.load(refusal)["detail"])
