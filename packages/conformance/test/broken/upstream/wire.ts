import type { Send } from '../../support/memory-upstream.ts';

/** A client with a fault in its requests on the wire. */
export interface BrokenWire {
  readonly fault: string;
  readonly send: Send;
}

async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}

/** Faults of a client made of plain `fetch`. */
export const wireFaults: readonly BrokenWire[] = [
  {
    fault: 'is plain fetch',
    send: async (method, url) => statusOf(await fetch(url, { method })),
  },
  {
    fault: 'is plain fetch that follows no redirect',
    send: async (method, url) => statusOf(await fetch(url, { method, redirect: 'manual' })),
  },
];
