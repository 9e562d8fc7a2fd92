import type { Send } from '../../support/memory-upstream.ts';

/** A client whose way over the wire is wrong. */
export interface BrokenWire {
  readonly fault: string;
  readonly send: Send;
}

async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}

/** What a client made of plain `fetch` does. */
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
