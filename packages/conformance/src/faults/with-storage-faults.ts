import type { StorageBundle } from '@filmgate/core';
import type { FaultPlan } from './fault-plan.ts';
import { withFaults } from './with-faults.ts';

/**
 * The same bundle, every asynchronous port of it under the plan; events, `ping`, `close` and the appending to the request
 * log, which promises never to fail, stay as they are.
 */
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
