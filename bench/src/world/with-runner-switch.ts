import type { GatewayPorts } from '@filmgate/core';
import { overrideMethods } from './override-methods.ts';

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
