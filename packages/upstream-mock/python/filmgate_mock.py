"""The mock of paid video providers, for tests in Python 3.9 or newer.

One file without other packages: copy it beside your tests, or add its folder to ``PYTHONPATH``. It starts the mock
beside it or in its package for the process, or uses the mock at ``FILMGATE_MOCK_URL``. With pytest::

    pytest_plugins = ["filmgate_mock"]  # in conftest.py

    def test_a_lost_response_is_not_paid_twice(space):
        space.rule(when={"attempt": 1}, then={"fault": "lost-response"})
        space.expect_jobs(1)
        buy_video(space.base_url("openai-videos"), "a kite")

After the test every job is brought to its end, and a verdict that is not clean fails the test. Without pytest::

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
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

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
    "openai-images": "/openai-images/v1",
    "fal": "/fal/",
    "replicate": "/replicate/v1",
    "runway": "/runway",
    "google": "/google",
    "openrouter": "/openrouter/api/v1",
    "luma": "/luma/v1",
    "minimax": "/minimax",
    "dashscope": "/dashscope/api/v1",
    "xai": "/xai/v1",
    "vidu": "/vidu",
    "kie": "/kie",
    "aimlapi": "/aimlapi",
}

#: Time for the mock to stop, in seconds; then it is killed.
_END_WITHIN = 10

#: Time in which the mock notices that a client has disconnected, in seconds.
_PATIENCE = 1
_PAUSE = 0.01

# A proxy of the environment would be used for addresses of this machine, too.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class MockError(Exception):
    """The mock did not start, or refused a call; the message is the mock's."""


class VerdictError(AssertionError):
    """Raised for a verdict that is not clean; the message is the verdict as the mock prints it.

    ``verdict`` is its JSON, ``open_calls`` has the journal's entries of calls that were still open, ``plan`` the faults
    drawn by chaos, for a file for ``serve --plan``; ``None`` without chaos.
    """

    def __init__(self, verdict: dict, text: str, open_calls: Sequence[dict], plan: Optional[dict]) -> None:
        lines = [
            f"open call: {call['method']} {call['path']} (journal: {call['id']}) has not ended:"
            " await it before the test ends"
            for call in open_calls
        ]
        lines.append(text.rstrip())
        if plan is not None:
            lines.append(f"plan: {json.dumps(plan)}")
        super().__init__("\n".join(lines))
        self.verdict = verdict
        self.open_calls = list(open_calls)
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


def _add_wishes(
    earlier: Mapping[str, Any],
    jobs: Optional[int] = None,
    expect: Iterable[str] = (),
    ignore: Iterable[str] = (),
    by: Optional[Iterable[str]] = None,
    strict: Optional[bool] = None,
    single_test: Optional[bool] = None,
) -> dict[str, Any]:
    """Adds wishes about a verdict to earlier ones: ``expect`` and ``ignore`` grow, and other values are replaced."""
    further = {"jobs": jobs, "by": by, "strict": strict, "single_test": single_test}
    return {
        **earlier,
        **{name: value for name, value in further.items() if value is not None},
        "expect": [*earlier.get("expect", ()), *expect],
        "ignore": [*earlier.get("ignore", ()), *ignore],
    }


class Space:
    """The space of one test at a mock, with its own jobs, time, accounts, rules and ledger."""

    def __init__(self, mock_url: str, name: str, token: Optional[str] = None, **wishes: Any) -> None:
        self.name = name
        #: Prefix of base URLs; without a slash at the end.
        self.url = f"{mock_url}/s/{name}"
        self.clock = Clock(self)
        self._control = f"{mock_url}/_mock/s/{name}"
        self._headers = {"content-type": "application/json"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"
        self._defaults = self._wishes = _add_wishes({"single_test": True}, **wishes)

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

    def expect_jobs(self, jobs: int) -> None:
        """Sets the wanted number of jobs: more are ``paid-twice``, fewer ``missing-job``; 0 = no call of the mock."""
        self._wishes = _add_wishes(self._wishes, jobs=jobs)

    def expect_findings(self, *codes: str) -> None:
        """Adds findings, as ``paid-twice`` or ``paid-twice:2``, that do not fail the test, but their absence does."""
        self._wishes = _add_wishes(self._wishes, expect=codes)

    def ignore_findings(self, *codes: str) -> None:
        """Adds codes that do not fail the test."""
        self._wishes = _add_wishes(self._wishes, ignore=codes)

    def verdict(self, **wishes: Any) -> dict:
        """Returns the verdict as of now, by the wishes of the test and these.

        Wishes are ``jobs``, ``expect`` and ``ignore`` as above, ``by`` (only findings of ``client``, ``provider``,
        ``wire`` or ``test`` count), ``strict`` (warnings fail the test, too) and ``single_test`` (``False`` if several
        tests share the space).
        """
        return self._call("verdict", query=self._verdict_query(wishes))

    def assert_clean(self, **wishes: Any) -> None:
        """Raises a ``VerdictError`` unless the verdict is clean, by the wishes of the test and these.

        Before, the clock is moved until every job has ended, and calls that the client has left get a second to end.
        """
        open_calls = self._end_test()
        query = self._verdict_query(wishes)
        verdict = self._call("verdict", query=query)
        if verdict["outcome"] == "clean" and not open_calls:
            return
        text = self._read("verdict", query=query, accept="text/plain")
        plan = self._call("plan") if verdict.get("chaos") else None
        raise VerdictError(verdict, text, open_calls, plan)

    def _verdict_query(self, wishes: Mapping[str, Any]) -> dict[str, object]:
        known = _add_wishes(self._wishes, **wishes).items()
        lists = {name: ",".join(value) for name, value in known if isinstance(value, (list, tuple))}
        return {name: value for name, value in {**dict(known), **lists}.items() if value or name == "jobs"}

    def _end_test(self) -> list[dict]:
        """Moves the clock until every job has ended. Returns calls of the client that are still open."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            self.clock.until_idle()
            open_calls = self._open_calls()
            if not open_calls or time.monotonic() >= deadline:
                return open_calls
            time.sleep(_PAUSE)

    def _open_calls(self) -> list[dict]:
        found: list[dict] = []
        page = {"entries": [None], "next": 0}
        while page["entries"]:
            page = self.journal(since=page["next"], limit=1_000)
            found += [one for one in page["entries"] if one["ended"] is None and one["op"] != "callback"]
        return found

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
        """Deletes everything, also the wishes of the test, except ``clock``, ``accounts`` or ``rules`` in ``keep``."""
        self._call("reset", {"keep": list(keep)})
        self._wishes = self._defaults

    def _call(self, path: str, *given: Any, **named: Any) -> Any:
        return json.loads(self._read(path, *given, **named))

    def _read(
        self,
        path: str,
        body: Optional[Mapping[str, object]] = None,
        query: Mapping[str, object] = {},
        method: Optional[str] = None,
        accept: str = "application/json",
    ) -> str:
        words = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in query.items()
            if value is not None
        }
        url = f"{self._control}/{path}?{urllib.parse.urlencode(words)}"
        # NaN is no JSON.
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        request = urllib.request.Request(url, data, {**self._headers, "accept": accept}, method=method)
        try:
            with _OPENER.open(request) as response:
                return response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode("utf-8", "replace")
            raise MockError(f"the mock refused {path}: {_message_of(text)}") from None
        except urllib.error.URLError as error:
            raise MockError(f"no mock responds at {self._control}: {error.reason}") from None


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

    def space(self, name: Optional[str] = None, **wishes: Any) -> Space:
        """Returns the space of this name; without one a new space at each call. ``wishes`` as of ``Space.verdict``."""
        space = Space(self.url, self._next_name() if name is None else name, self._token, **wishes)
        # Creates the space, which control routes that read do not.
        space.clock._move()
        return space

    def _next_name(self) -> str:
        # Ids and pictures follow from the name; at a shared mock it must be unique.
        self._unnamed += 1
        return f"test-{self._unnamed if self._process else uuid.uuid4().hex}"

    def _space_of(self, test: str, **wishes: Any) -> Space:
        """A space for a test, with the same name in each run; a repeated test gets another one."""
        if self._process is None:
            return self.space(**wishes)
        run = self._runs[test] = self._runs.get(test, 0) + 1
        return self.space(_name_of(test) + (f"-{run}" if run > 1 else ""), **wishes)

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

    def pytest_configure(config):
        words = "filmgate(jobs=None, expect=(), ignore=(), by=(), strict=False): wishes about the verdict on `space`"
        config.addinivalue_line("markers", words)

    def pytest_collection_modifyitems(items):
        for item in items:
            if item.get_closest_marker("filmgate") and "space" not in getattr(item, "fixturenames", ()):
                raise pytest.UsageError(f"{item.nodeid}: the marker filmgate needs the fixture space")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(item):
        report = (yield).get_result()
        item._filmgate_ran = report.when == "call" and not report.skipped

    @pytest.fixture(scope="session")
    def filmgate_mock():
        """The mock of this run."""
        with start_mock() as mock:
            yield mock

    @pytest.fixture
    def space(request, filmgate_mock):
        """A new space for this test; a verdict that is not clean fails the test."""
        wishes: dict[str, Any] = {}
        for marker in reversed(list(request.node.iter_markers("filmgate"))):
            wishes = _add_wishes(wishes, *marker.args, **marker.kwargs)
        given = filmgate_mock._space_of(request.node.nodeid, **wishes)
        yield given
        # A test that skipped itself, or failed as it was expected to, has no verdict.
        if getattr(request.node, "_filmgate_ran", True):
            given.assert_clean()
