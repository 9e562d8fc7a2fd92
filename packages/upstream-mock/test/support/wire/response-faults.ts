import { gzipSync } from 'node:zlib';
import type { GoodResponse } from './fault-server.ts';
import { ownId } from './phases.ts';
import { asGood, type Expected, emptyWords, headOf, saying, type WireFault } from './wire-fault.ts';

/** A response framed as it should be. */
function whole(
  name: string,
  change: (good: GoodResponse) => {
    readonly status?: number | undefined;
    readonly fields?: readonly string[] | undefined;
    readonly body?: string | Buffer | undefined;
  },
  expected: Expected = emptyWords,
): WireFault {
  const behaviour = saying((good) => {
    const { status = good.status, fields = [], body = good.body } = change(good);
    const bytes = Buffer.from(body);
    return [headOf(status, [`content-length: ${bytes.length}`, ...fields]), bytes];
  });
  return { name, behaviour, expected };
}

const html = '<!doctype html><title>Sign in</title>';
/** A result is checked by its bytes once it has arrived. */
const htmlResult = { ...emptyWords, result: `${html.length} bytes` };
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));

/** Whole responses of a status that is not what it should be. */
function ofStatus(status: number, expected: Expected = emptyWords): readonly WireFault[] {
  const shaped = JSON.stringify({ error: { kind: 'other', message: 'said so' } });
  return [
    whole(`${status} with a good body`, () => ({ status }), expected),
    whole(`${status} with a page`, () => ({ status, body: html }), expected),
    whole(`${status} in an unknown shape`, () => ({ status, body: shaped }), expected),
  ];
}

/** A refusal in the provider's own words: proof for a submission, and no word about a job that is read. */
function refusal(status: number, kind: string, isProof: boolean): WireFault {
  const body = JSON.stringify({ error: { kind, message: 'no', retry_after_ms: null } });
  const expected = isProof ? { ...emptyWords, submit: `rejected ${kind}` } : emptyWords;
  return whole(`${status} that says ${kind}`, () => ({ status, body }), expected);
}

const nothing = { status: 204, body: '' };

/** Whole responses that are not what was asked for. */
export const responseFaults: readonly WireFault[] = [
  whole('another content type', () => ({ fields: ['content-type: text/html'] }), asGood),
  whole('a page instead', () => ({ body: html, fields: ['content-type: text/html'] }), htmlResult),
  whole('nothing instead', () => ({ body: '' }), { ...emptyWords, result: '0 bytes' }),
  { name: '204', behaviour: saying(() => [headOf(204, [])]), expected: emptyWords },
  whole('205', () => ({ ...nothing, status: 205 })),
  whole('206', ({ body }) => ({ status: 206, body: body.subarray(0, 9) })),
  whole('304', () => ({ ...nothing, status: 304 })),
  whole('half of the JSON', ({ body }) => ({ body: body.subarray(0, 20) }), {
    ...emptyWords,
    result: '20 bytes',
  }),
  whole('JSON that is no object', () => ({ body: '"gen_1"' }), {
    ...emptyWords,
    result: '7 bytes',
  }),
  whole('JSON as deep as it is long', () => ({ body: '['.repeat(200_000) }), {
    ...emptyWords,
    result: '200000 bytes',
  }),
  whole(
    'compressed, unasked',
    ({ body }) => ({ body: gzipSync(body), fields: ['content-encoding: gzip'] }),
    { ...asGood, result: 'unavailable' },
  ),
  whole('said to be compressed', () => ({ fields: ['content-encoding: gzip'] }), {
    ...asGood,
    result: 'unavailable',
  }),
  whole('64 MiB in a small gzip', () => ({ body: bomb, fields: ['content-encoding: gzip'] })),
  ...[300, 402, 403, 408, 409, 410, 413, 415, 422, 425, 429].flatMap((status) => ofStatus(status)),
  ...[500, 501, 502, 503, 504, 599].flatMap((status) => ofStatus(status)),
  ...[400, 401, 404].flatMap((status) => ofStatus(status)),
  refusal(400, 'invalid', true),
  refusal(401, 'login', true),
  refusal(402, 'credits', true),
  refusal(403, 'forbidden', true),
  refusal(429, 'rate_limited', true),
  refusal(429, 'concurrency', true),
  refusal(503, 'unavailable', true),
  refusal(500, 'unavailable', false),
  refusal(502, 'unavailable', false),
  refusal(504, 'unavailable', false),
  refusal(409, 'concurrency', false),
  refusal(307, 'unavailable', false),
];

function json(value: unknown): () => { readonly body: string } {
  return () => ({ body: JSON.stringify(value) });
}

/** A response to one call only; the other calls have no such response. */
export interface PhaseFault {
  readonly phase: keyof Expected;
  readonly fault: WireFault;
}

function at(phase: keyof Expected, name: string, value: unknown, outcome: string): PhaseFault {
  return { phase, fault: whole(name, json(value), { ...emptyWords, [phase]: outcome }) };
}

const output = { url: `/v1/results/${ownId}`, media_type: 'video' };
const found = { id: ownId, correlation_id: 'job-1.1' };

/** Good JSON that speaks of something else. */
export const strangeWords: readonly PhaseFault[] = [
  at('submit', 'an empty id', { id: '' }, 'unknown'),
  at('submit', 'an id that is a number', { id: 1 }, 'unknown'),
  at('submit', 'an id of a megabyte', { id: 'g'.repeat(1_000_000) }, 'unknown'),
  at('submit', 'no id', { status: 'queued' }, 'unknown'),
  at('poll', 'the id of another job', { id: 'gen_2', status: 'running', progress: 4 }, 'transient'),
  at('poll', 'the end of another job', { id: 'gen_2', status: 'completed', output }, 'transient'),
  at(
    'poll',
    'the result of another job',
    { id: ownId, status: 'completed', output: { ...output, url: '/v1/results/gen_2' } },
    'transient',
  ),
  at('poll', 'a verdict of no kind', { id: ownId, status: 'failed', error: {} }, 'transient'),
  at('poll', 'an unknown state', { id: ownId, status: 'paused', progress: 4 }, 'transient'),
  at(
    'poll',
    'progress that is no number',
    { id: ownId, status: 'running', progress: '4' },
    'pending',
  ),
  at('poll', 'no id', { status: 'running', progress: 4 }, 'transient'),
  at('search', 'nothing', { data: [] }, 'transient'),
  at('search', 'the submission twice', { data: [found, found] }, 'found'),
  at('search', 'two jobs for it', { data: [found, { ...found, id: 'gen_2' }] }, 'ambiguous'),
  at(
    'search',
    'another submission',
    { data: [{ ...found, correlation_id: 'job-2.1' }] },
    'transient',
  ),
  at(
    'search',
    'it among others',
    { data: [{ id: 'gen_2', correlation_id: 'job-2.1' }, found] },
    'found',
  ),
  at('search', 'an entry without id', { data: [{ correlation_id: 'job-1.1' }] }, 'transient'),
];

/** Answers only the provider's own shape makes conclusive. */
export const ownShapes: readonly PhaseFault[] = [
  {
    phase: 'poll',
    fault: whole(
      '404 in its own shape',
      () => ({ status: 404, body: '{"error":{"kind":"not_found","message":"no such resource"}}' }),
      { ...emptyWords, poll: 'lost' },
    ),
  },
  {
    phase: 'result',
    fault: whole(
      '404 in its own shape',
      () => ({ status: 404, body: '{"error":{"kind":"not_found","message":"no such resource"}}' }),
      { ...emptyWords, result: 'gone' },
    ),
  },
  {
    phase: 'result',
    fault: whole(
      '410 in its own shape',
      () => ({ status: 410, body: '{"error":{"kind":"gone"}}' }),
      {
        ...emptyWords,
        result: 'gone',
      },
    ),
  },
  {
    phase: 'search',
    fault: whole(
      '501 in its own shape',
      () => ({ status: 501, body: '{"error":{"kind":"not_searchable"}}' }),
      { ...emptyWords, search: 'cannot-ask' },
    ),
  },
];
