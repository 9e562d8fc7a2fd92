import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../test/event-samples.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { transition } from './job-transition.ts';
import type { JobEvent } from './job-event.ts';
import { attributeEffects } from './attribute-effects.ts';

function effectsOf(event: JobEvent) {
  const result = transition(sampleJob('outcome_unknown'), event, 1_000);
  if (result.kind !== 'next') throw new Error(`${event.kind} was refused`);
  return result.effects;
}

const signaturesOf = (effects: ReturnType<typeof attributeEffects>) =>
  effects.flatMap((effect) =>
    effect.kind === 'trail' ? [[effect.entry.what, effect.entry.detail['by']]] : [],
  );

describe('who did something', () => {
  it('[admin.jobs.trail-authors] is noted in every line a check leaves', () => {
    const signed = attributeEffects(effectsOf(eventSamples['absence-proven']), 'check');
    expect(signaturesOf(signed)).toEqual([['absence-proven', 'check']]);
  });

  it("[admin.jobs.trail-authors] leaves the operator's name in a resolution", () => {
    const signed = attributeEffects(effectsOf(eventSamples.resolved), 'operator');
    expect(signaturesOf(signed)).toEqual([['ruled', eventSamples.resolved.actor]]);
  });

  it('[admin.jobs.trail-authors] changes nothing but the trail', () => {
    const effects = effectsOf(eventSamples.resolved);
    const others = (all: typeof effects) => all.filter(({ kind }) => kind !== 'trail');
    expect(others(attributeEffects(effects, 'operator'))).toEqual(others(effects));
    expect(others(effects)).not.toEqual([]);
  });
});
