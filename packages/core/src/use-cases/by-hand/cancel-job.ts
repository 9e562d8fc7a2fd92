import type { GatewayPorts } from '../../ports/gateway-ports.ts';
import { saveEvent } from '../advance/save-event.ts';
import type { CancelJobResult, Gateway } from '../gateway.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { obstacleTo } from './check-act.ts';

/** Ends an unsent job. In a race with a runner it is either cancelled and never sent, or sent and not cancelled. */
export async function cancelJob(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, actor, audit }: Parameters<Gateway['cancel']>[0],
): Promise<CancelJobResult> {
  const { reader } = ports.storage;
  for (;;) {
    const job = await reader.find(id);
    if (job === undefined) return { kind: 'not-found' };
    if ((await obstacleTo(ports, 'cancel', job)) !== null) return { kind: 'maybe-sent', job };
    const step = await saveEvent(
      {
        ports,
        options,
        job,
        claim: null,
        by: 'operator',
        signal: AbortSignal.abort(),
        ...(audit !== undefined && { audit }),
      },
      { kind: 'cancelled', actor },
    );
    if (step.kind === 'advanced') return { kind: 'cancelled', job: step.job };
  }
}
