import { match } from 'ts-pattern';
import { decideReplay } from '../idempotency/decide-replay.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { ReplayResult } from './accept-outcomes.ts';
import type { AcceptCommand } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Returns the result of a known key, before any refusal and before anything is fetched [idempotency.before-fetch]. */
export async function findReplay(
  {
    ports: { storage, digest },
    options,
  }: { readonly ports: GatewayPorts; readonly options: Pick<GatewayOptions, 'catalog'> },
  { idempotency, content }: Pick<AcceptCommand, 'idempotency' | 'content'>,
): Promise<ReplayResult> {
  if (idempotency === null || idempotency.key === null) return { kind: 'key-free' };
  const { scope, key } = idempotency;
  const stored = await storage.reader.findByKey({ scope, key });
  const { aliases } = options.catalog();
  return match(decideReplay(stored, content, { aliases, digest }))
    .returnType<ReplayResult>()
    .with({ kind: 'first' }, () => ({ kind: 'key-free' }))
    .with({ kind: 'replay' }, ({ stored: { job } }) => ({ kind: 'replayed', job }))
    .with({ kind: 'conflict' }, () => ({ kind: 'key-conflict' }))
    .exhaustive();
}
