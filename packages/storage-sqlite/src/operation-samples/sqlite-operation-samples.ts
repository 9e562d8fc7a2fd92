import type { OperationSamples } from '@filmgate/core';
import {
  type WorkerResponse,
  logFault,
  type UnnumberedOrder,
} from '../request-log/log-worker-client.ts';

/** Figures over time, kept by the thread of the request log. */
export function createOperationSamples(
  ask: (order: UnnumberedOrder) => Promise<WorkerResponse>,
): OperationSamples {
  return {
    record: async (sample) => {
      const response = await ask({ kind: 'record-sample', sample });
      if (response.kind !== 'sample-recorded') throw logFault(response);
    },
    list: async (query) => {
      const response = await ask({ kind: 'list-samples', query });
      if (response.kind !== 'samples-listed') throw logFault(response);
      return response.summaries;
    },
    removeBefore: async ({ before, limit }) => {
      const response = await ask({ kind: 'remove-samples', before, limit });
      if (response.kind !== 'removed') throw logFault(response);
      return response.rows;
    },
  };
}
