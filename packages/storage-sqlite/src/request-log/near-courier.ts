import type { Timing } from '../write/timing.ts';
import { LogClerk } from './log-clerk.ts';
import type { Answer, Courier, UnnumberedOrder } from './log-courier.ts';

/** Carries the orders out on this very thread, for a log in memory. */
export class NearCourier implements Courier {
  readonly #timing: Pick<Timing, 'defer'>;
  readonly #clerk: LogClerk;
  readonly #awaited = new Map<number, (answer: Answer) => void>();
  #number = 0;
  #whenEnded: () => void = () => undefined;

  constructor(path: string, timing: Pick<Timing, 'defer'>) {
    this.#timing = timing;
    this.#clerk = new LogClerk({
      path,
      send: (report) => this.#settle(report.number, report),
      ended: () => this.#whenEnded(),
      defer: timing.defer,
    });
  }

  send(order: UnnumberedOrder, answered: (answer: Answer) => void): void {
    this.#number += 1;
    const number = this.#number;
    this.#awaited.set(number, answered);
    this.#timing.defer(() => this.#clerk.take({ ...order, number }));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#whenEnded = resolve;
      this.#timing.defer(() => this.#clerk.take({ kind: 'stop' }));
    });
    for (const number of this.#awaited.keys()) this.#settle(number, { kind: 'lost' });
  }

  #settle(number: number, answer: Answer): void {
    const answered = this.#awaited.get(number);
    this.#awaited.delete(number);
    answered?.(answer);
  }
}
