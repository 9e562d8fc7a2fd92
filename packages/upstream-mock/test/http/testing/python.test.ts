import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { startMock, startMockServer } from '@filmgate/upstream-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { personalityNames } from '../../../src/wires/personality-names.ts';

const folder = resolve(import.meta.dirname, '../../..');
const python = '/usr/bin/python3';

let address = '';
beforeEach(async () => {
  address = await mkdtemp(join(tmpdir(), 'filmgate-python-'));
});
afterEach(() => rm(address, { recursive: true }));

/** Runs a program of the folder by Python, with the module among its own. */
async function run(words: readonly string[], given: { readonly [name: string]: string } = {}) {
  const child = spawn(python, ['-W', 'error', ...words], {
    cwd: address,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(folder, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      FILMGATE_MOCK_COMMAND: `'${process.execPath}' --conditions=@filmgate/source '${folder}/src/cli.ts'`,
      ...given,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status: child.exitCode, said: `${out}${err}` };
}

async function runProgram(code: string, given = {}) {
  await writeFile(join(address, 'program.py'), code);
  return await run(['program.py'], given);
}

const client = `
import json, socket, urllib.parse, urllib.request

def wish(prompt, name):
    return json.dumps({
        "correlation_id": name, "model": "any", "media_type": "video", "prompt": prompt, "negative_prompt": None,
        "duration": 1, "aspect_ratio": "16:9", "resolution": "480p", "width": 64, "height": 64, "audio": False,
        "references": [],
    }).encode()

def submit(url, prompt, name):
    headers = {"authorization": "Bearer studio", "content-type": "application/json"}
    call = urllib.request.Request(url + "/v1/generations", wish(prompt, name), headers)
    try:
        with urllib.request.urlopen(call) as response:
            return json.load(response)
    except OSError:
        return None

def lost_connection(url):
    """A call that gets no response, and has reached the mock."""
    address = urllib.parse.urlsplit(url)
    wanted = wish("a kite [[mock:response=hang,accepted=no]]", "other")
    connection = socket.create_connection((address.hostname, address.port))
    head = f"POST {address.path}/v1/generations HTTP/1.1\\r\\nhost: x\\r\\nauthorization: Bearer studio\\r\\n"
    connection.sendall(f"{head}content-length: {len(wanted)}\\r\\n\\r\\n".encode() + wanted)
    return connection
`;

describe('filmgate_mock.py', () => {
  it('[mock.test-api.python] has all of a space, without pytest', async () => {
    const code = `
import datetime, sys
sys.modules["pytest"] = None
from filmgate_mock import MockError, VerdictError, start_mock
${client}
with start_mock() as mock:
    space, other = mock.space(), mock.space()
    assert space.name != other.name
    space.clock.mode("frozen")
    start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
    assert space.clock.set(start)["now"] == "2026-03-01T00:00:00.000Z"
    space.rule(name="lost", when={"attempt": 1}, then={"fault": "lost-response"}, times=1)
    assert submit(space.url, "a kite", "kite") is None
    assert submit(space.url, "a kite", "kite")["status"] == "queued"
    assert space.ledger("a kite")["accepted"] == 2
    assert space.ledger(answered=False)["accepted"] == 1
    assert other.ledger()["accepted"] == 0
    assert len(space.journal(op="submit", limit=1)["entries"]) == 1
    assert [rule["name"] for rule in space.rules()] == ["lost"]
    space.remove_rules("lost")
    assert space.rules() == []
    assert space.clock.advance(1)["now"] == "2026-03-01T00:00:00.001Z"
    assert space.clock.next()["next"] == space.clock.get()["next"]
    assert space.clock.until_idle()["next"] is None
    assert space.verdict()["outcome"] == "found"
    space.expect_findings("lost-film")
    try:
        space.assert_clean()
        raise SystemExit("clean")
    except VerdictError as error:
        assert "paid-twice" in [finding["code"] for finding in error.verdict["findings"]], error.verdict
        assert error.open_calls == [] and error.plan is None
        print(error)
    space.expect_findings("paid-twice:1")
    space.assert_clean()
    space.stored("kite", "0" * 64)
    space.gave_up("kite")
    space.account("studio", credits=0)
    space.reset(keep=["accounts"])
    space.assert_clean(jobs=0)
    assert submit(space.url, "a kite", "kite") is None
    space.expect_findings("key-reused")
    space.expect_jobs(0)
    try:
        space.assert_clean()
        raise SystemExit("found")
    except VerdictError as error:
        print([missing["code"] for missing in error.verdict["missing"]])
    try:
        space.clock.advance(float("nan"))
    except ValueError as error:
        print(error)
    space.reset()
    space.ignore_findings("nothing-seen")
    with lost_connection(space.url) as connection:
        try:
            space.assert_clean(by=["client"])
            raise SystemExit("no open call")
        except VerdictError as error:
            assert [call["path"] for call in error.open_calls] == ["/v1/generations"], error
            print(error)
    try:
        space.clock.advance(-1)
    except MockError as error:
        print(error)
    print(space.base_url("openai-videos").replace(space.url, ""))
try:
    space.verdict()
except MockError as error:
    print(error)
`;
    const { status, said } = await runProgram(code);
    expect(said).toMatch(/^found: space test-1: \d+ requests, 2 jobs, .*\npaid-twice/s);
    expect(said).toMatch(/^open call: POST \/v1\/generations \(journal: \d+\) has not ended/m);
    expect(said).toContain('JSON compliant');
    expect(said).toMatch(/no mock responds at http:\S+\/_mock\/s\/test-1: .*refused/);
    expect(said).toContain("['key-reused']");
    expect(said).toMatch(/the mock refused clock: .*advance/s);
    expect(said).toContain('/openai-videos/v1');
    expect(status).toBe(0);
  });

  it('[mock.test-api.python] [mock.test-api.wishes] [mock.test-api.idle] fails a test unless its verdict is clean', async () => {
    const code = `import uuid, pytest
${client}
lost = "a kite [[mock:lost-response]]"

def download(space, job):
    space.clock.until_idle()
    headers = {"authorization": "Bearer studio"}
    for path in ("generations", "results"):
        call = urllib.request.Request(f"{space.url}/v1/{path}/{job['id']}", headers=headers)
        with urllib.request.urlopen(call) as response:
            body = response.read()
    assert body[4:8] == b"ftyp"

def test_pays_twice(space):
    submit(space.url, lost, "kite")
    submit(space.url, lost, "kite")

def test_loses_the_response(space):
    submit(space.url, lost, "kite")

def test_loses_the_response_early(space):
    submit(space.url, lost, "kite")
    space.clock.advance(3_600_000)

def test_forgets_the_id(space):
    assert submit(space.url, "a kite", "kite")["id"]

def test_calls_no_mock(space):
    pass

def test_expects_what_does_not_happen(space):
    space.expect_findings("paid-twice")
    download(space, submit(space.url, "a kite", "kite"))

@pytest.mark.filmgate(jobs=1, ignore=["lost-film"])
class TestOfOneJob:
    def test_names_each_attempt(self, space):
        submit(space.url, lost, str(uuid.uuid4()))
        download(space, submit(space.url, "a kite", str(uuid.uuid4())))

    @pytest.mark.filmgate(jobs=2)
    def test_wants_two_jobs(self, space):
        download(space, submit(space.url, "a kite", "kite"))

    def test_good_takes_its_video(self, space):
        download(space, submit(space.url, "a kite", "kite"))

    def test_good_loses_its_video(self, space):
        submit(space.url, lost, "kite")

@pytest.mark.filmgate(jobs=0)
def test_good_calls_no_mock_and_means_it(space):
    pass

@pytest.mark.filmgate(expect=["paid-twice", "lost-film:1"], ignore=["paid-again"])
def test_good_expects_what_happens(space):
    submit(space.url, lost, "kite")
    submit(space.url, lost, "kite")

def test_good_skips_itself(space):
    pytest.skip("no reason")

@pytest.mark.xfail
def test_good_fails_as_expected(space):
    assert False

def test_good_that_runs_again_has_another_space(filmgate_mock):
    names = [filmgate_mock._space_of("test_retried").name for _ in range(3)]
    assert len(set(names)) == 3 and names[1] == names[0] + "-2"
`;
    await writeFile(join(address, 'test_clients.py'), code);
    const words = ['-m', 'pytest', '-p', 'filmgate_mock', '-p', 'no:cacheprovider', '--tb=line'];
    const { status, said } = await run([...words, '-rE', '--strict-markers']);
    for (const [test, found] of [
      ['test-pays-twice', 'paid-twice'],
      ['test-loses-the-response', 'lost-film'],
      ['test-loses-the-response-early', 'lost-film'],
      ['test-forgets-the-id', 'lost-film'],
      ['test-calls-no-mock', 'nothing-seen'],
      ['test-expects-what-does-not-happen', 'paid-twice'],
      ['test-names-each-attempt', 'paid-twice'],
      ['test-wants-two-jobs', 'missing-job'],
    ])
      expect(said).toMatch(
        new RegExp(
          `VerdictError: \\w+: space ${test}-[\\da-f]{12}: (?:(?!VerdictError).)*^E? *(?:missing: |undecided: )?${found}`,
          'ms',
        ),
      );
    expect(said).not.toMatch(/ERROR .*test_good/);
    expect(said).toContain('13 passed, 1 skipped, 1 xfailed, 8 errors');
    expect(status).toBe(1);
    // In a mock that others use, too, a second run finds nothing of the first.
    const mock = await startMock();
    for (let runs = 0; runs < 2; runs += 1) {
      const again = await run([...words, '-k', 'good_takes'], { FILMGATE_MOCK_URL: mock.url });
      expect(again.said).toContain('1 passed');
    }
    await mock.close();
  });

  it('[mock.test-api.python] [mock.test-api.wishes] refuses a marker that has no effect', async () => {
    const test = (marker: string, fixture: string) =>
      `import pytest\n@pytest.mark.filmgate(${marker})\ndef test_kite(${fixture}): pass\n`;
    const words = ['-m', 'pytest', '-p', 'filmgate_mock', '-p', 'no:cacheprovider'];
    await writeFile(join(address, 'test_kite.py'), test('jobs=1', ''));
    expect((await run(words)).said).toContain('the marker filmgate needs the fixture space');
    await writeFile(join(address, 'test_kite.py'), test('job=1', 'space'));
    expect((await run(words)).said).toContain("unexpected keyword argument 'job'");
  });

  it('[mock.test-api.python] [mock.chaos.plan] says chaos and its plan where a verdict fails', async () => {
    const mock = await startMock({ chaos: { profile: 'lossy', seed: '7' } });
    const code = `
from filmgate_mock import VerdictError, start_mock
${client}
space = start_mock().space()
assert space.rule(then={"fault": "lost-response"})["when"] == {"op": "submit"}
for name in ["one", "two", "three", "four"] * 2:
    submit(space.url, "a kite", name)
try:
    space.assert_clean()
except VerdictError as error:
    assert error.plan["filmgate_mock_plan"] == 1 and len(error.plan["faults"]) > 0
    print(error)
`;
    const { said, status } = await runProgram(code, { FILMGATE_MOCK_URL: mock.url });
    await mock.close();
    expect(said).toMatch(/^chaos: profile lossy, seed 7;.*\nplan: \{"filmgate_mock_plan": 1, /m);
    expect(status).toBe(0);
  });

  it('[mock.test-api.python] [mock.control-token] sends a mock that others started its token', async () => {
    const controlToken = 'a-token-of-mine';
    const usual = { host: '127.0.0.1', port: 0, seed: 'seed', speed: 1, control: true };
    const mock = await startMockServer({ ...usual, controlToken, now: () => 0 });
    const code = `
from filmgate_mock import MockError, start_mock
try:
    with start_mock() as mock:
        print(mock.space("one").ledger()["accepted"])
except MockError as error:
    print(error)
`;
    const env = { FILMGATE_MOCK_URL: mock.url };
    expect((await runProgram(code, env)).said).toContain('require Authorization: Bearer');
    const known = { FILMGATE_MOCK_CONTROL_TOKEN: controlToken };
    expect((await runProgram(code, { ...env, ...known })).said).toBe('0\n');
    expect((await runProgram(code, known)).said).toBe('0\n');
    await mock.close();
  });

  it('[mock.test-api.python] points clients where the test API of Node does', async () => {
    const code = `
import json
from filmgate_mock import BASE_PATHS, Space
space = Space("http://127.0.0.1:1", "one")
env = {client: space.env(client, "key") for client in ("openai", "runway", "google", "openrouter")}
try:
    space.env("fal")
except ValueError as error:
    print(json.dumps({"paths": BASE_PATHS, "env": env, "refused": str(error)}))
`;
    const { said } = await runProgram(code);
    const mock = await startMock();
    const space = mock.space('one');
    await mock.close();
    const schema = z.object({
      paths: z.record(z.string(), z.string()),
      env: z.record(z.string(), z.unknown()),
      refused: z.string(),
    });
    const { paths, env, refused } = schema.parse(JSON.parse(said.replaceAll(':1/', ':PORT/')));
    const { port } = new URL(mock.url);
    const clients = ['openai', 'runway', 'google', 'openrouter'] as const;
    const ours = Object.fromEntries(clients.map((name) => [name, space.env(name, 'key')]));
    expect(env).toEqual(JSON.parse(JSON.stringify(ours).replaceAll(`:${port}/`, ':PORT/')));
    expect(Object.keys(paths)).toEqual(personalityNames);
    expect(`${space.url}${paths['replicate']}`).toBe(space.replicate().baseUrl);
    expect(`${space.url}${paths['openrouter']}`).toBe(space.openrouter().serverURL);
    expect(`${space.url}${paths['luma']}`).toBe(space.luma().baseURL);
    expect(`${space.url}${paths['openai-videos']}`).toBe(space.openai().baseURL);
    expect(refused).toContain('fal reads no URL');
  });

  it('[mock.test-api.python] says why there is no mock', async () => {
    const code = `
from filmgate_mock import MockError, start_mock
for command in ["no-such-program", ["false"]]:
    try:
        start_mock(command)
    except MockError as error:
        print(error)
`;
    const { said } = await runProgram(code);
    expect(said).toMatch(/^no-such-program cannot be started: .*\n.*false serve --port 0 .*exited/);
  });

  it('[mock.test-api.python] is written in Python 3.9, and its mock ends with the process', async () => {
    const code = `
import ast, filmgate_mock, os
with open(filmgate_mock.__file__) as source:
    ast.parse(source.read(), feature_version=(3, 9))
mock = filmgate_mock.start_mock()
print(mock.url, flush=True)
os._exit(0)
`;
    const { said } = await runProgram(code);
    const reached = () =>
      fetch(said.trim()).then(
        () => true,
        () => false,
      );
    await expect.poll(reached, { timeout: 10_000 }).toBe(false);
  });
});
