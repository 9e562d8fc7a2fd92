import type { Page } from 'playwright-core';
import { cardOf } from './workbench-acts.ts';

/** More key presses than a list of ten thousand has pages; some pages load later than the next press. */
const mostPresses = 5_000;

/** Presses End until the oldest video is visible; `look` is called after each press. */
export async function readToEnd(
  page: Page,
  oldest: string,
  look: () => Promise<void> = async () => undefined,
): Promise<void> {
  const last = cardOf(page, oldest);
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if ((await last.count()) > 0) return;
    await page.keyboard.press('End');
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
    await look();
  }
  throw new Error(`${oldest} does not come.`);
}
