/** @module-tag long */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountsOf, askAdmin, enter, stateOf, submitJob } from '../support/job-acts.ts';
import { recordPast } from '../support/record-past.ts';
import { figuresOf } from '../support/figures.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';
import { runOn } from '../support/workbench-acts.ts';

const stage = setStage({}, (dataDirectory) => recordPast(dataDirectory, 1), { returns: true });

const { plot, tile, choose } = figuresOf(stage);

/** Counts, in the browser, the pixels of a drawing with the colour of a tone. */
const countPixels = `(canvas, tone) => {
  const colour = getComputedStyle(canvas).getPropertyValue('--plot-' + tone).trim();
  const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (wanted.every((part, index) => data[at + index] === part)) count += 1;
  return count;
}`;

/** Sums up, in the browser, the layout shifts while the page loads. */
const watchShifts = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) globalThis.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;

async function paintOf(drawing: Locator, tone: string): Promise<number> {
  return z.number().parse(await runOn(drawing.locator('canvas'), countPixels, tone));
}

describe('the overview', () => {
  it('[console.overview-over-time][samples.minutes] shows the hour, day or week of the address, with gaps, and what is done appears', async () => {
    const { page, visitor } = stage;
    await enter(stage, page, '/console/overview');
    await plot('Requests per minute').waitFor();
    await choose('24 hours');
    await plot('Requests per 10 minutes').waitFor();
    expect(new URL(page.url()).search).toBe('?range=24h');
    await page.reload();
    await plot('Videos per 10 minutes').waitFor();
    const videos = plot('Videos per 10 minutes');
    await expect.poll(() => paintOf(videos, 'good')).toBeGreaterThan(1_000);
    expect(await paintOf(videos, 'hue-8')).toBe(0);
    // The gateway was off for two hours of the day: these have no value, not zero.
    const figure = page.locator('figure').filter({ has: plot('Videos per 10 minutes') });
    await figure.getByText('Show as table').click();
    // Browsers report the toggle after the click.
    const rows = () => figure.getByRole('row').count();
    await expect.poll(rows).toBeGreaterThan(100);
    expect(await rows()).toBeLessThan(140);
    await choose('7 days');
    await plot('Videos per hour').waitFor();
    await choose('1 hour');
    await plot('Videos per minute').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(visitor.complaints).toEqual([]);
  });

  it.each(['overview', 'samples', 'jobs'])(
    '[console.overview-still] moves nothing that is shown, though the %s come late',
    async (late) => {
      for (const width of [1280, 390]) {
        const { page } = await stage.welcome({ width });
        await page.addInitScript(watchShifts);
        const { promise: isLate, resolve: comes } = Promise.withResolvers<void>();
        await page.route(new RegExp(`/api/v1/admin/${late}`), async (route) => {
          await isLate;
          await route.continue();
        });
        const others = ['overview', 'samples', 'jobs'].filter((one) => one !== late);
        const came = others.map((one) =>
          page.waitForResponse((response) => response.url().includes(`/api/v1/admin/${one}`)),
        );
        await enter(stage, page, '/console/overview');
        await Promise.all(came);
        comes();
        await page.locator('canvas').nth(7).waitFor();
        expect(Number(await page.evaluate('globalThis.shifted'))).toBeLessThan(0.1);
      }
    },
  );

  it('[console.overview] says what failed while the server is away, and goes on when it is back', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/overview');
    await tile('Waiting jobs').waitFor();
    await stage.stopGateway();
    const away = page.getByRole('alert').filter({ hasText: 'Server unreachable.' });
    await away.waitFor();
    await tile('Waiting jobs').waitFor();
    await stage.startGatewayAgain();
    await away.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/console/overview');
  });
});

describe('the capacity page', () => {
  it.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const)(
    '[console.overview][console.capacity] are readable and fit a phone: %s, %s',
    async (scheme, language) => {
      for (const width of [390, 1360]) {
        const { page, complaints } = await stage.welcome({ scheme, language, width, height: 844 });
        for (const path of ['overview?range=24h', 'capacity?range=24h']) {
          await enter(stage, page, `/console/${path}`);
          await page.locator('figure canvas').first().waitFor();
          expect(await sidewaysPixels(page)).toBe(0);
          expect(await findBarriers(page)).toEqual([]);
        }
        expect(complaints).toEqual([]);
      }
    },
  );
});

// Last, because the damaged record remains.
describe('a record that was damaged', () => {
  it('[accepted.set-aside-told] names a job that cannot be read, in both languages', async () => {
    const { page } = stage;
    await enter(stage, page, '/console/overview');
    // Earlier stories may have occupied every slot.
    for (const { id: account } of await accountsOf(stage))
      await askAdmin(stage, 'PATCH', `accounts/${account}`, { enabled: true, concurrency: 8 });
    const id = await submitJob(stage, 'nobody reads this [[mock:lost-response]]');
    await expect.poll(() => stateOf(stage, id)).toBe('outcome_unknown');
    await stage.stopGateway();
    const database = new DatabaseSync(join(stage.dataDirectory, 'filmgate.db'));
    database.prepare("update job set request = '{' where id = ?").run(id);
    database.close();
    await stage.startGatewayAgain();
    const notice = page.getByRole('status').filter({ hasText: '1 job cannot be read' });
    await notice.getByText(`${id}: request is not JSON`).waitFor();
    expect(await notice.innerText()).not.toContain('nobody reads this');
    expect(await findBarriers(page)).toEqual([]);
    const other = await stage.welcome({ language: 'zh-CN' });
    await enter(stage, other.page, '/console/overview');
    await other.page.getByText('1 个任务无法读取').waitFor();
  });
});
