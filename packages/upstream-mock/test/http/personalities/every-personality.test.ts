import { errorOf } from '@filmgate/provider-facts';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  callWire,
  credentialOf,
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import {
  invalidRow,
  type WireHabits,
  wireHabits,
} from '../../support/personalities/wire-habits.ts';

let server: PersonalityServer;
let videos = 0;

beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

/** A prompt and a name no other test has. */
function fresh(tokens = 'queue=1s,run=1s') {
  videos += 1;
  const prompt = `video ${videos} [[mock:${tokens}]]`;
  return { prompt, ownId: `job-${videos}.1`, contains: `video ${videos} ` };
}

/** The id of a submission that must be accepted. */
async function accepted(habits: WireHabits, prompt: string, ownId?: string): Promise<string> {
  const response = await server.call(habits.name, habits.submission(prompt, ownId));
  const id = habits.acceptedId(response.body);
  if (id === undefined) throw new Error(`not accepted: ${response.status} ${response.text}`);
  return id;
}

const codes = z.array(z.looseObject({ code: z.string(), by: z.string() }));

async function verdictOf(space: string) {
  const response = await fetch(space.replace('/s/', '/_mock/s/').concat('/verdict'));
  return z.looseObject({ findings: codes }).parse(await response.json());
}

/** The kind of failure, or the response. */
async function outcomeOf(call: Promise<{ readonly status: number }>): Promise<string> {
  try {
    return String((await call).status);
  } catch {
    return 'no answer';
  }
}

describe.each(wireHabits.map((habits) => ({ title: habits.name, ...habits })))(
  '$title',
  (habits) => {
    const { name, title, errors } = habits;
    const read = (id: string) => server.call(name, habits.status(id));
    const statusOf = (kind: keyof typeof errors.refusals) =>
      errorOf(errors, errors.refusals[kind]).status;
    /** URL of the video of a completed job. */
    const videoOf = async (id: string) => {
      const { body } = await server.call(name, (habits.result ?? habits.status)(id));
      const reported = habits.reported(body);
      if (habits.result === undefined) expect(reported?.state).toBe(habits.words.completed);
      return habits.video(id, reported?.url);
    };
    /** The file at such a place, with a key where it needs one. */
    const fileAt = (endpoint: ReturnType<WireHabits['video']>) =>
      'url' in endpoint
        ? callWire(endpoint.url, { key: null })
        : server.call(name, { ...endpoint, follows: true });
    const listedBy = async (ownId: string, key = 'key-1') =>
      habits.list === null
        ? undefined
        : habits.listed((await server.call(name, { ...habits.list(ownId), key })).body);

    it('[providers.personalities.wire] makes a video, tells each state in its own words, and lists it', async () => {
      const { prompt, ownId, contains } = fresh();
      const id = await accepted(habits, prompt, ownId);
      expect(habits.reported((await read(id)).body)?.state).toBe(habits.words.queued);
      server.advance(1_000);
      expect(habits.reported((await read(id)).body)?.state).toBe(habits.words.running);
      server.advance(1_000);
      expect(habits.reported((await read(id)).body)?.state).toBe(habits.words.completed);
      const endpoint = await videoOf(id);
      const video = await fileAt(endpoint);
      expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4']);
      expect(video.text.slice(4, 8)).toBe('ftyp');
      if (habits.list !== null) expect(await listedBy(ownId)).toBeGreaterThan(0);
      const ledger = await server.ledger(contains);
      expect(ledger).toMatchObject({ accepted: 1, completed: 1 });
      expect(ledger.jobs[0]).toMatchObject({ id, wire: name, account: 'key-1', answered: true });
      if (habits.hasOwnIds) expect(ledger.jobs[0]?.correlation_id).toBe(ownId);
    });

    it('[providers.personalities.wire] hides a job from other accounts and other wires', async () => {
      const id = await accepted(habits, fresh().prompt);
      expect(habits.reported((await read(id)).body)).toBeDefined();
      const foreign = await server.call(name, { ...habits.status(id), key: 'key-2' });
      expect(habits.reported(foreign.body)).toBeUndefined();
      for (const other of wireHabits.filter((known) => known.name !== name)) {
        const response = await server.call(other.name, other.status(id));
        expect(other.reported(response.body)).toBeUndefined();
      }
      expect((await callWire(`${server.url}/v1/generations/${id}`, {})).status).toBe(404);
    });

    it('[providers.personalities.errors] refuses calls without a credential, and of accounts that may not call', async () => {
      const { prompt, contains } = fresh();
      const submission = habits.submission(prompt);
      for (const call of [submission, habits.status('1')]) {
        const none = await server.call(name, { ...call, key: null });
        expect([none.status, habits.code(none.body)]).toEqual([
          statusOf('login'),
          expect.any(String),
        ]);
        const basic = { authorization: 'Basic a2V5OnNlY3JldA==' };
        const wrong = await server.call(name, {
          ...call,
          key: null,
          headers: { ...call.headers, ...basic },
        });
        expect([wrong.status, habits.code(wrong.body)]).toEqual([
          statusOf('login'),
          expect.any(String),
        ]);
        const expired = await server.call(name, { ...call, key: 'expired-key' });
        expect([expired.status, habits.code(expired.body)]).toEqual(
          habits.expired ?? [401, errors.refusals.login],
        );
        const banned = await server.call(name, { ...call, key: 'banned-key' });
        expect([banned.status, habits.code(banned.body)]).toEqual([
          statusOf('forbidden'),
          errors.refusals.forbidden,
        ]);
      }
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    });

    it.each(errors.errors)(
      '[providers.personalities.errors] says $status $code as its documents list it, and accepts nothing',
      async ({ code, status }) => {
        const { prompt, contains } = fresh(`refuse-code=${code}`);
        const response = await server.call(name, habits.submission(prompt));
        expect([response.status, habits.code(response.body)]).toEqual([status, code]);
        expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
      },
    );

    it.each([
      ['refuse=400', 'invalid'],
      ['refuse=401', 'login'],
      ['refuse=403', 'forbidden'],
      ['refuse=429', 'rate_limited'],
      ['refuse=503', 'unavailable'],
      ['no-such-token', 'invalid'],
      ['refuse-code=no_such_code', 'invalid'],
    ] as const)('[providers.personalities.errors] words %s as its own %s', async (token, kind) => {
      const { prompt, contains } = fresh(token);
      const response = await server.call(name, habits.submission(prompt));
      const row = errors.errors.find(({ code }) => code === errors.refusals[kind]);
      expect([response.status, habits.code(response.body)]).toEqual([row?.status, row?.code]);
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    });

    it('[providers.personalities.errors] words the limits of an account as its own', async () => {
      const { prompt } = fresh();
      const poor = await server.call(name, { ...habits.submission(prompt), key: 'poor-key' });
      expect(habits.code(poor.body)).toBe(errors.refusals.credits);
      const key = `single-${title.replaceAll(/\W/g, '-')}`;
      await server.describeAccount({ key, concurrency: 1 });
      await server.call(name, { ...habits.submission(fresh().prompt), key });
      const second = await server.call(name, { ...habits.submission(fresh().prompt), key });
      expect(habits.code(second.body)).toBe(errors.refusals.concurrency);
      const { waitMs = 1_000 } = errorOf(errors, errors.refusals.concurrency);
      expect(second.headers.get('retry-after')).toBe(String(waitMs / 1_000));
    });

    it.each([
      ['lost-response', 'no answer'],
      ['response=500', '500'],
      ['response=garbled', '200'],
      ['response=502', '502'],
      ['response=unlisted-code', String(errors.unlisted.status)],
      ['response=error-in-200', '200'],
      ['response=no-id', String(habits.acceptedStatus)],
    ])(
      '[providers.personalities.submission-faults] %s accepts, charges and does not tell',
      async (token, seen) => {
        const { prompt, ownId, contains } = fresh(token);
        const call = server.call(name, habits.submission(prompt, ownId));
        expect(await outcomeOf(call)).toBe(seen);
        const response = await call.catch(() => undefined);
        expect(habits.acceptedId(response?.body)).toBeUndefined();
        const ledger = await server.ledger(contains);
        expect(ledger).toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
        const headers = [...(response?.headers.values() ?? [])];
        expect(ledger.jobs.filter(({ id }) => headers.includes(id))).toEqual([]);
        expect(ledger.charged_credits).toBeGreaterThan(0);
      },
    );

    it('[mock.lost-request] lost-request ends the connection as lost-response does, and accepts nothing', async () => {
      const { prompt, ownId, contains } = fresh('lost-request');
      const before = await listedBy(ownId);
      expect(await outcomeOf(server.call(name, habits.submission(prompt, ownId)))).toBe(
        'no answer',
      );
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0, charged_credits: 0 });
      expect(await listedBy(ownId)).toBe(before);
    });

    it('[providers.personalities.submission-faults] response=hang accepts and never answers', async () => {
      const { prompt, contains } = fresh('response=hang');
      const { path, body, headers = {} } = habits.submission(prompt);
      const given = { ...credentialOf(name, 'key-1'), ...headers };
      const outgoing = httpRequest(`${server.url}/${name}${path}`, {
        method: 'POST',
        headers: given,
      });
      const outcome = new Promise((resolve) => {
        outgoing.once('response', () => resolve('answered'));
        outgoing.once('error', () => resolve('cut'));
      });
      outgoing.end(JSON.stringify(body));
      await expect.poll(() => server.ledger(contains)).toMatchObject({ accepted: 1 });
      outgoing.destroy();
      expect(await outcome).toBe('cut');
      expect(await server.ledger(contains)).toMatchObject({ jobs: [{ answered: false }] });
    });

    it.each([
      ['response=502,accepted=no', 502],
      ['response=unlisted-code,accepted=no', errors.unlisted.status],
      ['response=error-in-200,accepted=no', 200],
    ])(
      '[providers.personalities.submission-faults] %s refuses by the very bytes an accepted one gets',
      async (token, status) => {
        const refused = fresh(token);
        const response = await server.call(name, habits.submission(refused.prompt));
        const twin = fresh(token.replace(',accepted=no', ''));
        const same = await server.call(name, habits.submission(twin.prompt));
        expect([response.status, same.status]).toEqual([status, status]);
        const withoutNumber = (text: string) => text.replace(/"request_id":"\w+"/, '');
        expect(withoutNumber(response.text)).toBe(withoutNumber(same.text));
        expect(errors.errors.map(({ code }) => code)).not.toContain(
          token.startsWith('response=unlisted-code') ? habits.code(response.body) : 'other',
        );
        expect(await server.ledger(refused.contains)).toMatchObject({ accepted: 0 });
        expect(await server.ledger(twin.contains)).toMatchObject({ accepted: 1 });
      },
    );

    it.each([
      ['reads=401:3', statusOf('login')],
      ['reads=429:3', statusOf('rate_limited')],
      ['reads=500:3', 500],
      ['reads=502:3', 502],
      ['reads=error-in-200:3', 200],
    ])(
      '[providers.personalities.read-faults] %s storms for so many reads, then tells the truth',
      async (token, status) => {
        const id = await accepted(habits, fresh(`queue=1s,${token}`).prompt);
        for (let count = 0; count < 3; count += 1) {
          const response = await read(id);
          expect([response.status, habits.reported(response.body)]).toEqual([status, undefined]);
        }
        expect(habits.reported((await read(id)).body)?.state).toBe(habits.words.queued);
      },
    );

    it('[providers.personalities.read-faults] does not know a task for its first reads', async () => {
      const id = await accepted(habits, fresh('reads=404:2').prompt);
      const unknown = await read('1');
      for (let count = 0; count < 2; count += 1) {
        const response = await read(id);
        expect([response.status, habits.reported(response.body)]).toEqual([
          unknown.status,
          undefined,
        ]);
      }
      expect(habits.reported((await read(id)).body)).toBeDefined();
    });

    it('[providers.personalities.read-faults] names a state that no document has', async () => {
      const id = await accepted(habits, fresh('queue=1s,run=1s,unknown-state').prompt);
      const { queued } = habits.words;
      const strange = await read(id);
      expect(strange.text).toContain('"reticulating"');
      expect(habits.reported(strange.body)?.state).toBe(
        habits.words.none === true ? queued : 'reticulating',
      );
      server.advance(2_000);
      expect(habits.reported((await read(id)).body)?.state).toBe(habits.words.completed);
    });

    it('[providers.personalities.read-faults] completes without a video at first', async () => {
      const id = await accepted(habits, fresh('queue=0s,run=0s,no-url=1').prompt);
      const fetchVideo = async () => {
        const endpoint = await videoOf(id);
        return 'url' in endpoint && endpoint.url === '' ? 404 : (await fileAt(endpoint)).status;
      };
      expect(await fetchVideo()).toBe(404);
      expect(await fetchVideo()).toBe(200);
    });

    it('[providers.personalities.read-faults] shows a job in lists only after the lag', async () => {
      const { prompt, ownId } = fresh('queue=0s,run=0s,list-lag=10s');
      const key = `lag-${title.replaceAll(/\W/g, '-')}`;
      await server.call(name, { ...habits.submission(prompt, ownId), key });
      server.advance(9_999);
      expect(await listedBy(ownId, key)).toBe(habits.list === null ? undefined : 0);
      server.advance(1);
      expect(await listedBy(ownId, key)).toBe(habits.list === null ? undefined : 1);
    });

    it.each([['policy'], ['internal'], ['credits']])(
      '[providers.personalities.wire] fails for %s inside a 200, and gives the charge back',
      async (reason) => {
        const { prompt, contains } = fresh(`queue=0s,run=0s,fail=${reason}`);
        const id = await accepted(habits, prompt);
        const response = await read(id);
        const { failed, filtered = failed } = habits.words;
        const word = reason === 'policy' ? filtered : failed;
        expect([response.status, habits.reported(response.body)?.state]).toEqual([200, word]);
        expect(await server.ledger(contains)).toMatchObject({ failed: 1, charged_credits: 0 });
      },
    );

    it('[providers.personalities.own-ids] never accepts one own id twice, unless a token says so', async () => {
      const { prompt, ownId, contains } = fresh();
      if (!habits.hasOwnIds) {
        await accepted(habits, prompt);
        await accepted(habits, prompt);
        expect(await server.ledger(contains)).toMatchObject({ accepted: 2 });
        return;
      }
      const id = await accepted(habits, prompt, ownId);
      const repeats = await Promise.all(
        Array.from({ length: 5 }, () => server.call(name, habits.submission(prompt, ownId))),
      );
      for (const repeat of repeats) {
        expect(habits.acceptedId(repeat.body) ?? habits.code(repeat.body)).toBe(
          name === 'kling' ? '1201' : id,
        );
      }
      expect(await server.ledger(contains)).toMatchObject({ accepted: 1 });
      const again = `${prompt} [[mock:duplicate-accepted]]`;
      expect(await accepted(habits, again, ownId)).not.toBe(id);
      expect(await server.ledger(contains)).toMatchObject({ accepted: 2 });
    });

    it('[mock.verdict.untraceable] a video whose response was lost is lost by a client that could list it, else by the wire', async () => {
      const space = `${server.url}/s/lost-${title.replaceAll(/\W+/g, '-')}`;
      const { path, ...submission } = habits.submission(
        'a kite [[mock:lost-response,queue=0s,run=0s]]',
      );
      const call = callWire(`${space}/${name}${path}`, { ...submission, wire: name });
      expect(await outcomeOf(call)).toBe('no answer');
      expect((await verdictOf(space)).findings).toMatchObject([
        { code: 'lost-film', by: habits.list === null ? 'wire' : 'client' },
      ]);
    });

    it('[providers.personalities.own-ids] a name whose response was lost is taken, and is found by it', async () => {
      const { prompt, ownId, contains } = fresh('lost-response');
      expect(await outcomeOf(server.call(name, habits.submission(prompt, ownId)))).toBe(
        'no answer',
      );
      if (habits.list !== null) expect(await listedBy(ownId)).toBeGreaterThan(0);
      if (!habits.hasOwnIds) return;
      const repeat = await server.call(name, habits.submission(prompt, ownId));
      expect(habits.acceptedId(repeat.body) ?? habits.code(repeat.body)).toBe(
        name === 'kling' ? '1201' : (await server.ledger(contains)).jobs[0]?.id,
      );
      expect(await server.ledger(contains)).toMatchObject({ accepted: 1 });
    });

    it.each([
      ['no JSON', 'junk'],
      ['nothing', ''],
      ['another kind of JSON', '[]'],
      ['deep nesting', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
      ['a great many values', `{"a":[${'0,'.repeat(20_001)}0]}`],
      ['a name that is an escape', '{"a\\":[":1,'],
    ])('[providers.personalities.bounds] refuses %s in its own shape', async (_what, body) => {
      const { path } = habits.submission('film');
      const headers = { 'content-type': 'application/json' };
      const response = await server.call(name, { method: 'POST', path, headers, body });
      const { status } = invalidRow(habits);
      expect([response.status, habits.code(response.body)]).toEqual([status, expect.any(String)]);
      expect(response.text.length).toBeLessThan(1_000);
    });

    it('[providers.personalities.bounds] refuses a body without a credential unread', async () => {
      const { path } = habits.submission('film');
      const outgoing = httpRequest(`${server.url}/${name}${path}`, { method: 'POST' });
      const status = new Promise((resolve) => {
        outgoing.once('response', (answered) => resolve(answered.statusCode));
      });
      outgoing.write('{');
      expect(await status).toBe(statusOf('login'));
      outgoing.destroy();
    });

    it.each(['/', '/other', '/v1/other/1', '/api/v3/other', '/files/1.mp4'])(
      '[providers.personalities.wire] has nothing at %s',
      async (path) => {
        const response = await server.call(name, { path });
        expect(response.status).toBe(
          path.startsWith('/files') && name !== 'openai-videos' ? 403 : 404,
        );
      },
    );
  },
);

it('[providers.personalities.wire] the mock goes on to speak its own wire beside them', async () => {
  expect((await callWire(`${server.url}/v1/account`, {})).status).toBe(200);
  expect((await callWire(`${server.url}/other/v1/other`, {})).status).toBe(404);
  expect((await callWire(`${server.url}/constructor/x`, {})).status).toBe(404);
});

it('[providers.personalities.bounds] a body of more than 64 MiB is refused to its end, and none of it kept', async () => {
  const body = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');
  const response = await server.call('openai-videos', { method: 'POST', path: '/v1/videos', body });
  expect([response.status, response.text]).toEqual([
    413,
    expect.stringContaining('"code":"request_too_large"'),
  ]);
});

it.each(wireHabits.filter(({ hasOwnIds }) => hasOwnIds))(
  '[mock.tokens-everywhere] $name takes the tokens of own ids, too, and refuses those it does not know',
  async ({ name, submission, code, errors }) => {
    for (const [token, kind] of [
      ['refuse=429', 'rate_limited'],
      ['no-such-token', 'invalid'],
    ] as const) {
      const { prompt, ownId, contains } = fresh();
      const response = await server.call(name, submission(prompt, `${ownId} [[mock:${token}]]`));
      expect(code(response.body)).toBe(errors.refusals[kind]);
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    }
  },
);
