import type { ResponseSpool } from '@filmgate/core';
import type { NodeProcess } from './node-process.ts';
import type { Scheduler } from './scheduler.ts';

/** Pause between two reads of the spool, as in the product, ms. */
const everyMs = 5_000;

type Kept = Awaited<ReturnType<ResponseSpool['keep']>>;

/**
 * The spool on the disk of one machine for responses that the store rejects; it survives the processes on the machine.
 */
export class MachineSpool {
  readonly #scheduler: Scheduler;
  readonly #room: number;
  readonly #texts = new Map<string, string>();
  /** Function of each idle process that writes waiting responses to the store. */
  readonly #bringers = new Map<NodeProcess, () => Promise<void>>();
  #tickets = 0;

  constructor(scheduler: Scheduler, { room }: { readonly room: number }) {
    this.#scheduler = scheduler;
    this.#room = room;
  }

  get isFull(): boolean {
    return this.#texts.size >= this.#room;
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /**
   * Writes waiting responses to the store once, and repeatedly while some remain.
   *
   * @param bring - writes the responses that the store accepts
   */
  async bringAll(process: NodeProcess, bring: () => Promise<void>): Promise<void> {
    this.#bringers.set(process, bring);
    await bring();
    void this.#bringOn(process);
  }

  async #bringOn(process: NodeProcess): Promise<void> {
    const bring = this.#bringers.get(process);
    if (bring === undefined) return;
    // This process writes all responses added from now on until none is left.
    this.#bringers.delete(process);
    while (process.isAlive && !this.isEmpty) {
      await process.clock().sleep(everyMs);
      await bring();
    }
    this.#bringers.set(process, bring);
  }

  /** Returns the spool for one process, which may die between a call and its effect. */
  connect(process: NodeProcess): ResponseSpool {
    const call = <Outcome>(act: () => Outcome): Promise<Outcome> =>
      new Promise((resolve) => {
        this.#scheduler.after(1, () => {
          if (!process.isAlive) return false;
          const outcome = act();
          process.hear(1, () => resolve(outcome));
          return true;
        });
      });
    return {
      keep: async (text) => {
        const kept = await call(() => this.#keep(text));
        void this.#bringOn(process);
        return kept;
      },
      entries: () => call(() => [...this.#texts].map(([ticket, kept]) => ({ ticket, text: kept }))),
      remove: (ticket) => call(() => void this.#texts.delete(ticket)),
    };
  }

  #keep(text: string): Kept {
    if (this.isFull) return { kind: 'full' };
    this.#tickets += 1;
    const ticket = String(this.#tickets);
    this.#texts.set(ticket, text);
    return { kind: 'kept', ticket };
  }
}
