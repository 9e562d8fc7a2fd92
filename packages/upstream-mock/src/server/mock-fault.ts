import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import { seenPath } from '../records/request-facts.ts';

/** An exception inside the mock during a request: its own bug or a disk error, never a fault a test asked for. */
export interface MockFault {
  readonly method: string;
  /** Without the query, and with `***` for a credential in it; empty if it cannot be read. */
  readonly path: string;
  readonly error: unknown;
}

/** Response to a request with a fault. It proves nothing about the submission [mock.refusal-evidence]. */
export const faultReply: ProviderResponse = {
  ...jsonReply(500, {
    error: {
      kind: 'internal_fault',
      message: 'the mock itself failed, and no token asked for it: see the output of its process',
      retry_after_ms: null,
    },
  }),
  headers: { connection: 'close' },
};

export function faultOf(request: ReceivedRequest, error: unknown): MockFault {
  return { method: request.method ?? '', path: seenPath(request), error };
}

/** Prints a fault with its stack to stderr. */
export function printFault({ method, path, error }: MockFault): void {
  const reported = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`filmgate-mock: an internal fault in ${method} ${path}: ${reported}\n`);
}
