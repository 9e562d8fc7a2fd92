import type { OutputLocation } from './poll-reading.ts';

/** Time for which a location is kept, in ms: a download begins within seconds, and links live for an hour at least. */
const keptForMs = 60_000;
const mostKept = 1_000;

/**
 * Locations of the results that polls have just reported. The first download of each needs no read of its task, so that
 * many ends that become known together cause no reads beyond the pace.
 */
export class ReportedOutputs {
  readonly #kept = new Map<string, { readonly output: OutputLocation; readonly until: number }>();

  /** Keeps a location; a result that was in the response itself is too large. */
  keep(work: string, output: OutputLocation, now: number): void {
    if (output.kind === 'inline') return;
    for (const [other, { until }] of this.#kept) {
      if (until > now && this.#kept.size < mostKept) break;
      this.#kept.delete(other);
    }
    this.#kept.set(work, { output, until: now + keptForMs });
  }

  /** Returns a location once: a download that failed may need a newer link. Undefined = none is kept. */
  take(work: string, now: number): OutputLocation | undefined {
    const kept = this.#kept.get(work);
    this.#kept.delete(work);
    return kept !== undefined && now < kept.until ? kept.output : undefined;
  }
}
