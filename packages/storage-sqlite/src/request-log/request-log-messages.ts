import type {
  RequestBucket,
  OperationSample,
  OperationSamplesQuery,
  OperationSummary,
  RequestLogCountQuery,
  RequestLogPage,
  RequestLogQuery,
} from '@filmgate/core';
import type { Cell } from './request-cells.ts';

/** Messages to the thread of the request log. `number` identifies the order in the thread's report. */
export type LogOrder =
  | { readonly kind: 'write'; readonly number: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'list'; readonly number: number; readonly query: RequestLogQuery }
  | { readonly kind: 'count'; readonly number: number; readonly query: RequestLogCountQuery }
  | {
      readonly kind: 'remove';
      readonly number: number;
      readonly before: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'erase-prompts';
      readonly number: number;
      readonly caller: string;
      readonly limit: number;
    }
  | {
      readonly kind: 'remove-beyond';
      readonly number: number;
      readonly bytes: number;
      readonly limit: number;
    }
  | { readonly kind: 'measure'; readonly number: number }
  | { readonly kind: 'record-sample'; readonly number: number; readonly sample: OperationSample }
  | {
      readonly kind: 'list-samples';
      readonly number: number;
      readonly query: OperationSamplesQuery;
    }
  | {
      readonly kind: 'remove-samples';
      readonly number: number;
      readonly before: number;
      readonly limit: number;
    }
  | { readonly kind: 'stop' };

/** Response of the thread. */
export type LogReport =
  | { readonly kind: 'written'; readonly number: number; readonly misfits: number }
  | { readonly kind: 'listed'; readonly number: number; readonly page: RequestLogPage }
  | {
      readonly kind: 'counted';
      readonly number: number;
      readonly buckets: readonly RequestBucket[];
    }
  | { readonly kind: 'removed'; readonly number: number; readonly rows: number }
  | { readonly kind: 'measured'; readonly number: number; readonly bytes: number }
  | { readonly kind: 'sample-recorded'; readonly number: number }
  | {
      readonly kind: 'samples-listed';
      readonly number: number;
      readonly summaries: readonly OperationSummary[];
    }
  | {
      readonly kind: 'failed';
      readonly number: number;
      readonly message: string;
      /** SQLite's result code, if SQLite failed. */
      readonly code: string | null;
    };
