/** @module-tag long */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setStage } from '../support/stage.ts';
import { createVideo, findBarriers, openWorkbench, sidewaysPixels } from '../support/visitor.ts';
import { cardOf, countOf, onePixel } from '../support/workbench-acts.ts';

const stage = setStage({}, undefined, { returns: true });

const accountSchema = z.object({ account: z.object({ id: z.string() }) });
const sentSchema = z.object({
  account: z.string(),
  negative_prompt: z.string(),
  reference_images: z.array(z.string()),
});
const pictureUrl = `data:image/png;base64,${onePixel.toString('base64')}`;

const negative = (): Locator => stage.page.getByRole('textbox', { name: 'Negative prompt' });
const account = (): Locator => stage.page.getByRole('combobox', { name: 'Account' });
const similarTo = (prompt: string): Promise<void> =>
  cardOf(stage.page, prompt).getByRole('button', { name: 'Create similar' }).click();

/** An account that only the videos of one story are for. */
async function addAccount(label: string): Promise<string> {
  const { page, gateway } = stage;
  const data = { label, provider: 'mock', families: ['*'], concurrency: 1, credits: 1000 };
  const response = await page.request.post(`${gateway.url}/api/v1/admin/accounts`, { data });
  return accountSchema.parse(await response.json()).account.id;
}

/** Asks for a video with everything there is to ask for, and opens the workbench with another model. Gives the account's id. */
async function askForAll(prompt: string, number: number): Promise<string> {
  const { page, gateway } = stage;
  await openWorkbench(page, gateway);
  const id = await addAccount(`Number ${number}`);
  const data = {
    id: `ui-00000000-0000-4000-8000-00000000a11${number}`,
    account: id,
    model: 'vidA-4s-9x16-720p',
    prompt,
    negative_prompt: 'rain, crowds',
    reference_images: [pictureUrl],
  };
  const made = await page.request.post(`${gateway.url}/local-video/jobs`, { data });
  expect(made.status()).toBe(202);
  await openWorkbench(page, gateway, '?model=vidD-6s-1x1-1080p');
  return id;
}

/** As retention does, which removes images that are no longer needed. */
async function removeImages(): Promise<void> {
  const assets = join(stage.dataDirectory, 'assets');
  const entries = await readdir(assets, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) await rm(join(parentPath, name));
}

describe('a similar video', () => {
  it('[console.workbench-similar] is the beginning of a similar one', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway, '?model=vidD-6s-1x1-1080p');
    await createVideo(page, 'a first draft');
    await page.goto(`${gateway.url}/video?model=vidA-fast-4s-16x9-720p`);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.fill('something else');
    const first = cardOf(page, 'a first draft');
    await first.getByRole('button', { name: 'Create similar' }).click();
    await expect.poll(() => prompt.inputValue()).toBe('a first draft');
    await page.getByRole('button', { name: /^Model vidD-6s-1x1-1080p/ }).waitFor();
    await prompt.fill('a second draft');
    await page.getByRole('button', { name: 'Create video' }).click();
    const second = cardOf(page, 'a second draft');
    await second.getByText('vidD-6s-1x1-1080p').waitFor();
    expect(await countOf(stage, 'a second draft')).toBe(1);
  });

  it('[console.workbench-similar] has the negative prompt, the images and the account of the first', async () => {
    const { page } = stage;
    const id = await askForAll('all of it', 1);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.fill('something else');
    await similarTo('all of it');
    await page.getByRole('img', { name: 'first_frame.png' }).waitFor();
    expect(await prompt.inputValue()).toBe('all of it');
    expect(await negative().inputValue()).toBe('rain, crowds');
    // The account is in the address, which is drawn on its own.
    await expect.poll(() => account().inputValue()).toBe(id);
    await prompt.fill('all of it, again');
    const [sent] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/jobs')),
      page.getByRole('button', { name: 'Create video' }).click(),
    ]);
    expect(sentSchema.parse(sent.postDataJSON())).toEqual({
      account: id,
      negative_prompt: 'rain, crowds',
      reference_images: [pictureUrl],
    });
    await cardOf(page, 'all of it, again').waitFor();
  });

  it('[console.workbench-code] is made by the code in its details, from images that are handed out there', async () => {
    const { page, visitor } = stage;
    await askForAll('made by program', 2);
    await cardOf(page, 'made by program').getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Details of the video' });
    await dialog.getByText('Not to be seen: rain, crowds').waitFor();
    await dialog.getByText('base64 < first_frame.png').waitFor();
    const link = dialog.getByRole('link', { name: /^first_frame\.png/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('first_frame.png');
    const { url } = stage.gateway;
    const image = await page.request.get(
      new URL((await link.getAttribute('href')) ?? '', url).href,
    );
    expect(Buffer.compare(await image.body(), onePixel)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.workbench-similar] says what cannot be had any more', async () => {
    const { page, gateway } = stage;
    const id = await askForAll('from long ago', 3);
    await cardOf(page, 'from long ago').getByText('Ready', { exact: true }).waitFor();
    await stage.stopGateway();
    await removeImages();
    await stage.startGatewayAgain();
    const path = `${gateway.url}/api/v1/admin/accounts/${id}`;
    expect((await page.request.delete(path)).ok()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await similarTo('from long ago');
    const notice = page.getByRole('status').filter({ hasText: 'Nearly as that video was' });
    await notice.getByText('1 image is not kept any more.').waitFor();
    await notice.getByText('The account it was for is gone').waitFor();
    expect(await negative().inputValue()).toBe('rain, crowds');
    expect(await account().inputValue()).toBe('');
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await notice.getByRole('button', { name: 'Close this notice' }).click();
    await notice.waitFor({ state: 'detached' });
    await cardOf(page, 'from long ago').getByRole('button', { name: 'Details' }).click();
    await page.getByText('not kept any more').waitFor();
  });

  it('[console.workbench-similar] that cannot be read whole says so, and is read again', async () => {
    const { page } = stage;
    await askForAll('hard to read', 4);
    await page.route('**/request', (route) => route.abort());
    await similarTo('hard to read');
    const notice = page.getByRole('alert').filter({ hasText: 'Not all of that video' });
    await notice.getByText('The server cannot be reached.').waitFor();
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('written meanwhile');
    await page.unroute('**/request');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('img', { name: 'first_frame.png' }).waitFor();
    await page.getByText('written meanwhile').waitFor();
    await notice.waitFor({ state: 'detached' });
  });
});
