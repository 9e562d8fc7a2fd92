import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../test/event-samples.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { stepOf } from '../../test/step-of.ts';
import type { JsonValue } from '../json/json-value.ts';
import { reportedFacts } from './reported-facts.ts';

const anyJson = fc.jsonValue({ maxDepth: 5 }).map((value): JsonValue => {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
});

const textsIn = (value: JsonValue): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsIn(item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)]);
};

describe('[providers.trail.figures] figures of a provider', () => {
  it('are kept under their own names: numbers, truths and words', () => {
    const figures = {
      total_tokens: 9,
      amount: '0.43',
      ratio: '16:9',
      audio: true,
      seed: null,
      billing: [{ charge_type: 'cash', package: { name: 'p1' } }],
    };
    expect(reportedFacts(figures)).toEqual({ ...figures, billing: [{ charge_type: 'cash' }] });
  });

  it('are left out where they are sentences, links or longer than a word', () => {
    const said = {
      url: 'https://cdn.example/film.mp4?sig=1',
      revised_prompt: 'a cat on a roof',
      'a name with spaces': 1,
      long: 'x'.repeat(65),
      list: ['16:9', 'a cat'],
    };
    expect(reportedFacts(said)).toEqual({ list: ['16:9'] });
  });

  it('are the first 24 on each level, and none below the third', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at]));
    const list = Array.from({ length: 30 }, (_, at) => at);
    const first24 = list.slice(0, 24);
    expect(Object.values(reportedFacts(many))).toEqual(first24);
    expect(reportedFacts({ list, record: many })).toEqual({
      list: first24,
      record: Object.fromEntries(first24.map((at) => [`f${at}`, at])),
    });
    const seen = { level: { two: { three: 1, four: {} } } };
    expect(reportedFacts(seen)).toEqual({ level: { two: { three: 1 } } });
  });

  it('law: whatever the report, the kept facts are small, and contain no text with a space or a slash', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson, { maxKeys: 40 }), (said) => {
        const reported = reportedFacts(said);
        expect(Object.keys(reported).length).toBeLessThanOrEqual(24);
        for (const text of textsIn(reported)) expect(text).toMatch(/^[\w.:+-]{1,64}$/u);
        expect(reportedFacts(reported)).toEqual(reported);
      }),
    );
  });

  it('are in the step of the finished video, and in the job', () => {
    const figures = { total_tokens: 9, note: 'see https://x.example/' };
    const usage = { unit: 'credits', amount: 9, figures } as const;
    const kept = { unit: 'credits', amount: 9, figures: { total_tokens: 9 } };
    const effective = { ratio: '16:9', link: 'https://x.example/' };
    const job = sampleJob('polling');
    const { changed, effects } = stepOf(job, { ...eventSamples.succeeded, usage, effective });
    expect(changed.spend?.usage).toEqual(kept);
    const reported = effects.flatMap((effect) => (effect.kind === 'trail' ? [effect.entry] : []));
    const detail = { usage: kept, effective: { ratio: '16:9' } };
    expect(reported).toMatchObject([{ what: 'upstream-finished', detail }]);
    const atOnce = { ...eventSamples['completed-at-once'], usage };
    expect(stepOf(sampleJob('dispatching'), atOnce).effects).toContainEqual(
      expect.objectContaining({
        entry: expect.objectContaining({ detail: expect.objectContaining({ usage: kept }) }),
      }),
    );
  });
});
