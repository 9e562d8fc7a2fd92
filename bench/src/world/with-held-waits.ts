import type { GatewayPorts, Job } from '@filmgate/core';

/** Ports on which the runner finds work only while it is switched on. */
export interface RunnerSwitch {
  readonly ports: GatewayPorts;
  /** Switches it; a runner switched on looks at once. */
  set(isOn: boolean): void;
}

/** The same ports with a switch for the runner, off at first. */
export function withRunnerSwitch(ports: GatewayPorts): RunnerSwitch {
  const { jobs, reader, events } = ports.storage;
  const listeners = new Set<() => void>();
  let isOn = false;
  const storage = overrideMethods(ports.storage, {
    jobs: overrideMethods(jobs, {
      claimDue: async (input) => (isOn ? jobs.claimDue(input) : []),
    }),
    reader: overrideMethods(reader, {
      nextDueAt: async () => (isOn ? reader.nextDueAt() : null),
    }),
    events: overrideMethods(events, {
      onWork: (listener) => {
        listeners.add(listener);
        const unsubscribe = events.onWork(() => {
          if (isOn) listener();
        });
        return () => {
          listeners.delete(listener);
          unsubscribe();
        };
      },
    }),
  });
  return {
    ports: { ...ports, storage },
    set(next) {
      isOn = next;
      if (isOn) for (const listener of listeners) listener();
    },
  };
}

/**
 * Ports on which the runner finds nothing to do, so that what is measured is the answering of requests alone. Nothing
 * else differs: every other call goes straight to the store.
 */
export function withoutRunner(ports: GatewayPorts): GatewayPorts {
  const { storage } = ports;
  return {
    ...ports,
    storage: overrideMethods(storage, {
      jobs: overrideMethods(storage.jobs, { claimDue: async () => [] }),
      reader: overrideMethods(storage.reader, { nextDueAt: async () => null }),
      events: overrideMethods(storage.events, { onWork: () => () => {} }),
    }),
  };
}

/** The same port with some of its methods replaced; the others are called on the port itself. */
export function overrideMethods<Port extends object>(port: Port, changes: Partial<Port>): Port {
  const methods: Record<string, unknown> = {};
  for (const name of memberNames(port)) {
    const member: unknown = Reflect.get(port, name, port);
    methods[name] = typeof member === 'function' ? member.bind(port) : member;
  }
  return Object.assign({}, port, methods, changes);
}

function memberNames(port: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(port);
  const inherited =
    prototype === null || prototype === Object.prototype
      ? []
      : Object.getOwnPropertyNames(prototype);
  return [...Object.keys(port), ...inherited.filter((name) => name !== 'constructor')];
}

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
