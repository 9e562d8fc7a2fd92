import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Batch } from './batch.ts';
import { Transaction } from './transaction.ts';
import { WriteQueue } from './write-queue.ts';

function scene() {
  const connection = new Database(':memory:');
  connection.exec('create table note (text text not null unique)');
  const insert = connection.prepare<[string]>('insert into note values (?)');
  const announced: string[] = [];
  const rounds: number[] = [];
  const begun: string[] = [];
  const spy = new Proxy(connection, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value;
      return (sql: string) => {
        const statement = target.prepare<[]>(sql);
        return { run: () => void begun.push(sql) ?? statement.run() };
      };
    },
  });
  const queue = new WriteQueue({
    transaction: new Transaction(spy, []),
    events: {
      announce: ({ id }) => void announced.push(id),
      announceWork: () => void announced.push('work'),
    },
    afterRound: (commands) => void rounds.push(commands),
  });
  const memory: string[] = [];
  /** Writes a text, in the database and in memory. */
  const write = (text: string) =>
    queue.submit({
      run: (batch: Batch) => {
        insert.run(text);
        memory.push(text);
        batch.undo(() => void memory.splice(memory.indexOf(text), 1));
        return text.length;
      },
    });
  const stored = () => connection.prepare('select text from note').pluck().all();
  return { connection, queue, write, memory, stored, rounds, announced, begun };
}
