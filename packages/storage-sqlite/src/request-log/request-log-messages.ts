import type { RequestLogPage, RequestLogQuery } from '@filmgate/core';
import type { Cell } from './call-cells.ts';

/** What the thread of the request log is told. `number` names the order in its report. */
export type LogOrder =
  | { readonly kind: 'write'; readonly number: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'list'; readonly number: number; readonly query: RequestLogQuery }
  | {
      readonly kind: 'remove';
      readonly number: number;
      readonly before: number;
      readonly limit: number;
    }
  | { readonly kind: 'stop' };

/** What it answers. */
export type LogReport =
  | { readonly kind: 'written'; readonly number: number; readonly misfits: number }
  | { readonly kind: 'listed'; readonly number: number; readonly page: RequestLogPage }
  | { readonly kind: 'removed'; readonly number: number; readonly rows: number }
  | {
      readonly kind: 'failed';
      readonly number: number;
      readonly message: string;
      /** SQLite's result code, where it was SQLite that failed. */
      readonly code: string | null;
    };
