import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { acceptJob } from './accept-job.ts';
import { awaitEnd } from './await-end.ts';
import { checkJob } from './check-job.ts';
import { createDeadlines } from './deadlines.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { openResult } from './open-result.ts';
import { readOwnJob } from './read-own-job.ts';
import { createReferencePlaces } from './reference-places.ts';
import { removeResult } from './remove-result.ts';
import { ruleOutcome } from './rule-outcome.ts';
import { storeAsset } from './store-asset.ts';

/** The use-cases bound to one set of ports. */
export function createGateway(ports: GatewayPorts, options: GatewayOptions): Gateway {
  const deadlines = createDeadlines(ports.clock);
  const places = createReferencePlaces();
  return {
    accept: (command) => acceptJob({ ports, options, places }, command),
    get: (input) => readOwnJob(ports, input),
    list: (query) => ports.storage.reader.list(query),
    awaitEnd: (input) => awaitEnd({ ports, options, deadlines }, input),
    openResult: (input) => openResult(ports, input),
    storeAsset: (command) => storeAsset(ports, options, command),
    check: (input) => checkJob(ports, options, input),
    removeResult: (input) => removeResult(ports, input),
    rule: (input) => ruleOutcome(ports, options, input),
  };
}
