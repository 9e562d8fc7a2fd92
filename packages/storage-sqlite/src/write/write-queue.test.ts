import { createJobFactory } from '@filmgate/conformance';
import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Batch } from './batch.ts';
import { WriteBehindMap } from './write-behind-map.ts';
import { Transaction } from './transaction.ts';
import { WriteQueue } from './write-queue.ts';

function scene() {
  const statements: string[] = [];
  const note = (sql: unknown) => void statements.push(String(sql));
  const connection = new Database(':memory:', { verbose: note });
  connection.exec('create table note (text text not null unique)');
  const insert = connection.prepare<[string]>('insert into note values (?)');
  connection.exec('create table sum (name text primary key, sum integer check (sum < 4))');
  const upsert = connection.prepare<[string, number]>('insert or replace into sum values (?, ?)');
  const reported: string[] = [];
  const memory: string[] = [];
  const sums = new WriteBehindMap<string, number>([], {
    save: (name, sum) => void upsert.run(name, sum),
    remove: () => undefined,
  });
  const queue = new WriteQueue({
    transaction: new Transaction(connection, [sums]),
    events: {
      announce: ({ id }) => void reported.push(id),
      announceWork: () => void reported.push('work'),
    },
    afterRound: (commands) => void reported.push(`round of ${commands}`),
  });
  const run = <Outcome>(act: (batch: Batch) => Outcome) => queue.submit({ run: act });
  /** Writes a text, in the database and in memory. */
  const write = (text: string) =>
    run((batch) => {
      insert.run(text);
      memory.push(text);
      batch.undo(() => void memory.splice(memory.lastIndexOf(text), 1));
      return text;
    });
  const stored = () => connection.prepare('select text from note').pluck().all();
  const count = (sql: string) => statements.filter((one) => one === sql).length;
  return { connection, queue, run, write, stored, count, reported, memory, sums };
}

describe('WriteQueue', () => {
  it('writes what was asked for in one turn in one transaction, in that order', async () => {
    const { write, stored, count, memory } = scene();
    const texts = ['c', 'a', 'b'];
    expect(await Promise.all(texts.map(write))).toEqual(texts);
    expect([stored(), memory, count('begin immediate'), count('commit')]).toEqual([
      texts,
      texts,
      1,
      1,
    ]);
    await write('later');
    expect(count('commit')).toBe(2);
  });

  it('settles nothing before the commit', async () => {
    const { connection, write } = scene();
    const inTransaction = await write('a').then(() => connection.inTransaction);
    expect(inTransaction).toBe(false);
  });

  it('lets later commands of a transaction see what earlier ones did', async () => {
    const { run, write, memory } = scene();
    const [, seen] = await Promise.all([write('a'), run(() => [...memory])]);
    expect(seen).toEqual(['a']);
  });

  it('lets one bad command fail alone', async () => {
    const { write, stored, memory } = scene();
    const outcomes = await Promise.allSettled([write('a'), write('b'), write('a'), write('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect([stored(), memory]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('throws nothing but the one error of stores, with the cause', async () => {
    const { write, run } = scene();
    await write('a');
    await expect(write('a')).rejects.toMatchObject({
      name: 'StorageUnavailable',
      applied: 'no',
      cause: { code: 'SQLITE_CONSTRAINT_UNIQUE' },
    });
    const odd = run(() => {
      throw new RangeError('odd');
    });
    await expect(odd).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('does not take a refusal for a failed transaction', async () => {
    const { write, run, count } = scene();
    const refusal = new StorageUnavailable('No.', { applied: 'no' });
    const refused = run(() => {
      throw refusal;
    });
    const outcomes = await Promise.allSettled([write('a'), refused, write('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(refused).rejects.toBe(refusal);
    expect(count('begin immediate')).toBe(1);
  });

  it('undoes everything when the device fails, and works again afterwards', async () => {
    const { connection, write, stored, memory, reported } = scene();
    await write('a');
    connection.pragma('max_page_count = 3');
    const large = 'x'.repeat(20_000);
    const outcomes = await Promise.allSettled([write('b'), write(large)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([stored(), memory, connection.inTransaction]).toEqual([['a'], ['a'], false]);
    connection.pragma('max_page_count = 1000');
    await write(large);
    expect(memory).toEqual(['a', large]);
    expect(reported).not.toContain('work');
  });

  it('announces changes after the commit and before it settles the commands, in order', async () => {
    const { run, reported, connection } = scene();
    const make = createJobFactory();
    const [one, other] = [make.newJob(), make.newJob()];
    await Promise.all([
      run((batch) => {
        batch.workFound();
        batch.changed(one);
      }),
      run((batch) => batch.changed(other)),
    ]).then(() => reported.push(`answered ${connection.inTransaction ? 'too early' : 'then'}`));
    expect(reported).toEqual([one.id, other.id, 'work', 'round of 2', 'answered then']);
  });

  it('writes the pending changes of memory at the end of a transaction, or none of them', async () => {
    const { connection, run, write, stored, sums } = scene();
    await Promise.all([1, 2, 3].map((sum) => run((batch) => sums.set(batch, 'a', sum))));
    const clash = Promise.allSettled([write('b'), run((batch) => sums.set(batch, 'a', 4))]);
    expect((await clash).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([stored(), sums.get('a')]).toEqual([['b'], 3]);
    expect(connection.prepare('select sum from sum').pluck().get()).toBe(3);
  });

  it('runs commands that are apart in a separate transaction, which fails alone', async () => {
    const { queue, write, count, stored } = scene();
    const apart = queue.submitApart({
      run: () => {
        throw new RangeError('apart');
      },
    });
    const outcomes = await Promise.allSettled([apart, write('a'), write('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect([stored(), count('begin immediate'), count('commit')]).toEqual([['a', 'b'], 2, 1]);
  });

  it('spreads very many commands over several transactions', async () => {
    const { write, count } = scene();
    await Promise.all(Array.from({ length: 1200 }, (_, index) => write(`${index}`)));
    expect(count('commit')).toBe(3);
  });
});
