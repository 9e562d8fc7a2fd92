import { join } from 'node:path';
import { createJobFactory, spawnProgram } from '@filmgate/conformance';
import type { AcceptJobOutcome, Job } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditDatabase } from '../support/audit-database.ts';
import { openLimited } from '../support/open-limited.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const limitedWriter = new URL('../support/limited-writer.ts', import.meta.url);
const make = createJobFactory();

function creation(
  owner: string,
): Parameters<Awaited<ReturnType<typeof openLimited>>['jobs']['acceptJob']>[0] {
  const job = make.newJob({ owner, prompt: 'boat '.repeat(500) });
  const idempotency = { scope: owner, key: job.id, fingerprint: '1:a' };
  return { job, idempotency, queueLimit: 1e6, now: job.createdAt };
}

describe('a full disk', () => {
  it('refuses what has no room, wherever it runs out, and half of nothing stays', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    const store = await openLimited(file);
    const accepted: Job[] = [];
    let refusals = 0;
    for (let room = 0; room < 40; room += 1) {
      store.allow(room);
      const batch = Array.from({ length: 9 }, (_, index) => creation(`user:${room}-${index % 3}`));
      const before = await store.reader.depth();
      const outcomes = await Promise.allSettled(batch.map((one) => store.jobs.acceptJob(one)));
      const kinds = new Set(outcomes.map(({ status }) => status));
      expect(kinds.size).toBe(1);
      for (const [index, outcome] of outcomes.entries()) {
        const id = batch[index]?.job.id ?? '';
        if (outcome.status === 'fulfilled') {
          accepted.push(jobOf(outcome.value));
          continue;
        }
        refusals += 1;
        expect(outcome.reason).toMatchObject({ name: 'StorageUnavailable', applied: 'no' });
        expect(String(outcome.reason)).toMatch(/full/);
        expect(await store.reader.find(id)).toBeUndefined();
      }
      const grown = kinds.has('fulfilled') ? batch.length : 0;
      expect((await store.reader.depth()).waiting).toBe(before.waiting + grown);
    }
    expect([refusals > 50, accepted.length > 50]).toEqual([true, true]);
    for (const job of accepted) expect(await store.reader.find(job.id)).toBe(job);
    await store.close();
    expect(auditDatabase(file)).toEqual([]);
  });

  it('accepts the same request again when there is space, and claims continue meanwhile', async () => {
    const store = await openLimited(join(temporaryFolder(), 'filmgate.db'));
    const waiting = creation('user:a');
    await store.jobs.acceptJob(waiting);
    store.allow(0);
    const refused = creation('user:a');
    await expect(store.jobs.acceptJob(refused)).rejects.toMatchObject({ applied: 'no' });
    const claims = await store.jobs.claimDue({
      lane: 'start',
      families: ['*'],
      limit: 5,
      holder: 'a',
      leaseUntil: 1e15,
      now: 1e14,
    });
    expect(claims.map(({ job }) => job.id)).toEqual([waiting.job.id]);
    store.allow(1000);
    expect((await store.jobs.acceptJob(refused)).kind).toBe('accepted');
    await store.close();
  });

  it.each([1000, 2000, 3001])(
    'leaves nothing of a transaction the system refuses to write, at %i blocks',
    async (blocks) => {
      const file = join(temporaryFolder(), 'filmgate.db');
      const writer = spawnProgram({
        program: limitedWriter,
        args: [file],
        before: `ulimit -S -f ${blocks}`,
      });
      const output = await writer.output();
      expect(await writer.ended()).toEqual({ code: 0, errors: '' });
      const report = reportSchema.parse(JSON.parse(output));
      expect(report).toMatchObject({ refused: 16, foundThen: 0, again: ['accepted'] });
      // The disk failed while the commit was being written: its state after a crash is unknown.
      expect(report.refusals).toEqual(['StorageUnavailable unknown']);
      expect(report.waiting).toBe(report.accepted + report.refused);
      expect(auditDatabase(file)).toEqual([]);
    },
  );
});

const reportSchema = z.object({
  accepted: z.number(),
  refusals: z.array(z.string()),
  refused: z.number(),
  foundThen: z.number(),
  again: z.array(z.string()),
  waiting: z.number(),
});

function jobOf(outcome: AcceptJobOutcome): Job {
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.job;
}
