import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setStage } from '../support/stage.ts';
import {
  createVideo,
  findBarriers,
  logIn,
  openWorkbench,
  sidewaysPixels,
} from '../support/visitor.ts';
import { cardOf, countOf, runOn } from '../support/workbench-acts.ts';

// One of the states waits for a response that never comes, and ends with this timeout.
const stage = setStage({ FILMGATE_SEND_TIMEOUT_SECONDS: '3600' });

const accountsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** A video in each state, by the mock's behaviour; the last one waits while all accounts are disabled. */
const states = [
  { words: 'Completed', prompt: 'in its final shape' },
  { words: 'Failed', prompt: 'against the rules [[mock:fail=policy]]' },
  { words: 'Outcome unknown', prompt: 'no clear answer [[mock:lost-response]]' },
  { words: 'Preparing', prompt: 'on its way [[mock:response=hang]]' },
  { words: 'Submitted', prompt: 'taken, not seen yet [[mock:reads=500:9999]]' },
  { words: 'Generating', prompt: 'half done [[mock:run=3600s]]' },
] as const;

/** Runs in the page: colour, pattern, border and icon of the placeholder of a video. */
const looksIn = `(main) => [...main.querySelectorAll('article [data-status]')].map((element) => {
  const { background, borderBottom } = getComputedStyle(element);
  return [background, borderBottom, element.querySelector('path').getAttribute('d')].join();
})`;

// In both runs the first story creates the videos of the others.
describe('the seven states of a video', () => {
  it('[console.workbench-cards] are each said in words and have a look of their own', {
    tags: 'sampled',
  }, async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.setViewportSize({ width: 1360, height: 2400 });
    for (const { prompt } of states) {
      await createVideo(page, prompt);
      await cardOf(page, prompt.slice(0, 14)).waitFor();
    }
    const response = await page.request.get(`${gateway.url}/api/v1/admin/accounts`);
    for (const { id } of accountsSchema.parse(await response.json()).data)
      await page.request.patch(`${gateway.url}/api/v1/admin/accounts/${id}`, {
        data: { enabled: false },
      });
    await createVideo(page, 'waiting in the hall');
    const all = [...states, { words: 'Waiting for an account', prompt: 'waiting in the hall' }];
    for (const { words, prompt } of all)
      await cardOf(page, prompt.slice(0, 14)).getByText(words, { exact: true }).waitFor();
    const looks = await runOn(page.getByRole('main'), looksIn);
    expect(new Set(z.array(z.string()).parse(looks)).size).toBe(states.length);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Colour scheme' }).selectOption('Dark');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('[console.workbench-cards] show progress only where it is real', {
    tags: 'long',
  }, async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const bar = cardOf(page, 'half done').getByRole('progressbar');
    await bar.waitFor();
    for (const prompt of ['taken, not seen', 'on its way', 'no clear answer', 'waiting in the'])
      expect(await cardOf(page, prompt).getByRole('progressbar').count()).toBe(0);
  });

  it('[console.workbench-unknown] an unknown outcome says what it is, can be checked, and not sent again', {
    tags: 'long',
  }, async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const lost = cardOf(page, 'no clear answer');
    await lost.getByText('This may have been charged').waitFor();
    const again = lost.getByRole('button', { name: /again|retry|resend|resubmit/i });
    expect(await again.count()).toBe(0);
    await lost.getByRole('button', { name: 'Check' }).click();
    await lost.getByRole('status').waitFor();
    expect(await lost.getByRole('button', { name: 'Create similar' }).count()).toBe(0);
    await lost.getByRole('link', { name: 'Resolve' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Charged', exact: true }).waitFor();
    expect(await countOf(stage, 'no clear answer [[mock:lost-response]]')).toBe(1);
  });

  it('[console.workbench-list] are filtered by state, family and words, kept in the address', {
    tags: 'long',
  }, async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway, '?state=failed');
    await cardOf(page, 'against the rules').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    await page.getByRole('combobox', { name: 'State' }).selectOption('All states');
    await page.getByRole('combobox', { name: 'Family' }).selectOption('vidD');
    await page.getByText('No loaded videos match the filters.').waitFor();
    await page.getByRole('combobox', { name: 'Family' }).selectOption('All families');
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('HALF done');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?q=HALF+done');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(5);
  });
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it('[console.accessible][console.narrow] the workbench has no barriers, nor moves sideways on a phone', {
    tags: 'long',
  }, async () => {
    const { page, complaints } = await stage.welcome({ scheme, width: 390, height: 844 });
    await page.goto(`${stage.gateway.url}/video`);
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await logIn(page, stage.gateway);
    await page.getByRole('article').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await page.getByRole('button', { name: /^Model / }).click();
    const models = page.getByRole('dialog', { name: 'Select a model' });
    await models.getByRole('option').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await models.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'State' }).selectOption('Outcome unknown');
    await cardOf(page, 'no clear answer').waitFor();
    await page.getByRole('article').first().getByRole('button', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
