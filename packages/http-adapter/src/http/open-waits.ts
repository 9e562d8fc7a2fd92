import type { FastifyReply } from 'fastify';

/** Reasons for ending a wait early. */
export type WaitCut = 'caller-gone' | 'stopping';

/** One response that is waited for. */
export interface OpenWait {
  /** Aborts when the caller leaves, or the server stops. */
  readonly signal: AbortSignal;
  /** Returns the reason of the abort; null before it. */
  cut(): WaitCut | null;
  /** Call it when the wait is over. */
  end(): void;
}

export interface OpenWaits {
  begin(reply: FastifyReply): OpenWait;
}

/**
 * Waits that end with their caller or with the server. All of them share one listener on the server's signal, and each
 * has one controller and one listener on its own response.
 */
export function createOpenWaits(stopping: AbortSignal): OpenWaits {
  const open = new Set<Wait>();
  stopping.addEventListener(
    'abort',
    () => {
      for (const wait of open) wait.abort('stopping');
    },
    { once: true },
  );
  return {
    begin({ raw }) {
      const wait = new Wait();
      const leave = (): void => wait.abort('caller-gone');
      open.add(wait);
      raw.once('close', leave);
      if (stopping.aborted) wait.abort('stopping');
      else if (raw.destroyed) leave();
      return {
        signal: wait.signal,
        cut: () => wait.cut,
        end: () => {
          open.delete(wait);
          raw.off('close', leave);
        },
      };
    },
  };
}

class Wait {
  readonly #controller = new AbortController();
  #cut: WaitCut | null = null;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get cut(): WaitCut | null {
    return this.#cut;
  }

  abort(cut: WaitCut): void {
    this.#cut ??= cut;
    this.#controller.abort();
  }
}
