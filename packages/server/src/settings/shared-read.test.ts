import { expect, it } from 'vitest';
import { createSharedRead } from './shared-read.ts';

it('[fleet.settings] one read serves all callers that asked before it began, and none that asked later', async () => {
  const begun: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const ask = createSharedRead(
    () =>
      new Promise<number>((resolve, reject) => {
        begun.push({ resolve, reject });
      }),
  );
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  const latest = ask();
  begun[1]?.reject(new Error('down'));
  const outcomes = await Promise.allSettled(later);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  begun[2]?.resolve(3);
  expect(await latest).toBe(3);
});
