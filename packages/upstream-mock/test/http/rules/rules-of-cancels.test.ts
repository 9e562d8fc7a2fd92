import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  credentialOf,
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { wireHabits } from '../../support/personalities/wire-habits.ts';
import { callRaw } from '../../support/raw-call.ts';
import { ruleOf } from '../../support/rule-of.ts';

/** Two mocks of one seed that get the same requests in the same order, so that only the truth differs. */
let canceling: PersonalityServer;
let losing: PersonalityServer;
beforeAll(async () => {
  [canceling, losing] = await Promise.all([openPersonalityServer(), openPersonalityServer()]);
});
afterAll(() => Promise.all([canceling.close(), losing.close()]));

const symptoms = [
  'lost',
  'hang',
  'hang:0s',
  '500',
  '502',
  '504',
  'html',
  'garbled',
  'error-in-200',
];

/** The cancellation or deletion of each API, and whether it works on open or on ended jobs. */
const cancels = [
  { name: 'fal', method: 'PUT', path: '/cancel', of: 'queue=1h' },
  { name: 'replicate', method: 'POST', path: '/cancel', of: 'queue=1h' },
  { name: 'runway', method: 'DELETE', path: '', of: 'queue=1h' },
  { name: 'google, interactions', method: 'POST', path: '/cancel', of: 'queue=1h' },
  { name: 'minimax', method: 'DELETE', path: '', of: 'queue=1h' },
  { name: 'vidu', method: 'POST', path: '/cancel', of: 'queue=1h' },
  { name: 'dashscope', method: 'POST', path: '/cancel', of: 'queue=1h' },
  { name: 'ark', method: 'DELETE', path: '', of: 'queue=0s,run=0s' },
  { name: 'openai-videos', method: 'DELETE', path: '', of: 'queue=0s,run=0s' },
  { name: 'google, interactions', method: 'DELETE', path: '', of: 'queue=0s,run=0s' },
] as const;

type Way = Omit<(typeof cancels)[number], 'of'> & { readonly of: string };

/** Cancellations that these APIs refuse. */
const refused: readonly Way[] = [
  { name: 'dashscope', method: 'POST', path: '/cancel', of: 'queue=0s,run=1h' },
  { name: 'fal', method: 'PUT', path: '/cancel', of: 'queue=0s,run=0s' },
  { name: 'google, interactions', method: 'POST', path: '/cancel', of: 'queue=0s,run=0s' },
  { name: 'ark', method: 'DELETE', path: '', of: 'queue=0s,run=1h' },
  { name: 'vidu', method: 'POST', path: '/cancel', of: 'queue=0s,run=1h' },
  { name: 'openai-videos', method: 'DELETE', path: '', of: 'queue=1h' },
];

/** Response to a cancellation with a fault by a rule, and the state of the job. */
async function outcomeOf(
  server: PersonalityServer,
  { name: title, method, path, of }: Way,
  then: { readonly fault: string; readonly accepted?: boolean },
) {
  const { fault } = then;
  const habits = wireHabits.find((known) => (known.title ?? known.name) === title);
  if (habits === undefined) throw new Error(`there are no habits of ${title}`);
  const { name } = habits;
  const { body } = await server.call(name, habits.submission(`${fault} [[mock:${of}]]`));
  const id = habits.acceptedId(body) ?? '';
  const rule = ruleOf({ when: { op: 'cancel', personality: name }, times: 1 }, then);
  const made = await fetch(`${server.url}/_mock/rules`, {
    method: 'POST',
    body: JSON.stringify(rule),
  });
  expect(made.status).toBe(200);
  const read = habits.status(id);
  const call = {
    method,
    path: `/${name}${read.path.replace(/\/(?:status|creations)$|\/query(?=\/)/, '')}${path}`,
    headers: { ...credentialOf(name, 'key-1'), ...read.headers },
    body: '',
  };
  const waits = async () => {
    const journal = await fetch(`${server.url}/_mock/journal?op=cancel&limit=1000`);
    return /"kind":"hang"[^{}]*\}[^{}]*"ended":null/.test(await journal.text());
  };
  const hangs = async () => {
    await expect.poll(waits).toBe(true);
  };
  const isOpen = fault === 'hang';
  const given = await callRaw(server.url, call, isOpen ? hangs : null);
  const isReported = habits.reported((await server.call(name, read)).body) !== undefined;
  const { jobs } = await server.ledger();
  return { given, isDone: !isReported || jobs.find((job) => job.id === id)?.state === 'failed' };
}

describe.each(cancels)('$method over $name', (way) => {
  it.each(symptoms)(
    '[mock.rules.cancels] %s: the same bytes whether it happened or not',
    async (symptom) => {
      const done = await outcomeOf(canceling, way, { fault: symptom, accepted: true });
      const undone = await outcomeOf(losing, way, { fault: symptom });
      expect(done.given).toEqual(undone.given);
      expect([done.isDone, undone.isDone]).toEqual([true, false]);
    },
  );
});

describe.each(refused)('$method over $name of $of', (way) => {
  it('[mock.rules.cancels] 504 after the cancellation: what would be refused is not done, and the caller cannot tell', async () => {
    const undone = await outcomeOf(losing, way, { fault: '504' });
    const done = await outcomeOf(canceling, way, { fault: '504', accepted: true });
    expect(done).toEqual({ ...undone, isDone: false });
  });
});
