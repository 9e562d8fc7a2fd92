import { fc, test as law } from '@fast-check/vitest';
import { expect } from 'vitest';
import { InTurns } from './in-turns.ts';

law.prop([
  fc.integer({ min: 1, max: 4 }),
  fc.array(fc.record({ fails: fc.boolean(), ticks: fc.nat({ max: 5 }) }), { maxLength: 20 }),
])(
  '[providers.engine.inline] no more than its number run at once, each once, in their order',
  async (most, acts) => {
    const turns = new InTurns(most);
    const started: number[] = [];
    let running = 0;
    const ended = await Promise.allSettled(
      acts.map(({ fails, ticks }, index) =>
        turns.run(async () => {
          started.push(index);
          running += 1;
          expect(running).toBeLessThanOrEqual(most);
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          running -= 1;
          if (fails) throw new Error('failed');
          return index;
        }),
      ),
    );
    expect(started).toEqual(acts.map((_, index) => index));
    expect(ended.map(({ status }) => status === 'rejected')).toEqual(
      acts.map(({ fails }) => fails),
    );
  },
);
