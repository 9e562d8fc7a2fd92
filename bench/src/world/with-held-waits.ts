import type { GatewayPorts, Job } from '@filmgate/core';

/** Ports on which the runner finds work only while it is switched on. */
export interface RunnerSwitch {
  readonly ports: GatewayPorts;
  /** Switches the runner; when switched on, it claims immediately. */
  set(isOn: boolean): void;
}

/** Returns the ports with a switch for the runner, initially off. */
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

/** Ports on which the runner finds no work, to measure requests alone. Other calls go directly to the store. */
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

/** Returns the port with some methods replaced; the others are called on the port itself. */
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

/** Open waits for single jobs, which can be ended without a store that ends the jobs. */
export interface HeldWaits {
  readonly ports: GatewayPorts;
  /** Open waits. */
  count(): number;
  /** Snapshot of jobs and their subscribers. */
  all(): readonly (readonly [jobId: string, listener: Listener])[];
}

/** Returns the ports, and remembers the subscribers of each job. */
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
