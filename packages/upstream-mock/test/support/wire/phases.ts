import type { OpenResultOutcome, UpstreamClient } from '@filmgate/core';
import { prepared } from '../calls.ts';
import { accountOf } from '../open-mock.ts';
import type { GoodResponse } from './fault-server.ts';

/** The calls that reach a provider for a job. */
export const phases = ['submit', 'poll', 'result', 'search'] as const;

export type Phase = (typeof phases)[number];

const correlationId = 'job-1.1';
/** The provider's id of the job asked about. */
export const ownId = 'gen_1';

function json(status: number, value: unknown): GoodResponse {
  const body = Buffer.from(JSON.stringify(value));
  return { status, contentType: 'application/json', body };
}

/** Responses of a well-behaved provider. */
export const goodResponses: { readonly [P in Phase]: GoodResponse } = {
  submit: json(202, { id: ownId, status: 'queued' }),
  poll: json(200, { id: ownId, status: 'running', progress: 40 }),
  result: {
    status: 200,
    contentType: 'video/mp4',
    body: Buffer.from(Array.from({ length: 4_000 }, (_, index) => index % 251)),
  },
  search: json(200, { data: [{ id: ownId, correlation_id: correlationId }] }),
};

/** A result is read so far at most, in bytes. */
const longestResult = 1024 * 1024;

/** Outcome of a call in a word or two; a call that throws is a failed read. */
export async function outcomeOf(
  phase: Phase,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await callIn(phase, client, signal);
  } catch {
    return 'threw';
  }
}

async function callIn(phase: Phase, client: UpstreamClient, signal: AbortSignal): Promise<string> {
  const account = accountOf('key-1');
  const handle = { version: 1, value: { id: ownId } };
  switch (phase) {
    case 'submit': {
      const outcome = await client.submit({
        account,
        submission: prepared(client, {}, correlationId),
        correlationId,
        deadlineAt: 60_000,
        readAsset: () => Promise.reject(new Error('there are no assets')),
        signal,
      });
      return outcome.kind === 'rejected' ? `rejected ${outcome.error.kind}` : outcome.kind;
    }
    case 'poll':
      return (await client.poll({ account, handle, signal })).kind;
    case 'result': {
      const value = { kind: 'own', at: `/v1/results/${ownId}` };
      const output = { mediaType: 'video', value } as const;
      return readResult(await client.openResult({ account, handle, output, signal }));
    }
    case 'search': {
      const outcome = await client.reconcile?.({
        account,
        submission: prepared(client, {}, correlationId),
        correlationId,
        sentBetween: { from: 0, to: 0 },
        isOwned: () => Promise.resolve(false),
        unanswered: () => Promise.resolve([]),
        signal,
      });
      return outcome?.kind ?? 'cannot-ask';
    }
  }
}

/** Reads a result as the blob store does: to its end, or until it is too long. */
async function readResult(opened: OpenResultOutcome): Promise<string> {
  if (opened.kind !== 'opened') return opened.kind;
  let size = 0;
  try {
    for await (const piece of opened.body) {
      size += piece.length;
      if (size > longestResult) return 'too long';
    }
  } catch {
    return 'broken';
  }
  return opened.length === null || opened.length === size ? `${size} bytes` : 'broken';
}
