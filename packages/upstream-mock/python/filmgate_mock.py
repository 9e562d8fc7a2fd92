"""The mock of paid video providers, for tests in Python 3.9 or newer.

One file without other packages: copy it beside your tests, or add its folder to ``PYTHONPATH``. It starts the mock
beside it or in its package for the process, or uses the mock at ``FILMGATE_MOCK_URL``. With pytest::

    pytest_plugins = ["filmgate_mock"]  # in conftest.py

    def test_a_lost_response_is_not_paid_twice(space):
        space.rule(when={"attempt": 1}, then={"fault": "lost-response"})
        buy_video(space.base_url("openai-videos"), "a kite")
        space.clock.until_idle()
        assert space.ledger("a kite")["accepted"] == 1

After the test the verdict is checked, and a finding fails the test. Without pytest::

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
except ImportError:  # Optional.
    pytest = None  # type: ignore[assignment]

__all__ = ["Clock", "Mock", "MockError", "Space", "VerdictError", "start_mock"]

#: Path after the URL of a space in the base URL of each provider's clients.
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

#: Time for the mock to stop, in seconds; then it is killed.
_END_WITHIN = 10

# A proxy of the environment would be used for addresses of this machine, too.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class MockError(Exception):
    """The mock did not start, or refused a call; the message is the mock's."""


class VerdictError(AssertionError):
    """Raised for unexpected findings, or if expected ones are missing.

    ``findings`` has the unexpected ones, ``missing`` the codes of missing ones, ``plan`` the faults drawn by chaos, for
    a file for ``serve --plan``; ``None`` without chaos.
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
    """The clock of a space. A move returns the state of the clock when everything that is due has happened."""

    def __init__(self, space: Space) -> None:
        self._space = space

    def get(self) -> dict:
        """Returns ``{"mode", "now", "next", "waiting"}``."""
        return self._space._call("clock")

    def mode(self, mode: str) -> dict:
        """Sets the mode: ``real``, ``scaled(20)``, ``frozen`` or ``skip``."""
        return self._move(mode=mode)

    def set(self, instant: Union[str, datetime.datetime]) -> dict:
        """Sets the time: a datetime with its zone, or ``2026-03-01T00:00:00Z``. Back only before the space has jobs."""
        return self._move(set=instant if isinstance(instant, str) else instant.isoformat())

    def advance(self, ms: float) -> dict:
        """Moves the clock ahead, in ms."""
        return self._move(advance=ms)

    def next(self) -> dict:
        """Moves the clock to the next change."""
        return self._move(next=True)

    def until_idle(self) -> dict:
        """Moves the clock until no change is due, so that every job has ended."""
        return self._move(untilIdle=True)

    def _move(self, **wish: object) -> dict:
        return self._space._call("clock", wish)


class Space:
    """The space of one test at a mock, with its own jobs, time, accounts, rules and ledger."""

    def __init__(self, mock_url: str, name: str, token: Optional[str] = None) -> None:
        self.name = name
        #: Prefix of base URLs; without a slash at the end.
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
        """Environment of ``openai``, ``runway``, ``google`` or ``openrouter`` clients; ``key`` is the account."""
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
        """Creates a rule: ``then``, and optionally ``when``, ``times`` and ``name``; see docs/mock/rules.md."""
        return self._call("rules", {"when": {}, **rule})

    def rules(self) -> list:
        """Returns all rules, with their counts."""
        return self._call("rules")["rules"]

    def remove_rules(self, name: Optional[str] = None) -> None:
        """Removes the rule of this name, or all."""
        self._call("rules", query={"name": name}, method="DELETE")

    def ledger(self, contains: Optional[str] = None, **filters: object) -> dict:
        """Returns accepted jobs and their charges. ``contains``: only jobs whose prompt has this text."""
        return self._call("ledger", query={"contains": contains, **filters})

    def journal(self, **wish: object) -> dict:
        """Returns each request and its response, filtered by ``since``, ``op``, ``key`` and ``limit``."""
        return self._call("journal", query=wish)

    def callback_secret(self) -> str:
        """Returns the secret that signs callbacks of the mock's own API: ``whsec_…``, as in Standard Webhooks."""
        return self._call("callback-secret")["secret"]

    def verdict(self) -> dict:
        """Returns the findings about the clients: ``{"clean", "findings", "unknown"}``."""
        return self._call("verdict")

    def expect_findings(self, *codes: str) -> None:
        """Adds expected findings: ``assert_clean`` accepts them, and fails if one of them is missing."""
        self._expected.update(codes)

    def assert_clean(self) -> None:
        """Raises a ``VerdictError`` for an unexpected finding, or if an expected one is missing."""
        verdict = self.verdict()
        findings = verdict["findings"]
        surprises = [finding for finding in findings if finding["code"] not in self._expected]
        missing = sorted(self._expected - {finding["code"] for finding in findings})
        if surprises or missing:
            chaos = verdict.get("chaos")
            plan = self._call("plan") if chaos else None
            raise VerdictError(self.name, surprises, missing, chaos, plan)

    def account(self, key: str, **settings: object) -> dict:
        """Sets the limits of an account: ``credits``, ``concurrency``, ``rate``, ``login``."""
        return self._call("accounts", {"key": key, **settings})

    def stored(self, key: str, sha256: str) -> None:
        """Reports the bytes that the client stored, by their digest in hexadecimal digits."""
        self._call("stored", {"key": key, "sha256": sha256})

    def gave_up(self, key: str) -> None:
        """Reports that the client treats this work as failed."""
        self._call("gave-up", {"key": key})

    def reset(self, keep: Sequence[str] = ()) -> None:
        """Deletes everything, also expected findings, except ``clock``, ``accounts`` or ``rules`` in ``keep``."""
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
    """A running mock; ``with`` stops it at the end, unless it was started elsewhere."""

    def __init__(
        self, url: str, process: Optional[subprocess.Popen] = None, token: Optional[str] = None
    ) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._process = process
        self._unnamed = 0
        self._runs: dict[str, int] = {}

    def space(self, name: Optional[str] = None) -> Space:
        """Returns the space of this name; without one a new space at each call."""
        return Space(self.url, self._next_name() if name is None else name, self._token)

    def _next_name(self) -> str:
        # Ids and pictures follow from the name; at a shared mock it must be unique.
        self._unnamed += 1
        return f"test-{self._unnamed if self._process else uuid.uuid4().hex}"

    def _space_of(self, test: str) -> Space:
        """A space for a test, with the same name in each run; a repeated test gets another one."""
        if self._process is None:
            return self.space()
        run = self._runs[test] = self._runs.get(test, 0) + 1
        return self.space(_name_of(test) + (f"-{run}" if run > 1 else ""))

    def close(self) -> None:
        """Stops the mock if it was started here."""
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
    """Uses the mock at ``url`` or ``FILMGATE_MOCK_URL``, or starts one on a free port that stops with this process.

    ``command`` or ``FILMGATE_MOCK_COMMAND`` starts it instead of Node with the mock beside this file or in its package.

    Raises a ``MockError`` if it does not start.
    """
    there = url or os.environ.get("FILMGATE_MOCK_URL")
    if there and command is None:
        return Mock(there, token=os.environ.get("FILMGATE_MOCK_CONTROL_TOKEN"))
    command = command or os.environ.get("FILMGATE_MOCK_COMMAND") or _mock_at_hand()
    words = shlex.split(command) if isinstance(command, str) else list(command)
    # On Windows npx, in a command, is a script, which has to be named in full.
    words[0] = shutil.which(words[0]) or words[0]
    serve = ["serve", "--port", "0", "--exit-with-parent", "--drop-spaces-after", "0", "--as", *BASE_PATHS]
    # A mock on loopback needs no token.
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
    raise MockError(f"{shlex.join(words + serve)} exited with {process.returncode} before it listened")


def _mock_at_hand() -> Sequence[str]:
    """The command of the mock beside this file, or in the package that this file is part of."""
    folder = os.path.dirname(os.path.abspath(__file__))
    for path in ("filmgate-mock.mjs", "../dist/cli.js"):
        if os.path.exists(os.path.join(folder, path)):
            return ["node", os.path.join(folder, path)]
    raise MockError(f"no filmgate-mock.mjs is in {folder}: copy it there, or set FILMGATE_MOCK_COMMAND")


def _name_of(test: str) -> str:
    """The name of a test's space, the same in each run."""
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
        """A new space for this test; an unexpected finding fails the test."""
        given = filmgate_mock._space_of(request.node.nodeid)
        yield given
        given.assert_clean()
