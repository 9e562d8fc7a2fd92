import type { AcceptJobInput, AccountLoad, GatewayPorts, QueueDepth } from '@filmgate/core';
import { overrideMethods } from './override-methods.ts';

/** Does something with a new job, or nothing; it counts as accepted when that is done. */
export type Acceptance = (input: AcceptJobInput) => void | Promise<void>;

/**
 * The same ports with creation taken off the store: what the route asks it is answered from memory, and the job goes
 * where `accept` puts it. What is left is the route itself.
 */
export function withAcceptance(ports: GatewayPorts, accept: Acceptance): GatewayPorts {
  const { jobs, reader, accounts, apiUsers } = ports.storage;
  const known: { loads?: readonly AccountLoad[]; depth?: QueueDepth } = {};
  const usage = { used: 0, reserved: 0, held: 0, limit: null };
  return {
    ...ports,
    storage: overrideMethods(ports.storage, {
      jobs: overrideMethods(jobs, {
        acceptJob: async (input) => {
          await accept(input);
          return { kind: 'accepted', job: input.job };
        },
      }),
      reader: overrideMethods(reader, {
        depth: async () => (known.depth ??= await reader.depth()),
        findByKey: async () => undefined,
      }),
      accounts: overrideMethods(accounts, {
        loads: async () => {
          if (known.loads === undefined || known.loads.length === 0)
            known.loads = await accounts.loads();
          return known.loads;
        },
      }),
      apiUsers: overrideMethods(apiUsers, { usage: async () => usage }),
    }),
  };
}
