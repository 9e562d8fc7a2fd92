import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { startMock, startMockServer } from '@filmgate/upstream-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { personalityNames } from '../../../src/wires/known-personalities.ts';

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
import json, urllib.request

def submit(url, prompt, name):
    wanted = {
        "correlation_id": name, "model": "any", "media_type": "video", "prompt": prompt, "negative_prompt": None,
        "duration": 1, "aspect_ratio": "16:9", "resolution": "480p", "width": 64, "height": 64, "audio": False,
        "references": [],
    }
    headers = {"authorization": "Bearer studio", "content-type": "application/json"}
    call = urllib.request.Request(url + "/v1/generations", json.dumps(wanted).encode(), headers)
    try:
        with urllib.request.urlopen(call) as response:
            return json.load(response)
    except OSError:
        return None
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
    assert not space.verdict()["clean"]
    space.expect_findings("lost-film")
    try:
        space.assert_clean()
        raise SystemExit("clean")
    except VerdictError as error:
        assert [finding["code"] for finding in error.findings] == ["paid-twice"], error.findings
        print(error)
    space.expect_findings("paid-twice")
    space.assert_clean()
    space.stored("kite", "0" * 64)
    space.gave_up("kite")
    space.account("studio", credits=0)
    space.reset(keep=["accounts"])
    space.assert_clean()
    assert submit(space.url, "a kite", "kite") is None
    space.expect_findings("key-reused")
    try:
        space.assert_clean()
        raise SystemExit("found")
    except VerdictError as error:
        print(error.missing)
    try:
        space.clock.advance(-1)
    except MockError as error:
        print(error)
    print(space.base_url("openai-videos").replace(space.url, ""))
`;
    const { status, said } = await runProgram(code);
    expect(said).toMatch(/^The verdict on space "test-1":\npaid-twice \(error\) id:kite\n {2}\w/);
    expect(said).toContain("['key-reused']");
    expect(said).toMatch(/the mock refused clock: .*advance/s);
    expect(said).toContain('/openai-videos/v1');
    expect(status).toBe(0);
  });

  it('[mock.test-api.python] fails a test on a finding, in a space of its own for each', async () => {
    const code = `${client}
def test_pays_twice(space):
    submit(space.url, "a kite [[mock:lost-response,queue=1h]]", "kite")
    submit(space.url, "a kite [[mock:lost-response,queue=1h]]", "kite")

def test_pays_once(space):
    submit(space.url, "a kite [[mock:queue=1h]]", "kite")
    assert space.ledger()["accepted"] == 1

def test_that_runs_again_has_another_space(filmgate_mock):
    names = [filmgate_mock._space_of("test_retried").name for _ in range(3)]
    assert len(set(names)) == 3 and names[1] == names[0] + "-2"

def test_is_thought_to_pay_twice(space):
    space.expect_findings("paid-twice")
`;
    await writeFile(join(address, 'test_clients.py'), code);
    const words = ['-m', 'pytest', '-p', 'filmgate_mock', '-p', 'no:cacheprovider'];
    const { status, said } = await run(words);
    expect(said).toMatch(/VerdictError: The verdict on space "test-pays-twice-\w+":\n.*paid-twice/);
    expect(said).toContain('paid-twice was expected, and was not found');
    expect(said).toContain('4 passed, 2 errors');
    expect(status).toBe(1);
    // In a mock that others use, too, a second run finds nothing of the first.
    const mock = await startMock();
    for (let runs = 0; runs < 2; runs += 1) {
      const again = await run([...words, '-k', 'pays_once'], { FILMGATE_MOCK_URL: mock.url });
      expect(again.said).toContain('1 passed');
    }
    await mock.close();
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
