import type { AcceptJobInput, AdmissionFacts, GatewayPorts } from '@filmgate/core';
import { overrideMethods } from './with-held-waits.ts';

/**
 * Puts jobs nowhere, but answers as a store with group commit does: all that came in one turn of the event loop
 * together. Answered one by one they would cost more in system calls than a durable store, and be no ceiling for it.
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

/** Does something with a new job, or nothing; it counts as accepted when that is done. */
export type Acceptance = (input: AcceptJobInput) => void | Promise<void>;

/**
 * The same ports with creation taken off the store: what the route asks it is answered from memory, and the job goes
 * where `accept` puts it. What is left is the route itself.
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
