import type { Job, JobEffect } from '@filmgate/core';
import { accountOf, changed, creditMove, line, type StepMaker } from './job-step.ts';

/** The provider reports progress: `polling`. */
export const progress: StepMaker = (job, now) => ({
  next: changed(job, now, {
    state: 'polling',
    progress: Math.min(99, job.progress + 10),
    dueAt: now,
  }),
  effects: [],
});

/** The provider finished: `storing`. */
export const finish: StepMaker = (job, now) => ({
  next: changed(job, now, {
    state: 'storing',
    output: {
      mediaType: job.request.mediaType,
      value: { file: job.id },
      keptUntil: now + 86_400_000,
    },
    resultFetch: {
      since: now,
      awaits: 'host',
      awaitsSince: now,
      detail: 'the result ended after 1024 of 4096 announced bytes',
      until: now + 86_400_000,
      unusable: [{ sha256: 'c1'.repeat(32), size: 1_024, contentType: 'video/mp4' }],
    },
    doubt: { word: 'gone', source: 'account-1@', since: now, latest: now, looks: 1 },
    dueAt: now,
  }),
  effects: [line(now, 'upstream-finished')],
});

/** Our copy is on disk: `completed`, the owner pays. */
export const complete: StepMaker = (job, now) => ({
  next: changed(job, now, {
    state: 'completed',
    progress: 100,
    quota: 'settled',
    holdsSlot: false,
    result: {
      sha256: 'c0'.repeat(32),
      size: 4_096,
      contentType: 'video/mp4',
      width: 1280,
      height: 720,
      durationSeconds: job.request.durationSeconds,
      hasAudio: false,
    },
    resultFetch: null,
    doubt: null,
    completedAt: now,
    dueAt: null,
    resultExpiresAt: now + 604_800_000,
  }),
  effects: [
    { kind: 'quota', move: 'settle', amount: job.price },
    ...slotReleased(job),
    line(now, 'completed'),
  ],
});

/** Provably over: `failed`, the owner pays nothing; credits the provider took are returned. */
export const fail: StepMaker = (job, now) => {
  const closed = closedCredit(job);
  return {
    next: changed(job, now, {
      state: 'failed',
      quota: 'released',
      credit: closed.credit,
      holdsSlot: false,
      failure: { code: 'generation_failed', message: 'The generation failed.' },
      completedAt: now,
      dueAt: null,
    }),
    effects: [
      { kind: 'quota', move: 'refund', amount: job.price },
      ...closed.effects,
      ...slotReleased(job),
      line(now, 'failed'),
    ],
  };
};

function closedCredit(job: Job): {
  readonly credit: Job['credit'];
  readonly effects: readonly JobEffect[];
} {
  if (job.accountId === null) return { credit: job.credit, effects: [] };
  if (job.credit === 'settled') {
    return {
      credit: 'returned',
      effects: [creditMove(job, 'return', job.accountId)],
    };
  }
  if (job.credit === 'reserved' || job.credit === 'held') {
    return {
      credit: 'released',
      effects: [creditMove(job, 'refund', job.accountId)],
    };
  }
  return { credit: job.credit, effects: [] };
}

/** Perhaps accepted, perhaps charged: `outcome_unknown`, all open credits are held. */
export const loseOutcome: StepMaker = (job, now) => ({
  next: changed(job, now, {
    state: 'outcome_unknown',
    quota: 'held',
    credit: job.credit === 'reserved' ? 'held' : job.credit,
    unknownSince: now,
    sendDeadlineAt: now,
    dueAt: now + 30_000,
  }),
  effects: [
    ...(job.quota === 'reserved'
      ? [{ kind: 'quota', move: 'hold', amount: job.price } as const]
      : []),
    ...(job.credit === 'reserved' ? [creditMove(job, 'hold', accountOf(job))] : []),
    line(now, 'outcome-lost'),
  ],
});

/** Unknown for so long that its slot is released. */
export const giveUpSlot: StepMaker = (job, now) => ({
  next: changed(job, now, { holdsSlot: false, dueAt: now + 60_000 }),
  effects: [...slotReleased(job), line(now, 'slot-given-up')],
});

/** Resolved as charged by an operator: `failed`, and the owner pays. */
export const resolveCharged: StepMaker = (job, now) => ({
  next: changed(job, now, {
    state: 'failed',
    quota: 'settled',
    credit: 'settled',
    holdsSlot: false,
    failure: {
      code: 'outcome_ruled_charged',
      message: 'An operator resolved it as charged.',
    },
    completedAt: now,
    dueAt: null,
  }),
  effects: [
    { kind: 'quota', move: 'settle', amount: job.price },
    ...(job.credit === 'held' ? [creditMove(job, 'settle', accountOf(job))] : []),
    ...slotReleased(job),
    line(now, 'ruled'),
  ],
});

function slotReleased(job: Job): readonly JobEffect[] {
  return job.holdsSlot ? [{ kind: 'slot', move: 'release', accountId: accountOf(job) }] : [];
}
