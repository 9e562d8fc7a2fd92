/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { readToEnd } from '../support/read-to-end.ts';
import { seedJobs } from '../support/seed-jobs.ts';
import { setStage } from '../support/stage.ts';
import { openWorkbench } from '../support/visitor.ts';
import { cardOf } from '../support/workbench-acts.ts';

const count = 10_000;
const mostCards = 60;

const stage = setStage({}, (dataDirectory) => seedJobs(dataDirectory, count));

const cards = (): Promise<number> => stage.page.getByRole('article').count();

describe('a list of ten thousand', () => {
  it('[console.workbench-list] holds only what is on the screen, however far one moves by wheel or keys', async () => {
    const { page, gateway, visitor } = stage;
    await openWorkbench(page, gateway);
    await cardOf(page, `number ${count - 1},`).waitFor();
    const seen: number[] = [await cards()];
    await page.getByRole('feed').hover({ position: { x: 10, y: 10 } });
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, 2000);
      seen.push(await cards());
    }
    await expect.poll(() => cardOf(page, `number ${count - 1},`).count()).toBe(0);
    await readToEnd(page, 'number 0,', async () => {
      seen.push(await cards());
    });
    await cardOf(page, 'number 0,').waitFor();
    seen.push(await cards());
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThan(mostCards);
    // The list may still be scrolling to its end, as after each End above.
    await expect
      .poll(async () => {
        await page.keyboard.press('Home');
        return cardOf(page, `number ${count - 1},`).count();
      })
      .toBe(1);
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('number 77,');
    await cardOf(page, 'number 77,').waitFor();
    await page.getByText(`Showing 1 of ${count} loaded`).waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});
