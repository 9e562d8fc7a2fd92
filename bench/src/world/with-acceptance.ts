import type { AcceptJobInput, AdmissionFacts, GatewayPorts } from '@filmgate/core';
import { overrideMethods } from './with-held-waits.ts';

/**
 * Stores no jobs, but responds like a store with group commit: to all creations of one turn of the event loop together.
 * Separate responses would cost more system calls than a durable store, and be no ceiling for it.
 */
export function respondTogether(): Acceptance {
  let turn: Promise<void> | undefined;
  return () => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        resolve();
      });
    });
    return turn;
  };
}

/** Handles a new job, which is accepted when the promise resolves. */
export type Acceptance = (input: AcceptJobInput) => void | Promise<void>;

/**
 * Returns the ports with creation taken off the store: its queries are served from memory, and `accept` receives the
 * job. The remaining work is the route itself.
 */
export function withAcceptance(ports: GatewayPorts, accept: Acceptance): GatewayPorts {
  const { jobs, reader } = ports.storage;
  const known: { facts?: AdmissionFacts } = {};
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
        admissionFacts: async (owner) => {
          if (known.facts === undefined || known.facts.loads.length === 0)
            known.facts = await reader.admissionFacts(owner);
          return known.facts;
        },
        findByKey: async () => undefined,
      }),
    }),
  };
}
