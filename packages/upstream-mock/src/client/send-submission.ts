import type { PreparedSubmission, ReadAsset, SubmitOutcome } from '@filmgate/core';
import { z } from 'zod';
import { classifyRefusal } from './classify-refusal.ts';
import { handleOf, jobIdSchema } from './mock-handle.ts';
import { readSubmission } from './mock-submission.ts';
import { readJson } from './read-json.ts';
import { readRetryAfter } from './retry-after.ts';
import { NotSent, type Transport } from './transport.ts';

const acceptedSchema = z.object({ id: jobIdSchema });

/** One submission to send. */
export interface SubmissionCall {
  readonly submission: PreparedSubmission;
  readonly key: string;
  readonly readAsset: ReadAsset;
  readonly signal: AbortSignal;
  /** Whether a first byte may still leave. */
  readonly mayStart: () => boolean;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Sends a submission once. Only proof makes a refusal; everything else after the first byte is unknown. */
export async function sendSubmission(
  transport: Transport,
  call: SubmissionCall,
): Promise<SubmitOutcome> {
  const body = await bodyOf(call);
  if (body === undefined) return notSent('internal', 'the saved submission could not be read');
  try {
    const { key, signal, mayStart } = call;
    const path = '/v1/generations';
    const answer = await transport.send({ method: 'POST', path, key, body, signal, mayStart });
    const json = await readJson(answer.body);
    return readAnswer(answer.status, json, readRetryAfter(answer.retryAfter, call.now()));
  } catch (error) {
    if (error instanceof NotSent) return notSent('unavailable', 'nothing was sent to the upstream');
    return { kind: 'unknown', detail: 'the connection ended without an answer' };
  }
}

/** The whole body with the references' bytes; undefined when something of it is gone, and then nothing is sent. */
async function bodyOf({ submission, readAsset }: SubmissionCall): Promise<string | undefined> {
  try {
    const { references, ...rest } = readSubmission(submission);
    const withBytes = await Promise.all(
      references.map(async (reference) => {
        const bytes = await readAsset(reference.sha256);
        return { ...reference, data: Buffer.from(bytes).toString('base64') };
      }),
    );
    return JSON.stringify({ ...rest, references: withBytes });
  } catch {
    return undefined;
  }
}

function readAnswer(status: number, body: unknown, askedMs: number | null): SubmitOutcome {
  if (status >= 200 && status < 300) {
    const accepted = acceptedSchema.safeParse(body);
    if (accepted.success) return { kind: 'accepted', handle: handleOf(accepted.data.id) };
    return { kind: 'unknown', detail: `answered ${status} without a usable id` };
  }
  const error = classifyRefusal(status, body, askedMs);
  if (error !== undefined) return { kind: 'rejected', error };
  return { kind: 'unknown', detail: `answered ${status} in no known shape` };
}

function notSent(kind: 'internal' | 'unavailable', detail: string): SubmitOutcome {
  const scope = kind === 'internal' ? 'request' : 'provider';
  return {
    kind: 'rejected',
    error: { kind, scope, charge: 'not-charged', retryAfterMs: null, detail },
  };
}
