import Database from 'better-sqlite3';

/** A rule for every committed state of a database: a query that finds violations. */
interface Rule {
  readonly sentence: string;
  readonly breaches: string;
}

/** Closings of reservations: in steps, and in lines of former releases. */
const closings = `with closing as (
    select job, move, amount from trail where ledger = 'quota' and move in ('settle', 'refund')
    union all
    select job, one.value ->> 1, one.value ->> 2 from trail, json_each(trail.money) as one
    where one.value ->> 0 = 'quota' and one.value ->> 1 in ('settle', 'refund'))`;

const rules: readonly Rule[] = [
  {
    sentence: "an owner's reserved and held credits are those of its jobs",
    breaches: `select name from owner where
      reserved <> (select coalesce(sum(cost), 0) from job where owner = number and quota = 'reserved') or
      held <> (select coalesce(sum(cost), 0) from job where owner = number and quota = 'held')`,
  },
  {
    sentence: 'used credits are the settled entries, and those of removed jobs',
    breaches: `select name from owner where
      used < (select coalesce(sum(cost), 0) from job where owner = number and quota = 'settled')`,
  },
  {
    sentence:
      'a reservation is closed by exactly one entry, of its amount, and an open one by none',
    breaches: `${closings} select id from job left join (
        select closing.job as closed, count(*) as entries from closing join job on position = closing.job
        where amount = cost group by closing.job
      ) on closed = position
      where coalesce(entries, 0) <> (quota in ('settled', 'released'))`,
  },
  {
    sentence: 'the entry that closed a reservation is the one the job says',
    breaches: `${closings} select id from job join closing on closing.job = position where
      (move = 'settle' and quota <> 'settled') or (move = 'refund' and quota <> 'released')`,
  },
  {
    sentence: 'every step of a trail is in the chain of its job',
    breaches: `with recursive chain(entry) as (
        select last_entry from job where last_entry is not null
        union all select previous from trail join chain using (entry) where previous is not null)
      select entry from trail where entry not in (select entry from chain)`,
  },
  {
    sentence: 'every job is in memory or in every list, and never in both',
    breaches: `select id from job where 1 <>
      (position in (select position from unlisted_job)) + (position in (select position from finished_order))
      or (position in (select position from finished_order)) <> (position in (select position from finished_job))`,
  },
  {
    sentence: 'lists hold finished jobs only',
    breaches: `select position from finished_order where position not in
        (select position from job where state in ('completed', 'failed'))
`,
  },
  {
    sentence: 'every key is on a job not indexed yet or in the index',
    breaches: `select id from job, store where key_digest < '~' and position <= keys_indexed_to
      and not exists (select 1 from idempotency_key as k where k.digest = key_digest and k.position = job.position)`,
  },
  {
    sentence: 'no position is given twice',
    breaches: `select 'store' from store where keys_indexed_to > max(removed_to, coalesce((select max(position) from job), 0))`,
  },
  {
    sentence: 'finished jobs are counted',
    breaches: `select 'counts' from store where
      completed <> (select count(*) from job where state = 'completed') or
      failed <> (select count(*) from job where state = 'failed')`,
  },
  {
    sentence: 'every job was created within the span of its block',
    breaches: `select id from job join creation_block on block = position / 256
      where created_at < earliest or created_at > latest`,
  },
  {
    sentence: 'nothing went out without a dispatch record',
    breaches: `select id from job where state in ('dispatching', 'submitted', 'polling', 'storing')
      and not exists (select 1 from dispatch where dispatch.job = position)`,
  },
];

/** All errors in a database that no process has open; empty when it is sound. */
export function auditDatabase(file: string): readonly string[] {
  const connection = new Database(file);
  try {
    const checks = ['integrity_check', 'foreign_key_check'].flatMap((check) =>
      connection
        .prepare(`pragma ${check}`)
        .raw()
        .all()
        .map(String)
        .filter((row) => row !== 'ok'),
    );
    const searched = auditSearch(connection);
    const breaches = rules.flatMap(({ sentence, breaches: query }) =>
      connection
        .prepare(query)
        .pluck()
        .all()
        .map((what) => `${sentence}: not ${String(what)}`),
    );
    return [...checks, ...searched, ...breaches];
  } finally {
    connection.close();
  }
}

/** Checks that the search index has every listed job it covers once, and no other. */
function auditSearch(connection: Database.Database): readonly string[] {
  connection.exec(`insert into job_search (job_search) values ('integrity-check')`);
  const indexed = connection.prepare('select id from job_search_docsize').pluck().all();
  const covered =
    'select position from finished_order where position >= (select searched_from from store)';
  const listed = new Set(connection.prepare(covered).pluck().all());
  const isSame = indexed.length === listed.size && indexed.every((one) => listed.has(one));
  return isSame ? [] : ['the search index does not hold the listed jobs'];
}
