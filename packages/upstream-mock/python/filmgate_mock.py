"""The mock of paid video providers, for tests in Python 3.9 or newer.

One file of the standard library: put it beside your tests, or its folder into ``PYTHONPATH``. It starts
``npx @filmgate/upstream-mock serve`` for the process, or uses the mock at ``FILMGATE_MOCK_URL``. With pytest::

    pytest_plugins = ["filmgate_mock"]  # in conftest.py

    def test_a_lost_answer_is_not_paid_twice(space):
        space.rule(when={"attempt": 1}, then={"fault": "lost-response"})
        buy_film(space.base_url("openai-videos"), "a kite")
        space.clock.until_idle()
        assert space.ledger("a kite")["accepted"] == 1

After the test the verdict is asked, and a finding fails it. Without pytest::

    with start_mock() as mock:
        space = mock.space()
        ...
        space.assert_clean()
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Mapping, Optional, Sequence, Union

try:
    import pytest
except ImportError:  # It works without, too.
    pytest = None  # type: ignore[assignment]

__all__ = ["Clock", "Mock", "MockError", "Space", "VerdictError", "start_mock"]

#: What follows the URL of a space in the base URL of each provider's clients.
BASE_PATHS = {
    "kling": "/kling",
    "ark": "/ark/api/v3",
    "openai-videos": "/openai-videos/v1",
    "fal": "/fal/",
    "replicate": "/replicate/v1",
    "runway": "/runway",
    "google": "/google",
    "openrouter": "/openrouter/api/v1",
    "luma": "/luma/v1",
    "minimax": "/minimax",
    "xai": "/xai/v1",
}

#: How long the mock may take to end, in seconds; then it is killed.
_END_WITHIN = 10

# A proxy of the environment would be asked for an address of this machine.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class MockError(Exception):
    """The mock did not start, or refused a call; the message has its own words."""


class VerdictError(AssertionError):
    """The client did something wrong that its test did not expect, or not what it expected.

    ``findings`` are those that were not expected, ``missing`` the codes that were expected and not found, ``plan`` is
    what chaos drew, for a file for ``serve --plan``; ``None`` without chaos.
    """

    def __init__(
        self,
        space: str,
        findings: Sequence[dict],
        missing: Sequence[str],
        chaos: Optional[str] = None,
        plan: Optional[dict] = None,
    ) -> None:
        lines = [f'The verdict on space "{space}":']
        for finding in findings:
            about = f"{finding['code']} ({finding['severity']}) {finding['logical_key'] or ''}"
            lines += [about.rstrip(), f"  {finding['why']}", f"  {finding['hint']}"]
        lines += [f"{code} was expected, and was not found" for code in missing]
        if chaos:
            lines += [chaos, f"plan: {json.dumps(plan)}"]
        super().__init__("\n".join(lines))
        self.findings = list(findings)
        self.missing = list(missing)
        self.plan = plan


class Clock:
    """The clock of a space. A move returns when everything that is due has happened, with what the clock shows then."""

    def __init__(self, space: Space) -> None:
        self._space = space

    def get(self) -> dict:
        """``{"mode", "now", "next", "waiting"}``."""
        return self._space._call("clock")

    def mode(self, mode: str) -> dict:
        """``real``, ``scaled(20)``, ``frozen`` or ``skip``."""
        return self._move(mode=mode)

    def set(self, instant: Union[str, datetime.datetime]) -> dict:
        """A datetime with its zone, or a text like ``2026-03-01T00:00:00Z``. Back only before the space has jobs."""
        return self._move(set=instant if isinstance(instant, str) else instant.isoformat())

    def advance(self, ms: float) -> dict:
        """Moves it ahead by so many ms."""
        return self._move(advance=ms)

    def next(self) -> dict:
        """Moves it to the next change."""
        return self._move(next=True)

    def until_idle(self) -> dict:
        """Moves it until no change is due, so that every job has ended."""
        return self._move(untilIdle=True)

    def _move(self, **wish: object) -> dict:
        return self._space._call("clock", wish)


class Space:
    """A world of its own at a mock, for one test: its jobs, time, accounts, rules and ledger."""

    def __init__(self, mock_url: str, name: str, token: Optional[str] = None) -> None:
        self.name = name
        #: What base URLs begin with; without a slash at the end.
        self.url = f"{mock_url}/s/{name}"
        self.clock = Clock(self)
        self._control = f"{mock_url}/_mock/s/{name}"
        self._headers = {"content-type": "application/json"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"
        self._expected: set[str] = set()

    def base_url(self, wire: str) -> str:
        """Base URL for clients of a provider, as ``openai-videos``."""
        return self.url + BASE_PATHS[wire]

    def env(self, client: str, key: str = "studio") -> dict[str, str]:
        """What the clients ``openai``, ``runway``, ``google`` and ``openrouter`` read; ``key`` is the account."""
        if client == "openai":
            return {"OPENAI_BASE_URL": self.base_url("openai-videos"), "OPENAI_API_KEY": key}
        if client == "runway":
            return {"RUNWAYML_BASE_URL": self.base_url("runway"), "RUNWAYML_API_SECRET": key}
        if client == "google":
            return {
                "GOOGLE_GENAI_USE_VERTEXAI": "true",
                "GOOGLE_VERTEX_BASE_URL": self.base_url("google"),
                "GOOGLE_API_KEY": key,
            }
        if client == "openrouter":
            return {"OPENROUTER_BASE_URL": self.base_url("openrouter"), "OPENROUTER_API_KEY": key}
        raise ValueError(f"{client} reads no URL from its environment: openai, runway, google, openrouter do")

    def rule(self, **rule: object) -> dict:
        """Lays down what goes wrong: ``then``, and ``when``, ``times`` and ``name`` if you like; see docs/mock.md."""
        return self._call("rules", {"when": {}, **rule})

    def rules(self) -> list:
        """All rules, with how often each fitted and decided."""
        return self._call("rules")["rules"]

    def remove_rules(self, name: Optional[str] = None) -> None:
        """Removes the rule of this name, or all."""
        self._call("rules", query={"name": name}, method="DELETE")

    def ledger(self, contains: Optional[str] = None, **filters: object) -> dict:
        """What was accepted, charged and answered. ``contains``: only jobs whose prompt has this text."""
        return self._call("ledger", query={"contains": contains, **filters})

    def journal(self, **wish: object) -> dict:
        """Each request and what it was answered; ``since``, ``op``, ``key`` and ``limit`` choose."""
        return self._call("journal", query=wish)

    def callback_secret(self) -> str:
        """What callbacks of the mock's own wire are signed with: ``whsec_…``, as Standard Webhooks has it."""
        return self._call("callback-secret")["secret"]

    def verdict(self) -> dict:
        """What the clients did wrong: ``{"clean", "findings", "unknown"}``."""
        return self._call("verdict")

    def expect_findings(self, *codes: str) -> None:
        """From now on ``assert_clean`` lets these findings pass, and fails if one of them is missing."""
        self._expected.update(codes)

    def assert_clean(self) -> None:
        """Raises a ``VerdictError`` on a finding that was not expected, and for want of one that was."""
        verdict = self.verdict()
        findings = verdict["findings"]
        surprises = [finding for finding in findings if finding["code"] not in self._expected]
        missing = sorted(self._expected - {finding["code"] for finding in findings})
        if surprises or missing:
            chaos = verdict.get("chaos")
            plan = self._call("plan") if chaos else None
            raise VerdictError(self.name, surprises, missing, chaos, plan)

    def account(self, key: str, **settings: object) -> dict:
        """Sets what an account may do: ``credits``, ``concurrency``, ``rate``, ``login``."""
        return self._call("accounts", {"key": key, **settings})

    def stored(self, key: str, sha256: str) -> None:
        """The client says which bytes it kept, by their digest in hexadecimal digits."""
        self._call("stored", {"key": key, "sha256": sha256})

    def gave_up(self, key: str) -> None:
        """The client says that it takes this work for failed."""
        self._call("gave-up", {"key": key})

    def reset(self, keep: Sequence[str] = ()) -> None:
        """Forgets everything but ``clock``, ``accounts`` or ``rules`` in ``keep``; expected findings, too."""
        self._call("reset", {"keep": list(keep)})
        self._expected.clear()

    def _call(
        self,
        path: str,
        body: Optional[Mapping[str, object]] = None,
        query: Mapping[str, object] = {},
        method: Optional[str] = None,
    ) -> Any:
        words = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in query.items()
            if value is not None
        }
        url = f"{self._control}/{path}?{urllib.parse.urlencode(words)}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, self._headers, method=method)
        try:
            with _OPENER.open(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode("utf-8", "replace")
            raise MockError(f"the mock refused {path}: {_message_of(text)}") from None


def _message_of(text: str) -> str:
    try:
        return json.loads(text)["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return text


class Mock:
    """A running mock; in ``with`` it is ended at the end, unless somebody else started it."""

    def __init__(
        self, url: str, process: Optional[subprocess.Popen] = None, token: Optional[str] = None
    ) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._process = process
        self._unnamed = 0
        self._runs: dict[str, int] = {}

    def space(self, name: Optional[str] = None) -> Space:
        """The space of this name; without one a space of its own at each call."""
        return Space(self.url, self._next_name() if name is None else name, self._token)

    def _next_name(self) -> str:
        # Ids and pictures follow from the name; in a mock that others use, too, it must not be theirs.
        self._unnamed += 1
        return f"test-{self._unnamed if self._process else uuid.uuid4().hex}"

    def _space_of(self, test: str) -> Space:
        """A space for a test, of the same name in each run; a test that runs again has another."""
        if self._process is None:
            return self.space()
        run = self._runs[test] = self._runs.get(test, 0) + 1
        return self.space(_name_of(test) + (f"-{run}" if run > 1 else ""))

    def close(self) -> None:
        """Ends the mock that was started here."""
        process, self._process = self._process, None
        if process is None:
            return
        process.stdin.close()
        try:
            process.wait(_END_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def __enter__(self) -> Mock:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def start_mock(
    command: Union[str, Sequence[str], None] = None,
    *,
    url: Optional[str] = None,
    seed: str = "test",
    speed: float = 20,
) -> Mock:
    """Uses the mock at ``url`` or ``FILMGATE_MOCK_URL``, or starts one on a free port, which ends with this process.

    ``command`` or ``FILMGATE_MOCK_COMMAND`` starts it instead of ``npx @filmgate/upstream-mock``.

    Raises a ``MockError`` if it does not start.
    """
    there = url or os.environ.get("FILMGATE_MOCK_URL")
    if there and command is None:
        return Mock(there, token=os.environ.get("FILMGATE_MOCK_CONTROL_TOKEN"))
    command = command or os.environ.get("FILMGATE_MOCK_COMMAND") or "npx --yes @filmgate/upstream-mock"
    words = shlex.split(command) if isinstance(command, str) else list(command)
    # On Windows npx is no program but a script, which has to be named in full.
    words[0] = shutil.which(words[0]) or words[0]
    serve = ["serve", "--port", "0", "--exit-with-parent", "--drop-spaces-after", "0", "--as", *BASE_PATHS]
    # A mock of this machine alone needs no token.
    env = {name: value for name, value in os.environ.items() if "MOCK_CONTROL_TOKEN" not in name}
    env.update({"FILMGATE_MOCK_SEED": seed, "FILMGATE_MOCK_SPEED": str(speed)})
    try:
        process = subprocess.Popen(
            words + serve, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True
        )
    except OSError as error:
        raise MockError(f"{words[0]} cannot be started: {error}") from error
    for line in process.stdout:
        found = re.search(r"listens on (http://\S+)", line)
        if found:
            return Mock(found[1], process)
    with process:
        process.stdin.close()
    raise MockError(f"{shlex.join(words + serve)} ended with {process.returncode}, and never listened")


def _name_of(test: str) -> str:
    """A name of a space for a test, the same in each run."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", test.split("::")[-1]).strip("-")[:40]
    return f"{readable or 'test'}-{hashlib.sha256(test.encode()).hexdigest()[:12]}"


if pytest is not None:

    @pytest.fixture(scope="session")
    def filmgate_mock():
        """The mock of this run."""
        with start_mock() as mock:
            yield mock

    @pytest.fixture
    def space(request, filmgate_mock):
        """A space of its own for this test; a finding that it does not expect fails it."""
        given = filmgate_mock._space_of(request.node.nodeid)
        yield given
        given.assert_clean()
