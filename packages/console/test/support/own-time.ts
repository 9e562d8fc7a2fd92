import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Longer than most pages wait before they ask for their list again. */
const stepMs = 5_000;

/** Moves the time of a page, which has one of its own, to when it asks again, until something is there. */
export async function askAgainUntil(there: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await there.page().clock.fastForward(stepMs);
      return there.count();
    })
    .toBeGreaterThan(0);
}
