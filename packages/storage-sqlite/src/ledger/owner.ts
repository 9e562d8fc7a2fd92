import { isFinal, type Job, type OwnerSums } from '@filmgate/core';
import { PositionList } from '../memory/position-list.ts';

/** An owner of jobs: what it has spent and promised, held in memory and saved with each transaction. */
export class Owner implements OwnerSums {
  readonly number: number;
  readonly name: string;
  used = 0;
  reserved = 0;
  held = 0;
  limit: number | null = null;
  /** The limit, or what was taken already when it was lowered below that; the database refuses more. */
  ceiling: number | null = null;
  /** How often its links were revoked. */
  linkEpoch = 0;
  /** Its jobs that are not final, and those of them that wait for an account. */
  openJobs = 0;
  waiting = 0;
  /** When it was last given a start, as a count of starts given; 0 = never. */
  turn = 0;
  /** Its jobs that have not ended. */
  readonly open = new PositionList();

  constructor(number: number, name: string) {
    this.number = number;
    this.name = name;
  }

  /** Everything the limit covers. */
  get taken(): number {
    return this.used + this.reserved + this.held;
  }

  /** Counts the job where it stands, or (`-1`) no longer. */
  count({ state }: Job, sign: 1 | -1): void {
    if (isFinal(state)) return;
    this.openJobs += sign;
    if (state === 'queued' || state === 'awaiting_configuration') this.waiting += sign;
  }
}
