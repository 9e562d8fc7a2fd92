import { errorOf } from '@filmgate/provider-facts';
import { OpenAI } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { ruleOf } from '../../support/rule-of.ts';
import { wireHabits } from '../../support/personalities/wire-habits.ts';
import { withoutPauses } from '../../support/without-pauses.ts';

/** The used part of the package: its own types mark the video part as deprecated. */
interface VideosClient {
  readonly videos: { create(body: object): PromiseLike<{ readonly id: string }> };
}

let server: PersonalityServer;
let videos = 0;
beforeAll(async () => {
  server = await openPersonalityServer('real');
});
afterAll(() => server.close());

async function make(rule: object, fault: string, space = 'default'): Promise<void> {
  const response = await fetch(`${server.url}/_mock/s/${space}/rules`, {
    method: 'POST',
    body: JSON.stringify(ruleOf(rule, { fault })),
  });
  expect(response.status).toBe(200);
}

async function jsonOf(path: string): Promise<unknown> {
  return (await fetch(`${server.url}/_mock/${path}`)).json();
}

/** Sends a submission `count` times, and returns the status of each response. */
async function sent(count: number, call: () => Promise<{ readonly status: number }>) {
  const seen: (number | 'lost')[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    try {
      seen.push((await call()).status);
    } catch {
      seen.push('lost');
    }
  }
  return seen;
}

/** A value that no other test uses. */
function unlike() {
  videos += 1;
  return { contains: `video ${videos} `, ownId: `job-${videos}.1` };
}

describe.each(wireHabits.map((habits) => ({ title: habits.name, ...habits })))(
  '$title',
  (habits) => {
    const { name, acceptedStatus, errors } = habits;
    it('[mock.rules.wires] loses the response of the first attempt by a rule, and refuses the third', async () => {
      const { contains } = unlike();
      await make(
        {
          when: { contains, personality: name, attempt: 1 },
        },
        'lost-response',
      );
      await make({ when: { contains, nth: 3 } }, 'refuse=429');
      const submission = habits.submission(`${contains} at sea`);
      expect(await sent(3, () => server.call(name, submission))).toEqual([
        'lost',
        acceptedStatus,
        errorOf(errors, errors.refusals.rate_limited).status,
      ]);
      const { accepted, jobs } = await server.ledger(contains);
      expect([accepted, ...jobs.map(({ answered }) => answered)]).toEqual([2, false, true]);
    });
  },
);

describe.each(wireHabits.filter(({ hasOwnIds }) => hasOwnIds))('$name with own ids', (habits) => {
  it('[mock.rules.wires] lets a name pass twice by a rule', async () => {
    const { contains, ownId } = unlike();
    const submission = habits.submission(`${contains} at sea`, ownId);
    const rule = `again-${ownId}`;
    const when = { key: ownId, attempt: 3 };
    await make({ name: rule, when }, 'duplicate-accepted');
    await sent(2, () => server.call(habits.name, submission));
    expect(await server.ledger(contains)).toMatchObject({ accepted: 1 });
    await sent(1, () => server.call(habits.name, submission));
    expect(await server.ledger(contains)).toMatchObject({ accepted: 2 });
    expect(await jsonOf('rules')).toMatchObject({
      rules: expect.arrayContaining([expect.objectContaining({ name: rule, decided: 1 })]),
    });
  });
});

describe('openai 7.57.0', () => {
  it('[mock.rules.wires] repeats by itself after the first response was lost: two are accepted, and the verdict says so', async () => {
    const space = 'openai-repeats';
    await make({ when: { attempt: 1 } }, 'lost-response', space);
    const baseURL = `${server.url}/s/${space}/openai-videos/v1`;
    const client: VideosClient = new OpenAI({ apiKey: 'key-1', baseURL, maxRetries: 1 });
    const wanted = { prompt: 'a kite', seconds: '4', size: '1280x720' } as const;
    const { id } = await withoutPauses(() => client.videos.create(wanted));
    expect(id).toMatch(/^video_/);
    expect(await jsonOf(`s/${space}/ledger`)).toMatchObject({ accepted: 2 });
    expect(await jsonOf(`s/${space}/verdict`)).toMatchObject({
      outcome: 'found',
      findings: expect.arrayContaining([expect.objectContaining({ code: 'paid-twice' })]),
    });
  });
});
