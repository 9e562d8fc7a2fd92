import { expect, it } from 'vitest';
import { pollOutcome } from './poll-outcome.ts';
import { redact } from './redact.ts';

it('[providers.trail.figures] figures of a finished video show no secret of the account, and no link', () => {
  const figures = { total: 9, list: [{ of: 'acc-4711-secret' }], at: 'https://a.example/b?c=d' };
  const outcome = pollOutcome(
    {
      kind: 'succeeded',
      output: { kind: 'foreign', at: 'https://a.example/f' },
      usage: { unit: 'tokens', amount: 9, figures },
      effective: { key: 'acc-4711-secret', ratio: '16:9', seed: null },
    },
    { retryAfterMs: null, fit: (words) => redact(words, ['acc-4711-secret']) },
  );
  expect(outcome).toMatchObject({
    usage: {
      unit: 'tokens',
      amount: 9,
      figures: { total: 9, list: [{ of: '(withheld)' }] },
    },
    effective: { key: '(withheld)', ratio: '16:9', seed: null },
  });
});

it('[providers.engine.linear] a read with more figures than are kept has few of them looked through', () => {
  let looks = 0;
  const many = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`figure_${index}`, 'a.a.a.']),
  );
  const outcome = pollOutcome(
    {
      kind: 'succeeded',
      output: { kind: 'foreign', at: 'https://a.example/f' },
      usage: { unit: 'tokens', amount: 9, figures: many },
      effective: { many },
    },
    {
      retryAfterMs: null,
      fit: (words) => {
        looks += 1;
        return words;
      },
    },
  );
  expect(outcome).toMatchObject({ kind: 'succeeded', effective: { many: { figure_0: 'a.a.a.' } } });
  expect(looks).toBeLessThan(100);
});
