import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { Job } from '../job/job.ts';
import { explainWaiting } from './explain-waiting.ts';

const now = 1_000;

function jobOf(family: string, changes: Partial<Job> = {}): Job {
  const job = sampleJob('queued');
  return { ...job, request: { ...job.request, family }, price: 8, ...changes };
}

describe('why jobs wait', () => {
  it('[overview.waiting] is said by family: the reasons, of which accounts, and for how many jobs', () => {
    const loads = [
      sampleLoad({ id: 'full', families: ['vidA', 'vidB'], concurrency: 2 }, { busy: 2 }),
      sampleLoad({ id: 'cools', families: ['vidA'], condition: 'cooling', coolingUntil: now + 1 }),
      sampleLoad({ id: 'poor', families: ['vidA'], credits: 5 }),
    ];
    const jobs = [
      jobOf('vidB', { createdAt: 30 }),
      jobOf('vidA', { price: 10, createdAt: 20 }),
      jobOf('vidA', { price: 11, createdAt: 10 }),
    ];
    expect(explainWaiting(jobs, { loads, book: sampleBook }, now)).toEqual([
      {
        family: 'vidA',
        jobs: 2,
        oldestAt: 10,
        starting: 0,
        stuck: 0,
        reasons: [
          { reason: 'busy', jobs: 2, accountIds: ['full'] },
          { reason: 'cooling', jobs: 2, accountIds: ['cools'] },
          { reason: 'credits-too-low', jobs: 2, accountIds: ['poor'] },
        ],
      },
      {
        family: 'vidB',
        jobs: 1,
        oldestAt: 30,
        starting: 0,
        stuck: 0,
        reasons: [
          { reason: 'busy', jobs: 1, accountIds: ['full'] },
          { reason: 'family-not-served', jobs: 1, accountIds: ['cools', 'poor'] },
        ],
      },
    ]);
  });

  it('names the reason that delays most jobs first', () => {
    const loads = [
      sampleLoad({ id: 'poor', credits: 9 }),
      sampleLoad({ id: 'full', concurrency: 1 }, { busy: 1 }),
    ];
    const refusedOnce = jobOf('vidA', { refusedBy: ['poor'] });
    const jobs = [jobOf('vidA', { price: 10 }), refusedOnce, refusedOnce];
    const [wait] = explainWaiting(jobs, { loads, book: sampleBook }, now);
    expect(wait?.reasons).toEqual([
      { reason: 'busy', jobs: 3, accountIds: ['full'] },
      { reason: 'already-refused', jobs: 2, accountIds: ['poor'] },
      { reason: 'credits-too-low', jobs: 1, accountIds: ['poor'] },
    ]);
  });

  it('distinguishes jobs that are about to start from those only an operator can help', () => {
    const loads = [sampleLoad({ id: 'a', families: ['vidA'] })];
    const jobs = [jobOf('vidA'), jobOf('vidC', { state: 'awaiting_configuration' })];
    expect(explainWaiting(jobs, { loads, book: sampleBook }, now)).toMatchObject([
      { family: 'vidA', starting: 1, stuck: 0, reasons: [] },
      { family: 'vidC', starting: 0, stuck: 1, reasons: [{ reason: 'family-not-served' }] },
    ]);
    expect(explainWaiting(jobs, { loads: [], book: sampleBook }, now)).toMatchObject([
      { starting: 0, stuck: 1, reasons: [] },
      { starting: 0, stuck: 1, reasons: [] },
    ]);
  });

  it('says nothing of jobs that have an account, or have ended', () => {
    const job = jobOf('vidA');
    expect(
      explainWaiting(
        [
          { ...job, state: 'polling' },
          { ...job, state: 'failed' },
        ],
        { loads: [], book: sampleBook },
        now,
      ),
    ).toEqual([]);
  });
});
