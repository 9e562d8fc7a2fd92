import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  credentialOf,
  openPersonalityServer,
  type PersonalityServer,
} from '../support/personalities/personality-server.ts';
import { wireHabits } from '../support/personalities/wire-habits.ts';
import { callRaw, type RawCall } from '../support/raw-call.ts';
import { ruleOf } from '../support/rule-of.ts';
import { ownBody } from '../support/verdict/verdict-bench.ts';

/** Two mocks of one seed that get the same requests in the same order, so that only the truth differs. */
let accepting: PersonalityServer;
let losing: PersonalityServer;
beforeAll(async () => {
  [accepting, losing] = await Promise.all([openPersonalityServer(), openPersonalityServer()]);
});
afterAll(() => Promise.all([accepting.close(), losing.close()]));

const twins = [
  ['reset', 'lost-response', 'lost-request'],
  ['hang', 'response=hang', 'response=hang,accepted=no'],
  ['hang that ends', 'response=hang:0s', 'response=hang:0s,accepted=no'],
  ['500', 'response=500', 'response=500,accepted=no'],
  ['502', 'response=502', 'response=502,accepted=no'],
  ['504', 'response=504', 'response=504,accepted=no'],
  ['garbled', 'response=garbled', 'response=garbled,accepted=no'],
  ['html', 'response=html', 'response=html,accepted=no'],
  ...['408', '409', '413', '429', '503', 'cut', 'wrong-id', 'no-id'].map(
    (symptom) => [symptom, `response=${symptom}`, `response=${symptom},accepted=no`] as const,
  ),
] as const;

/** End of a connection that is not closed after a response. */
const ends = new Map<string, string>([
  ['reset', 'reset'],
  ['hang', 'open'],
  ['hang that ends', 'reset'],
]);

const ownWire = {
  wire: 'mock',
  submission: (prompt: string): RawCall => ({
    method: 'POST',
    path: '/v1/generations',
    headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
    body: JSON.stringify(ownBody(prompt.replaceAll(' ', '-'), { prompt })),
  }),
};

const wires = [
  ownWire,
  ...wireHabits.map(({ name, title = name, submission }) => ({
    wire: title,
    submission: (prompt: string): RawCall => {
      const { path, body, headers = {} } = submission(prompt);
      return {
        method: 'POST',
        path: `/${name}${path}`,
        headers: {
          ...credentialOf(name, 'key-1'),
          'content-type': 'application/json',
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      };
    },
  })),
];

const journalSchema = z.object({
  entries: z.array(z.object({ reported: z.object({ kind: z.string() }).nullable() })),
});

async function isHanging({ url }: PersonalityServer): Promise<boolean> {
  const response = await fetch(`${url}/_mock/journal?op=submit&limit=1000`);
  const { entries } = journalSchema.parse(await response.json());
  return entries.at(-1)?.reported?.kind === 'hang';
}

/** Response to a submission to which a rule adds this token, and its ledger entry. */
async function outcomeOf(
  server: PersonalityServer,
  given: {
    readonly call: RawCall;
    readonly contains: string;
    readonly fault: string;
  },
) {
  const { call, contains, fault } = given;
  const rule = ruleOf({ when: { contains } }, { fault });
  await fetch(`${server.url}/_mock/rules`, { method: 'DELETE' });
  await fetch(`${server.url}/_mock/rules`, { method: 'POST', body: JSON.stringify(rule) });
  const hangs = async () => {
    await expect.poll(() => isHanging(server), { timeout: 20_000 }).toBe(true);
  };
  const reply = await callRaw(server.url, call, /^response=hang(?:,|$)/.test(fault) ? hangs : null);
  const { accepted, jobs } = await server.ledger(contains);
  return { response: reply, accepted, ids: jobs.map(({ id }) => id) };
}

/** Every third twin of an API stands for all in `npm test`, others for the next API: each is tested over some APIs. */
const cellsOf = (at: number) =>
  twins.map(([symptom, after, before], index) => {
    const tags = [index % 3 === at % 3 ? 'sampled' : 'long'];
    return { symptom, after, before, tags };
  });

describe.each(wires.map((wire, at) => ({ ...wire, at })))('$wire', ({ wire, submission, at }) => {
  describe.each(cellsOf(at))('$symptom', ({ symptom, after, before, tags }) => {
    it('[mock.twins] the same bytes after acceptance and without, and the opposite in the ledger', {
      tags,
    }, async () => {
      const contains = `${wire} ${symptom} film`;
      const call = submission(contains);
      const paid = await outcomeOf(accepting, { call, contains, fault: after });
      const unpaid = await outcomeOf(losing, { call, contains, fault: before });
      expect(unpaid.response).toEqual(paid.response);
      expect([paid.accepted, unpaid.accepted]).toEqual([1, 0]);
      // A part of an acceptance may have the id.
      if (symptom !== 'cut') expect(paid.response.bytes).not.toContain(paid.ids[0]);
      const { end } = paid.response;
      expect(end).toBe(ends.get(symptom) ?? 'closed');
    });
  });

  const tags = [at < 2 ? 'sampled' : 'long'];
  it('[mock.twins.random] draws either truth, and shows it to no caller', { tags }, async () => {
    const responses = new Set<string>();
    let accepted = 0;
    for (let video = 0; video < 16; video += 1) {
      const contains = `${wire} drawn film ${video}.`;
      const call = submission(contains);
      const outcome = await outcomeOf(accepting, {
        call,
        contains,
        fault: 'response=504,accepted=random',
      });
      const same = await outcomeOf(losing, {
        call,
        contains,
        fault: 'response=504,accepted=random',
      });
      expect(same).toEqual(outcome);
      responses.add(outcome.response.bytes);
      accepted += outcome.accepted;
    }
    expect(responses.size).toBe(1);
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(16);
  });
});
