import type { JsonValue, UpstreamError } from '@filmgate/core';
import { type JsonResponse, objectIn, taskStateIn } from '@filmgate/upstream-http';

/**
 * Reads the failure of a video in the response as the provider sent it; pure and total. Undefined = the response states
 * none: whatever the model calls it, the gateway reads again.
 */
export type ReadFailure = (
  response: JsonResponse,
) => (Pick<UpstreamError, 'kind' | 'charge'> & { readonly detail?: string }) | undefined;

const stateNames = ['status', 'state', 'task_status'];

/** A successful response fails its video if each state in it, at its top or one level below, is a word for failed. */
export const failedByState: ReadFailure = ({ status, body }) => {
  const words = status === 200 ? statesIn(body) : [];
  const isFailed = words.length > 0 && words.every((word) => taskStateIn(word) === 'failed');
  return isFailed ? { kind: 'internal', charge: 'unknown' } : undefined;
};

function statesIn(body: JsonValue): readonly JsonValue[] {
  const top = objectIn(body) ?? {};
  const parts = [top, ...Object.values(top).map((value) => objectIn(value) ?? {})];
  return parts.flatMap((part) =>
    stateNames.flatMap((name) => {
      const word = part[name];
      return typeof word === 'string' ? [word] : [];
    }),
  );
}
