import type { GatewayPorts, Job } from '@filmgate/core';
import { overrideMethods } from './override-methods.ts';

type Listener = (job: Job) => void;

/** The waits for single jobs that are open, and a way to end them without a store that ends the jobs. */
export interface HeldWaits {
  readonly ports: GatewayPorts;
  /** How many there are. */
  count(): number;
  /** Jobs and who waits for them, as they are now. */
  all(): readonly (readonly [jobId: string, listener: Listener])[];
}

/** The same ports; who subscribes to a job is remembered. */
export function withHeldWaits(ports: GatewayPorts): HeldWaits {
  const listeners = new Map<string, Listener>();
  const { storage } = ports;
  const events = overrideMethods(storage.events, {
    subscribe: (jobId, listener) => {
      const unsubscribe = storage.events.subscribe(jobId, listener);
      listeners.set(jobId, listener);
      return () => {
        listeners.delete(jobId);
        unsubscribe();
      };
    },
  });
  return {
    ports: { ...ports, storage: overrideMethods(storage, { events }) },
    count: () => listeners.size,
    all: () => [...listeners],
  };
}
