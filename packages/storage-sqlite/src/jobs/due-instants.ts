import type { OpenJobs } from '../memory/open-jobs.ts';
import type { Saved } from '../write/batch.ts';
import type { JobRows } from './job-rows.ts';

/** Open jobs whose due instant changed without a decision; written with whichever transaction comes next. */
export class DueInstants implements Saved {
  readonly #openJobs: OpenJobs;
  readonly #rows: JobRows;
  readonly #changed = new Set<number>();

  constructor(openJobs: OpenJobs, rows: JobRows) {
    this.#openJobs = openJobs;
    this.#rows = rows;
  }

  changed(position: number): void {
    this.#changed.add(position);
  }

  isDirty(): boolean {
    return this.#changed.size > 0;
  }

  flush(): void {
    for (const position of this.#changed) {
      const open = this.#openJobs.at(position);
      if (open !== undefined) this.#rows.setDue(position, open.standing.job.dueAt);
    }
  }

  flushed(): void {
    this.#changed.clear();
  }
}
