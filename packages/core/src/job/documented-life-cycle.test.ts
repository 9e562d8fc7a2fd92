import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../test/event-samples.ts';
import { sampleJob } from '../../test/sample-job.ts';
import type { JobEvent } from './job-event.ts';
import { isFinal, type JobState, jobStates } from './job-state.ts';
import { allowedStates, transition } from './job-transition.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../../../ARCHITECTURE.md'), 'utf8');
const [, drawing = ''] = /```mermaid\n(stateDiagram-v2\n.*?)```/s.exec(document) ?? [];
const arrows = [...drawing.matchAll(/^ {2}(\S+) --> (\S+?)(?:: (.+))?$/gm)].map(
  ([, from = '', to = '', events = '']) => ({ from, to, events }),
);

/** A refusal ends the job or sends it back, by its scope: one of either. */
const passing = { ...eventSamples.refused.error, kind: 'concurrency', scope: 'account' } as const;
const samples: readonly JobEvent[] = [
  ...Object.values(eventSamples),
  { ...eventSamples.refused, error: passing },
  { ...eventSamples['not-staged'], error: passing },
];

function arrowsOf(state: JobState): readonly string[] {
  return samples.flatMap((event) => {
    const result = transition(sampleJob(state), event, 1_000);
    return result.kind === 'next' ? [`${state} --> ${result.job.state}: ${event.kind}`] : [];
  });
}

describe('the drawing in ARCHITECTURE.md', () => {
  it('has exactly the arrows of the life cycle', () => {
    const drawn = arrows.flatMap(({ from, to, events }) =>
      events === '' ? [] : events.split(', ').map((event) => `${from} --> ${to}: ${event}`),
    );
    expect(drawn.toSorted()).toEqual(jobStates.flatMap(arrowsOf).toSorted());
  });

  it('shows every event in every state that may meet it', () => {
    const drawn = (state: JobState) =>
      arrows.filter(({ from }) => from === state).flatMap(({ events }) => events.split(', '));
    for (const [event, states] of Object.entries(allowedStates)) {
      expect(jobStates.filter((state) => drawn(state).includes(event))).toEqual(
        jobStates.filter((state) => states.includes(state)),
      );
    }
  });

  it('[invariants.i8-final-states] begins where jobs begin and ends where they end', () => {
    const plain = arrows.filter(({ events }) => events === '');
    expect(plain.filter(({ from }) => from === '[*]').map(({ to }) => to)).toEqual([
      'queued',
      'awaiting_configuration',
    ]);
    expect(plain.filter(({ to }) => to === '[*]').map(({ from }) => from)).toEqual(
      jobStates.filter(isFinal),
    );
  });
});
