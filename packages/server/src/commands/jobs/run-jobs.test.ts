import type { AdminJobRecord } from '@filmgate/http-adapter';
import { describe, expect, it } from 'vitest';
import type { DialectResponse, JobDesk, ResolutionByHand } from './job-desk.ts';
import { checkJobs, type JobsOutput, listJobs, resolveJobs } from './run-jobs.ts';

const job: AdminJobRecord = {
  id: 'vt_1',
  owner: 'user:us_1',
  owner_name: 'Ann\u001B[2J',
  origin: 'tasks',
  state: 'outcome_unknown',
  progress: 0,
  model: 'vm_std-2.0',
  family: 'vm_std-2.0',
  prompt: 'a boat\nin the rain',
  seconds: 5,
  resolution: '720p',
  aspect_ratio: '16:9',
  aspect_source: 'default',
  generate_audio: false,
  references: [],
  warnings: [],
  price: 20,
  spend: { unit: 'usd', estimate: 500_000, actual: null, charges: 'success', usage: null },
  route: { endpoint: 'ark-intl', model: 'seedance' },
  quota: 'held',
  credit: 'held',
  refusals: 0,
  attempts: 1,
  account_id: 'ac_1',
  account: 'studio',
  error: null,
  result: null,
  result_wait: null,
  undelivered_file: null,
  created_at: '2026-11-29T00:00:00.000Z',
  updated_at: '2026-11-29T00:00:00.000Z',
  submitted_at: null,
  completed_at: null,
  unknown_since: '2026-11-29T00:00:00.000Z',
  deadline_at: null,
  due_at: null,
};
const work = {
  upstream_id: 'film-7',
  created_at: null,
  compared: [
    { field: 'seconds', asked: '5', reported: 5 },
    { field: 'size', asked: '1280x720', reported: '720x1280' },
  ],
};

const answered = <Value>(value: Value): DialectResponse<Value> => ({ kind: 'answered', value });

/** A desk with one job of unknown outcome, and the calls made to it. */
function deskOf(change: Partial<JobDesk> = {}) {
  const done: string[] = [];
  const desk: JobDesk = {
    isRunning: true,
    list: async () => answered([job]),
    show: async () => answered({ job, trail: [] }),
    check: async () =>
      answered({ job, checked: 'upstream', candidates: [{ ...work, source: 'list' }] }),
    lookUp: async () =>
      answered({
        job,
        work: { ...work, standing: 'succeeded', account_id: 'ac_1', usage: null },
        sent_between: { from: job.created_at, to: job.created_at },
      }),
    resolve: async (_id, { outcome }) => {
      done.push(outcome);
      return answered({ ...job, state: outcome === 'found' ? 'submitted' : 'failed' });
    },
    close: async () => undefined,
    ...change,
  };
  return { desk, done };
}

function outputOf(change: Partial<JobsOutput> = {}) {
  const printed: string[] = [];
  const said: string[] = [];
  const output: JobsOutput = {
    isJson: false,
    print: (text) => void printed.push(text),
    say: (text) => void said.push(text),
    confirm: undefined,
    ...change,
  };
  return { output, printed, said };
}

function resolving(resolution: ResolutionByHand, isConfirmed = false) {
  return { ids: ['vt_1'], resolution, note: 'the bill', isConfirmed };
}

const found = { outcome: 'found', upstreamId: 'film-7', account: undefined } as const;

describe('filmgate jobs resolve', () => {
  it.each([
    ['charged', 'Owners pay 20 credits and get no video.\nThe account studio has paid $0.50.'],
    [
      'not_charged',
      '20 credits are released to owners.\n$0.50 are released to the account studio.',
    ],
  ] as const)(
    '[commands.jobs.confirmed] shows the money before it resolves a job as %s',
    async (outcome, money) => {
      const { desk, done } = deskOf();
      const { output, said, printed } = outputOf({
        confirm: async (question) => {
          expect(question).toMatch(/^Resolve vt_1 as /);
          expect(done).toEqual([]);
          return true;
        },
      });
      expect(await resolveJobs(desk, output, resolving({ outcome }))).toBe(0);
      expect(said.join('\n')).toContain(money);
      expect(done).toEqual([outcome]);
      expect(printed).toEqual(['Job vt_1 is failed.']);
    },
  );

  it('[commands.jobs.found] shows what was asked for beside what the work is, and marks what differs', async () => {
    const { desk, done } = deskOf({ isRunning: false });
    const { output, said, printed } = outputOf();
    expect(await resolveJobs(desk, output, resolving(found, true))).toBe(0);
    expect(said.join('\n')).toContain('  seconds: requested 5, reported 5');
    expect(said.join('\n')).toContain('! size: requested 1280x720, reported 720x1280');
    expect(done).toEqual(['found']);
    expect(printed[0]).toContain('Job vt_1 is submitted. The video is downloaded when');
  });

  it.each([
    ['nobody can be asked', undefined, '--yes'],
    ['the person says no', async () => false, 'Nothing was changed.'],
  ])('[commands.jobs.confirmed] changes nothing when %s', async (_what, confirm, sentence) => {
    const { desk, done } = deskOf();
    const { output, said } = outputOf({ confirm });
    expect(await resolveJobs(desk, output, resolving({ outcome: 'charged' }))).toBe(2);
    expect(said.at(-1)).toContain(sentence);
    expect(done).toEqual([]);
  });

  it('[commands.jobs.many] resolves many jobs on one piece of evidence, after the sum of their money and one question', async () => {
    const { desk, done } = deskOf();
    const questions: string[] = [];
    const { output, said, printed } = outputOf({
      confirm: async (question) => questions.push(question) > 0,
    });
    const ids = ['vt_1', 'vt_2', 'vt_3'];
    const many = { ids, resolution: { outcome: 'charged' }, note: 'the bill' } as const;
    expect(await resolveJobs(desk, output, { ...many, isConfirmed: false })).toBe(0);
    expect(said.at(-1)).toBe(
      'Owners pay 60 credits and get no video.\nThe account studio has paid $1.50.',
    );
    expect(questions).toEqual(['Resolve these 3 jobs as charged?']);
    expect(done).toEqual(['charged', 'charged', 'charged']);
    expect(printed).toEqual(ids.map((id) => `Job ${id} is failed.`));
  });

  it('[commands.jobs.many] changes none of many when one is not there, and ends with 2 when one was resolved meanwhile', async () => {
    const none = { kind: 'refused', message: 'There is no such job.' } as const;
    const show: JobDesk['show'] = async (id) =>
      id === 'vt_2' ? none : answered({ job, trail: [] });
    const missing = deskOf({ show });
    const many = { ids: ['vt_1', 'vt_2'], resolution: { outcome: 'charged' }, note: 'x' } as const;
    const confirmed = { ...many, isConfirmed: true };
    expect(await resolveJobs(missing.desk, outputOf().output, confirmed)).toBe(2);
    expect(missing.done).toEqual([]);
    const late = { kind: 'refused', message: 'this one is failed' } as const;
    const resolve: JobDesk['resolve'] = async (id) => (id === 'vt_1' ? late : answered(job));
    const meanwhile = deskOf({ resolve });
    const { output, said, printed } = outputOf();
    expect(await resolveJobs(meanwhile.desk, output, confirmed)).toBe(2);
    expect([said.at(-1), printed.length]).toEqual([late.message, 1]);
  });

  it('[commands.jobs.found] asks nothing about work that cannot be taken', async () => {
    const refusal = { kind: 'refused', message: 'This ID belongs to job vt_2.' } as const;
    const { desk, done } = deskOf({ lookUp: async () => refusal });
    const { output, said } = outputOf({ confirm: async () => true });
    expect(await resolveJobs(desk, output, resolving(found, true))).toBe(2);
    expect(said).toEqual([refusal.message]);
    expect(done).toEqual([]);
  });
});

it('[commands.jobs.check] a check ends with 3 while the outcome is unknown, and shows what may be picked', async () => {
  const { desk } = deskOf();
  const { output, printed } = outputOf();
  expect(await checkJobs(desk, output, ['vt_1'])).toBe(3);
  expect(printed[0]).toContain('--found ID');
  expect(printed[0]).toContain('film-7');
});

it('[commands.jobs.json] prints the records of the administration API for programs, and plain lines for people', async () => {
  const { desk } = deskOf();
  const forPrograms = outputOf({ isJson: true });
  const wanted = { states: null, text: null, limit: 50 };
  expect(await listJobs(desk, forPrograms.output, wanted)).toBe(0);
  expect(JSON.parse(forPrograms.printed[0] ?? '')).toEqual([job]);
  const forPeople = outputOf();
  await listJobs(desk, forPeople.output, wanted);
  expect(forPeople.printed[0]).toMatch(/^vt_1 {2}outcome_unknown .* a boat in the rain$/);
});
