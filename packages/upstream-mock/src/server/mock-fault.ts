import { jsonReply, type ProviderResponse } from '../wire/provider-request.ts';
import type { ReceivedRequest } from './received-request.ts';
import { seenPath } from './request-facts.ts';

/** An exception inside the mock while it served a request: a mistake of its own or of its disk, never a fault a test asked for. */
export interface MockFault {
  readonly method: string;
  /** Without the query, and with `***` for a credential in it; empty where it cannot be read. */
  readonly path: string;
  readonly error: unknown;
}

/** What a request that met a fault is told. It proves nothing about the submission [mock.refusal-evidence]. */
export const faultReply: ProviderResponse = {
  ...jsonReply(500, {
    error: {
      kind: 'internal_fault',
      message:
        'the mock itself failed, and no token asked for it: the output of its process says how',
      retry_after_ms: null,
    },
  }),
  headers: { connection: 'close' },
};

export function faultOf(request: ReceivedRequest, error: unknown): MockFault {
  return { method: request.method ?? '', path: seenPath(request), error };
}

/** Says a fault on stderr, with its stack. */
export function printFault({ method, path, error }: MockFault): void {
  const reported = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`filmgate-mock: an internal fault in ${method} ${path}: ${reported}\n`);
}
