"""A refusal: what the server answered instead of doing what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from client.models import Problem


class Refused(Exception):
    """The server refused; `error` is its word for programs, the message its sentence for people.

    Each word has a class of its own in `client.refusals`. What the answer does not say is None, or empty.
    """

    STATUS: ClassVar[int] = 0

    def __init__(self, status: int, problem: Problem) -> None:
        """Keep the HTTP status and the problem details."""
        self.status = status
        self.problem = problem
        self.error = str(problem.get("error", "Internal"))
        super().__init__(str(problem.get("detail", f"the server answered {status}")))

    @property
    def reason(self) -> str | None:
        """A stable word that says more than `error`."""
        return self.problem.get("reason")

    @property
    def rule(self) -> str | None:
        """The ruling on which an illegal action is refused."""
        return self.problem.get("rule")

    @property
    def legal(self) -> list[str]:
        """The legal actions instead of an illegal one, in notation."""
        return self.problem.get("legal", [])

    @property
    def figures(self) -> dict[str, int]:
        """The numbers that the refusal of an illegal action is about, such as `price` and `have`."""
        return self.problem.get("figures", {})

    @property
    def version(self) -> int | None:
        """The present version, where the one that was sent is stale."""
        return self.problem.get("version")

    @property
    def retry_after_s(self) -> float | None:
        """In how many seconds a repetition makes sense."""
        return self.problem.get("retry_after_s")

    @property
    def request_id(self) -> str | None:
        """The request's id, which the server's logs have too."""
        return self.problem.get("request_id")
