import type { OperationSamples } from '@filmgate/core';
import { type Answer, logFault, type UnnumberedOrder } from '../request-log/log-worker-client.ts';

/** Figures over time, kept by the thread of the request log. */
export function createOperationSamples(
  ask: (order: UnnumberedOrder) => Promise<Answer>,
): OperationSamples {
  return {
    record: async (sample) => {
      const answer = await ask({ kind: 'record-sample', sample });
      if (answer.kind !== 'sample-recorded') throw logFault(answer);
    },
    list: async (query) => {
      const answer = await ask({ kind: 'list-samples', query });
      if (answer.kind !== 'samples-listed') throw logFault(answer);
      return answer.summaries;
    },
    removeBefore: async ({ before, limit }) => {
      const answer = await ask({ kind: 'remove-samples', before, limit });
      if (answer.kind !== 'removed') throw logFault(answer);
      return answer.rows;
    },
  };
}
