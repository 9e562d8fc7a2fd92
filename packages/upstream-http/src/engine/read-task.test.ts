import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { PollReading } from './poll-reading.ts';
import type { ProviderDescription } from './provider-description.ts';
import { type JsonRead, readTask } from './read-task.ts';

const poll: ProviderDescription['poll'] = {
  request: () => ({ path: '/state' }),
  second: ({ body }) => (body === 'done' ? { path: '/result', origin: 'files' } : undefined),
  read: ({ body }, _task, result) => readingOf(result === undefined ? body : result.body),
};

function readingOf(body: JsonValue): PollReading {
  if (body === 'film') return { kind: 'succeeded', output: { kind: 'own', at: '/film' } };
  if (body === 'made') return { kind: 'pending', progress: null };
  return { kind: 'unclear', detail: `said ${JSON.stringify(body)}` };
}

function response(status: number, body?: JsonValue, retryAfterMs: number | null = null): JsonRead {
  return { status, json: body === undefined ? undefined : { status, body }, retryAfterMs };
}

async function look(responses: { readonly [path: string]: JsonRead }) {
  const calls: unknown[] = [];
  const { json, outcome } = await readTask(poll, 'task', {
    read: async (call) => {
      calls.push(call);
      const found = responses[call.path];
      if (found === undefined) throw new Error('no response');
      return found;
    },
    fit: (words) => words,
  });
  return { json, outcome, calls };
}

const state = { path: '/state' };
const result = { path: '/result', origin: 'files' };

describe('[providers.engine.second-read] the read of a task', () => {
  it('is one call where the first response leaves nothing to a second', async () => {
    const { outcome, calls } = await look({ '/state': response(202, 'made') });
    expect([outcome.kind, calls]).toEqual(['pending', [state]]);
  });

  it('is one more call where it does, and both are read together', async () => {
    const { outcome, calls, json } = await look({
      '/state': response(200, 'done'),
      '/result': response(200, 'film'),
    });
    expect([outcome.kind, calls]).toEqual(['succeeded', [state, result]]);
    expect(json).toEqual({ status: 200, body: 'done' });
  });

  it.each([
    ['the first, without JSON', { '/state': response(502, undefined, 7) }, 7],
    [
      'the second, without JSON',
      { '/state': response(200, 'done'), '/result': response(502, undefined, 7) },
      7,
    ],
    [
      'the second, of which nothing is understood',
      { '/state': response(200, 'done', 3), '/result': response(429, 'slow down', 9) },
      9,
    ],
  ])('proves nothing by %s, and asks for its pause', async (_name, responses, retryAfterMs) => {
    const { outcome } = await look(responses);
    expect(outcome).toMatchObject({ kind: 'transient', retryAfterMs });
  });

  it.each([[{}], [{ '/state': response(200, 'done') }]])(
    'fails as a whole without a response: %#',
    async (responses) => {
      await expect(look(responses)).rejects.toThrow('no response');
    },
  );
});
