import type { GatewayPorts } from '@filmgate/core';

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** What came of a call, if anybody is still there to be told. */
async function unlessDead(outcome: Promise<unknown>, life: { readonly dead: boolean }) {
  try {
    const value = await outcome;
    return await (life.dead ? never() : value);
  } catch (error) {
    if (life.dead) return never();
    throw error;
  }
}

/** A port whose calls stop having effects, and never return, once the process that holds it is dead. */
function mortalPort<T extends object>(port: T, life: { readonly dead: boolean }): T {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...input: readonly unknown[]): unknown => {
        if (life.dead) return never();
        const outcome: unknown = Reflect.apply(member, target, input);
        if (!(outcome instanceof Promise)) return outcome;
        return unlessDead(outcome, life);
      };
    },
  });
}

/** The ports as one process sees them: when it dies, whatever it was doing never resumes. */
export function mortal(ports: GatewayPorts, life: { readonly dead: boolean }): GatewayPorts {
  const { storage } = ports;
  return {
    ...ports,
    clock: { ...ports.clock, sleep: mortalPort(ports.clock, life).sleep },
    storage: {
      ...storage,
      jobs: mortalPort(storage.jobs, life),
      reader: mortalPort(storage.reader, life),
      accounts: mortalPort(storage.accounts, life),
      apiUsers: mortalPort(storage.apiUsers, life),
    },
    resultBlobs: mortalPort(ports.resultBlobs, life),
    upstreams: new Map(
      [...ports.upstreams].map(([name, client]) => [name, mortalPort(client, life)]),
    ),
  };
}
