import type { DataLossDetection } from '@filmgate/core';
import { createJobReader } from '../jobs/sqlite-job-reader.ts';
import { createJobStore } from '../jobs/sqlite-job-store.ts';
import type { RunningStore } from '../store/running-store.ts';

/** Detects whether the database is an older copy of the one its baseline knows. */
export function createDataLossDetection({
  past,
  accessWhileLost: access,
  events,
}: Pick<RunningStore, 'past' | 'accessWhileLost' | 'events'>): DataLossDetection {
  return {
    jobs: createJobStore(access, events),
    reader: createJobReader(access),
    lost: () => past.lost,
    onChange: (listener) => past.onChange(listener),
    resume: async () => {
      if (past.lost === null) return 'nothing-lost';
      await past.resume(({ historyId: history_id, commits }) =>
        access.write(({ database }) => {
          const { kysely } = database;
          const whole = { history_id, commits, gone_back: null };
          const { sql, parameters } = kysely.updateTable('store').set(whole).compile();
          database.connection.prepare(sql).run([...parameters]);
        }),
      );
      return 'resumed';
    },
  };
}
