"""The games as environments of Gymnasium, for agents that learn: ``pip install 'medialuna[gym]'``.

>>> import gymnasium
>>> env = gymnasium.make("medialuna.gym:Medialuna/Thoughtful-v0", disable_env_checker=True)
>>> observation, info = env.reset(options={"code": "TF1-D1N-AAAAAAB"})
>>> [env.unwrapped.actions[number] for number in observation["action_mask"].nonzero()[0]]
['+', '1-7']
>>> observation, reward, terminated, truncated, info = env.step(env.unwrapped.actions.index("+"))
>>> info["moves"], float(reward), terminated, truncated
(1, 0.0, False, False)
"""

from __future__ import annotations

from typing import Any, TypeAlias

from medialuna.cards import SUITS, Card
from medialuna.contract import AnyRules
from medialuna.errors import needs
from medialuna.games import GAMES
from medialuna.games.crescent import Crescent
from medialuna.notation.actions import format_action, parse_action
from medialuna.notation.deal_code import NUMBERS, DealCode
from medialuna.played import BadRequest
from medialuna.record import Game

with needs("gym"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

Observation: TypeAlias = dict[str, Any]

UNSEEN = 53
"""Stands for a card that the player does not see; 0 for none, 1 to 52 for the cards, spades first, from the ace up."""


def action_list(rules: AnyRules) -> tuple[str, ...]:
    """Every action of a game as records write it, always in the same order: an agent's actions are their numbers.

    >>> from medialuna.games.thoughtful import Thoughtful
    >>> len(action_list(Thoughtful())), len(action_list(Crescent()))
    (87, 281)
    """
    piles = [place for place in rules.places if place.isdecimal()]
    between = [f"{source}-{target}" for source in piles for target in piles if source != target]
    if isinstance(rules, Crescent):
        home = [f"{source}-{row}" for source in piles for row in "AK"]
        across = [f"{row}{suit}-{other}" for row, other in ("AK", "KA") for suit in SUITS]
        return (*rules.presses, *home, *across, *between)
    home = [f"{source}-F" for source in (*piles, "W")]
    out = [f"{source}-{target}" for source in ("W", *SUITS) for target in piles]
    return (*rules.presses, *home, *out, *between)


def action_mask(played: Game, numbers: dict[str, int]) -> NDArray[np.int8]:
    """Which of the actions, by their numbers, are legal now: 1, else 0."""
    mask = np.zeros(len(numbers), np.int8)
    for action in played.rules.legal_actions_unchecked(played.state):
        mask[numbers[format_action(played.rules, action)]] = 1
    return mask


class SolitaireEnv(gymnasium.Env[Observation, np.int64]):
    """A game as the player sees it.

    An action is the number of a text in ``actions``; one that is illegal changes nothing, and ``info["refused"]`` holds
    the reason's code. The observation is a dictionary: ``cards``, a row for every place of ``rules.places``, bottom to
    top; ``redeals_left``; and ``action_mask``. The reward is the share of the dealt cards that came to the foundations,
    so that a won game adds up to 1. An episode ends with the win, or where the game is blocked, and is truncated after
    ``max_steps``.

    ``game`` is a name or rules with options; ``reset(options={"code": …})`` chooses the deal, else the seed does.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as the base class has it

    def __init__(
        self, game: str | AnyRules = "thoughtful", max_steps: int = 1000, render_mode: str | None = None
    ) -> None:
        if isinstance(game, str):
            if game not in GAMES:
                raise BadRequest(f"game {game!r}: expected one of {', '.join(GAMES)}")
            game = next(iter(GAMES[game].variants().values()))
        if render_mode not in (None, "ansi"):
            raise BadRequest(f"render_mode {render_mode!r}: expected ansi or None")
        self.rules, self.max_steps, self.render_mode = game, max_steps, render_mode
        self.actions = action_list(game)
        self._numbers = {text: number for number, text in enumerate(self.actions)}
        self._height = _height(game)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Dict(
            {
                "cards": spaces.Box(0, UNSEEN, (len(game.places), self._height), np.int8),
                "redeals_left": spaces.Box(0, 127, (1,), np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self._begin(DealCode(game, 0))

    def _begin(self, code: DealCode) -> None:
        self.code, self._steps = code, 0
        self.played = Game.begin(self.rules, code.deal())
        self._dealt = len(self.rules.all_cards()) - self._home()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new deal: of ``options["code"]``, else by chance. Raises BadCode, BadRequest."""
        super().reset(seed=seed)
        code = DealCode(self.rules, int(self.np_random.integers(NUMBERS)))
        if options and "code" in options:
            code = DealCode.parse(options["code"])
            if code.game != self.rules:
                raise BadRequest(f"{code} is of another game than {self.rules}")
        self._begin(code)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Does an action by its number."""
        before, info = self._home(), dict[str, Any]()
        self._steps += 1
        meant = parse_action(self.rules, self.played.state, self.actions[int(action)])
        if reason := self.played.why_not(meant):
            info["refused"] = reason.code
        else:
            self.played = self.played.after(meant)
        reward = (self._home() - before) / self._dealt
        done = self.played.status != "running"
        return self._observation(), reward, done, self._steps >= self.max_steps, self._info() | info

    def render(self) -> str | None:
        """The board as text, all its cards."""
        return str(self.played) if self.render_mode == "ansi" else None

    def action_masks(self) -> NDArray[np.int8]:
        """Which actions are legal now, under the name that agents with masks look for."""
        return action_mask(self.played, self._numbers)

    def _home(self) -> int:
        layout = self.rules.layout(self.played.state)
        return sum(
            len(cards) for place, cards in layout.items() if not place.isdecimal() and place not in ("stock", "W")
        )

    def _observation(self) -> Observation:
        cards = np.zeros((len(self.rules.places), self._height), np.int8)
        for row, pile in zip(cards, self.rules.view(self.played.state).values(), strict=True):
            hidden = pile.count - len(pile.cards)
            row[:hidden] = UNSEEN
            row[hidden : pile.count] = [_number(card) for card in pile.cards]
        redeals = np.array([self.rules.redeals_left(self.played.state) or 0], np.int8)
        return {"cards": cards, "redeals_left": redeals, "action_mask": self.action_masks()}

    def _info(self) -> dict[str, Any]:
        return {
            "code": str(self.code) if self.rules in self.rules.coded().values() else "",
            "status": self.played.status,
            "moves": self.played.moves,
            "score": self.played.score,
        }


def _number(card: Card) -> int:
    return SUITS.index(card.suit) * 13 + card.rank


def _height(rules: AnyRules) -> int:
    """How many cards the fullest place may hold."""
    if isinstance(rules, Crescent):
        return max(rules.cap, rules.ranks, -(-len(rules.pack()) // rules.pile_count))
    columns = len([place for place in rules.places if place.isdecimal()])
    ranks = len(rules.pack()) // len(SUITS)
    return max(columns - 1 + ranks, len(rules.pack()) - columns * (columns + 1) // 2)


for _name in GAMES:
    gymnasium.register(f"Medialuna/{_name.capitalize()}-v0", "medialuna.gym:SolitaireEnv", kwargs={"game": _name})
