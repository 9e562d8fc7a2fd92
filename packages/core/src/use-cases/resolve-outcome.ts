import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { saveEvent } from './advance/save-event.ts';
import type { Work } from './advance/work.ts';
import type { Gateway, ResolveOutcomeResult } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** An operator's word on an unknown outcome: closes the money, never resubmits. Of two resolutions one counts. */
export async function resolveOutcome(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, outcome, actor, note, audit }: Parameters<Gateway['resolve']>[0],
): Promise<ResolveOutcomeResult> {
  for (;;) {
    const job = await ports.storage.reader.find(id);
    if (job === undefined) return { kind: 'not-found' };
    if (job.state !== 'outcome_unknown') return { kind: 'not-unknown', job };
    const work: Work = {
      ports,
      options,
      job,
      claim: null,
      by: 'operator',
      signal: AbortSignal.abort(),
      ...(audit !== undefined && { audit }),
    };
    const step = await saveEvent(work, { kind: 'resolved', outcome, actor, note });
    if (step.kind === 'advanced') return { kind: 'resolved', job: step.job };
  }
}
