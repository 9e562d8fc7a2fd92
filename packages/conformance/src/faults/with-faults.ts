import { type StorageBundle, StorageUnavailable } from '@filmgate/core';
import type { Fault, FaultPlan } from './fault-plan.ts';

/** Wraps a port of asynchronous methods: each may throw `StorageUnavailable` before or after its call, as planned. */
export function withFaults<Port extends object>(port: Port, plan: FaultPlan, name = 'port'): Port {
  const counts = new Map<string, number>();
  return new Proxy(port, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function' || typeof property === 'symbol') return member;
      return async (...inputs: readonly unknown[]): Promise<unknown> => {
        const earlier = counts.get(property) ?? 0;
        counts.set(property, earlier + 1);
        const call = { port: name, method: property, earlier };
        const fault = plan.decide(call);
        await plan.delay?.(call);
        throwBefore(fault, `${name}.${property}`);
        const outcome: unknown = await Reflect.apply(member, target, inputs);
        throwAfter(fault, `${name}.${property}`);
        return outcome;
      };
    },
  });
}

function throwBefore(fault: Fault, method: string): void {
  if (fault.kind === 'before')
    throw new StorageUnavailable(`Injected: ${method} was not done.`, { applied: fault.applied });
}

function throwAfter(fault: Fault, method: string): void {
  if (fault.kind === 'after')
    throw new StorageUnavailable(`Injected: the reply of ${method} was lost.`, {
      applied: 'unknown',
    });
}

/** Wraps a bundle. Unchanged are events, `ping`, `close`, and appending to the request log, which never fails. */
export function withStorageFaults(bundle: StorageBundle, plan: FaultPlan): StorageBundle {
  const requestLogs = withFaults(bundle.requestLogs, plan, 'requestLogs');
  return {
    manifest: bundle.manifest,
    jobs: withFaults(bundle.jobs, plan, 'jobs'),
    reader: withFaults(bundle.reader, plan, 'reader'),
    events: bundle.events,
    accounts: withFaults(bundle.accounts, plan, 'accounts'),
    apiUsers: withFaults(bundle.apiUsers, plan, 'apiUsers'),
    adminAccess: withFaults(bundle.adminAccess, plan, 'adminAccess'),
    assets: withFaults(bundle.assets, plan, 'assets'),
    values: withFaults(bundle.values, plan, 'values'),
    requestLogs: {
      append: (entries) => bundle.requestLogs.append(entries),
      list: (query) => requestLogs.list(query),
      countOverTime: (query) => requestLogs.countOverTime(query),
      removeBefore: (input) => requestLogs.removeBefore(input),
      erasePrompts: (input) => requestLogs.erasePrompts(input),
      bytes: () => requestLogs.bytes(),
      removeBeyond: (input) => requestLogs.removeBeyond(input),
    },
    operationSamples: withFaults(bundle.operationSamples, plan, 'operationSamples'),
    ping: () => bundle.ping(),
    close: () => bundle.close(),
  };
}
