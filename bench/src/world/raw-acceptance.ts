import Database from 'better-sqlite3';
import type { Acceptance } from './with-acceptance.ts';

const schema = `
  create table claim(scope text, key text, fingerprint text, job text, primary key (scope, key)) without rowid;
  create table quota(owner text primary key, reserved integer) without rowid;
  create table job(id text primary key, owner text, model text, prompt text, request text, state text, cost integer,
    created_at integer, due_at integer);
  create index job_by_due on job(due_at) where due_at is not null;
  create index job_by_owner on job(owner, id);
`;

/**
 * What a careful hand would write first: one transaction per creation on prepared statements, WAL, `synchronous=FULL`.
 * Idempotency claim, quota and job, nothing else.
 */
export function createRawAcceptance(file: string): Acceptance {
  const database = new Database(file);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec(schema);
  const claim = database.prepare('insert into claim values (?, ?, ?, ?)');
  const quota = database.prepare(
    'insert into quota values (?, ?) on conflict (owner) do update set reserved = reserved + excluded.reserved',
  );
  const insert = database.prepare('insert into job values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  return ({ job, idempotency }) => {
    const { prompt, ...request } = job.request;
    begin.run();
    if (idempotency !== null)
      claim.run(idempotency.scope, idempotency.key, idempotency.fingerprint, job.id);
    quota.run(job.owner, job.price);
    const { id, owner, state, price, createdAt, dueAt } = job;
    insert.run(
      id,
      owner,
      request.model,
      prompt,
      JSON.stringify(request),
      state,
      price,
      createdAt,
      dueAt,
    );
    commit.run();
  };
}
