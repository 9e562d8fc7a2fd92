import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Longer than the polling interval of most pages. */
const stepMs = 5_000;

/** Advances the page's clock from poll to poll until an element appears. */
export async function askAgainUntil(there: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await there.page().clock.fastForward(stepMs);
      return there.count();
    })
    .toBeGreaterThan(0);
}
