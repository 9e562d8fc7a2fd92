import {
  type Claim,
  type CopyPlace,
  fetchedUntil,
  type GatewayOptions,
  type GatewayPorts,
} from '@filmgate/core';
import { CopyPlaces } from './copy-places.ts';
import type { RunnerOptions } from './runner-options.ts';

/** Runs a copy when it has a place, or gives its claim back. */
export type CopyInTurn = (
  claim: Claim,
  signal: AbortSignal,
  copy: (place: CopyPlace) => Promise<void>,
) => Promise<void>;

/**
 * Copies of one runner, each in its turn. One that waits keeps its claim, which the runner renews, and takes nothing that other
 * work needs; when the runner stops, its claim goes back at once.
 */
export function copyInTurn(input: {
  readonly ports: Pick<GatewayPorts, 'clock' | 'storage'>;
  readonly gatewayOptions: GatewayOptions;
  readonly options: Pick<RunnerOptions, 'copiesWaiting' | 'copyBackMs'>;
  readonly stopping: AbortSignal;
}): CopyInTurn {
  const { ports, gatewayOptions, options, stopping } = input;
  const places = new CopyPlaces(gatewayOptions, options.copiesWaiting);
  return async (claim, signal, copy) => {
    const { job } = claim;
    const admission = await places.enter({
      jobId: job.id,
      accountId: job.accountId ?? '',
      deadlineAt: fetchedUntil(job, gatewayOptions),
      signal: AbortSignal.any([signal, stopping]),
    });
    if (admission.kind === 'turned-away') {
      const now = ports.clock.now();
      const dueAt = stopping.aborted ? now : now + options.copyBackMs;
      await ports.storage.jobs.releaseClaim({ claim, dueAt, now });
      return;
    }
    try {
      await copy(admission.place);
    } finally {
      admission.place.leave();
    }
  };
}
