"""What is refused, and why. A server turns each kind into a status of its own; a page shows the sentence."""

from __future__ import annotations

import msgspec

from medialuna import words
from medialuna.contract import Reason
from medialuna.errors import Picklable
from medialuna.notation.deal_code import BadCode
from medialuna.table import wire


class Refusal(Picklable):
    """Something that is not done; nothing has changed.

    ``code`` is that of the sentence, with its ``details``; ``rule`` is the rule against it; ``part`` names what of the
    request is wrong.
    """

    def __init__(self, code: str, *, part: str | None = None, rule: str | None = None, **details: object) -> None:
        super().__init__(code)
        self.code, self.part, self.rule, self.details = code, part, rule, details

    def in_wire(self, language: str) -> wire.Error:
        """The refusal as it is sent."""
        return wire.Error(
            self.code,
            self.rule,
            words.sentence(language, self.code, **self.details),
            part=msgspec.UNSET if self.part is None else self.part,
        )


class Misunderstood(Refusal):
    """What was asked makes no sense."""

    @classmethod
    def for_code(cls, error: BadCode) -> Misunderstood:
        """A text that is no deal code."""
        refusal = cls(error.code, part=error.part)
        refusal.details = dict(error.details)
        return refusal


class NotFound(Refusal):
    """There is no such thing, or it is another's."""


class Impossible(Refusal):
    """It makes sense, but as things are it cannot be done."""

    @classmethod
    def for_reason(cls, reason: Reason) -> Impossible:
        """An action against the rules."""
        refusal = cls(reason.code, rule=reason.rule)
        refusal.details = dict(reason.details)
        return refusal


class OtherStep(Impossible):
    """An action that was chosen in a view that is no longer the game's; ``view`` is."""

    def __init__(self, view: wire.View) -> None:
        super().__init__("server.other-step")
        self.view = view

    def in_wire(self, language: str) -> wire.Error:
        error = super().in_wire(language)
        error.view = self.view
        return error


class Unavailable(Refusal):
    """Nothing is wrong with what was asked; another time it may be done."""
