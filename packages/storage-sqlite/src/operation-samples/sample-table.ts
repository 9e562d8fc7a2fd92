import {
  appendSummaries,
  type OperationSample,
  operationSampleSchema,
  type OperationSamplesQuery,
  type OperationSummary,
  summariseSamples,
} from '@filmgate/core';
import type { OperationSampleRow } from '../request-log/request-log-tables.ts';
import type { LogDatabase } from '../request-log/request-conditions.ts';
import { PreparedQuery } from '../database/sqlite-database.ts';

/** Samples read at a time, some 5 ms; in between the thread may write. */
const samplesPerPiece = 250;

/** Samples in the database of the request log. Waits for the disk, so it runs on that database's thread. */
export class SampleTable {
  readonly #record: PreparedQuery<unknown>;
  readonly #piece: PreparedQuery<OperationSampleRow>;
  readonly #remove: PreparedQuery<unknown>;

  constructor({ connection, kysely }: LogDatabase) {
    const empty: OperationSampleRow = { at: 0, node: '', sample: '' };
    this.#record = new PreparedQuery<unknown>(
      connection,
      kysely.replaceInto('operation_sample').values(empty),
    );
    this.#piece = new PreparedQuery(
      connection,
      kysely
        .selectFrom('operation_sample')
        .select(['at', 'node', 'sample'])
        .where((row) => row(row.refTuple('at', 'node'), '>', row.tuple(0, '')))
        .where('at', '<', 0)
        .orderBy('at')
        .orderBy('node')
        .limit(samplesPerPiece),
    );
    this.#remove = new PreparedQuery<unknown>(
      connection,
      kysely
        .deleteFrom('operation_sample')
        .where((row) =>
          row(
            row.refTuple('at', 'node'),
            'in',
            row
              .selectFrom('operation_sample')
              .select(['at', 'node'])
              .where('at', '<', 0)
              .orderBy('at')
              .orderBy('node')
              .limit(1)
              .$asTuple('at', 'node'),
          ),
        ),
    );
  }

  record(sample: OperationSample): void {
    this.#record.run(sample.at, sample.node, JSON.stringify(sample));
  }

  /** Lists in short steps; between two of them the thread may write. */
  *list(query: OperationSamplesQuery): Generator<void, readonly OperationSummary[]> {
    const steps: OperationSummary[] = [];
    // No node has an empty name; the first sample of the first minute comes after this position.
    let position: Pick<OperationSampleRow, 'at' | 'node'> = { at: query.from, node: '' };
    for (;;) {
      const rows = this.#piece.all(position.at, position.node, query.until, samplesPerPiece);
      appendSummaries(steps, summariseSamples(rows.map(readSample), query.stepMs));
      const last = rows.at(-1);
      if (last === undefined || rows.length < samplesPerPiece) return steps;
      position = last;
      yield;
    }
  }

  removeBefore({ before, limit }: { readonly before: number; readonly limit: number }): number {
    return this.#remove.run(before, limit);
  }
}

function readSample({ sample }: OperationSampleRow): OperationSample {
  return operationSampleSchema.parse(JSON.parse(sample));
}
