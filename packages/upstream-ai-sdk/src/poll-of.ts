import type { JsonValue } from '@filmgate/core';
import type { JsonResponse, PollReading, ProviderDescription } from '@filmgate/upstream-http';
import { operationOrigin, operationPath, savedOperation, statusIn } from './model-messages.ts';
import type { ReadFailure } from './read-failure.ts';

/** Bytes around a video in a response. */
const envelope = 1_000;

/** @param largest - maximum size of a response with a video in it, in bytes; undefined = there are none */
export function pollOf(
  readFailure: ReadFailure,
  largest: number | undefined,
): ProviderDescription['poll'] {
  const bound = largest === undefined ? {} : { largest: largest + envelope };
  return {
    request: (task) => {
      const path = operationPath(savedOperation(task));
      return { path, origin: operationOrigin, ...bound };
    },
    read: (response, task) => {
      const reading = readVideo(response, readFailure);
      return reading.kind === 'succeeded' ? { ...reading, ...ignoredBy(task) } : reading;
    },
  };
}

/** Reads a poll: an end is one only if the provider's own response shows it. */
function readVideo(response: JsonResponse, readFailure: ReadFailure): PollReading {
  const { status, raw } = statusIn(response);
  const unclear = (what: string) =>
    ({ kind: 'unclear', detail: `the provider responded ${response.status}, ${what}` }) as const;
  const isSuccess = response.status >= 200 && response.status < 300;
  switch (status?.kind) {
    case 'pending':
      return response.status === 429 || response.status >= 500
        ? unclear('which the model calls pending')
        : { kind: 'pending', progress: null };
    case 'at':
      return isSuccess
        ? { kind: 'succeeded', output: { kind: 'foreign', at: status.url } }
        : unclear('which the model calls a video');
    case 'bytes':
      return isSuccess
        ? { kind: 'succeeded', output: { kind: 'inline', at: status.base64 } }
        : unclear('which the model calls a video');
    case 'error': {
      const failure = raw === undefined ? undefined : readFailure(raw);
      if (failure === undefined) return unclear('which the model calls an error');
      const { detail = status.words, ...error } = failure;
      return { kind: 'failed', error: { ...error, detail } };
    }
    case 'withheld':
      return unclear('with a video that the model does not return');
    case 'thrown':
    case undefined:
      return unclear('which the model cannot read');
  }
}

/** Options that the model warned about when it had sent its request, for the trail. */
function ignoredBy(task: JsonValue) {
  const { ignored } = savedOperation(task);
  return ignored === undefined ? {} : { effective: { ignored } };
}
