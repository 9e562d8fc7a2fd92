/** @module-tag long */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { similarActsOn } from '../support/similar-acts.ts';
import { setStage } from '../support/stage.ts';
import { createVideo, findBarriers, openWorkbench, sidewaysPixels } from '../support/visitor.ts';
import { cardOf, countOf, smallPicture } from '../support/workbench-acts.ts';

const stage = setStage({}, undefined, { returns: true });

const { account, askForAll, negative, similarTo } = similarActsOn(stage);

/** Removes images like the retention job. */
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

  it('[console.workbench-code] is made by the code in its details, from images that are handed out there', async () => {
    const { page, visitor } = stage;
    await askForAll('made by program', 2);
    await cardOf(page, 'made by program').getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Video details' });
    await dialog.getByText('Negative prompt: rain, crowds').waitFor();
    await dialog.getByText('base64 < first_frame.png').waitFor();
    const link = dialog.getByRole('link', { name: /^first_frame\.png/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('first_frame.png');
    const { url } = stage.gateway;
    const image = await page.request.get(
      new URL((await link.getAttribute('href')) ?? '', url).href,
    );
    expect(Buffer.compare(await image.body(), smallPicture)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.workbench-similar] says what cannot be had any more', async () => {
    const { page, gateway } = stage;
    const id = await askForAll('from long ago', 3);
    await cardOf(page, 'from long ago').getByText('Completed', { exact: true }).waitFor();
    await stage.stopGateway();
    await removeImages();
    await stage.startGatewayAgain();
    const path = `${gateway.url}/api/v1/admin/accounts/${id}`;
    expect((await page.request.delete(path)).ok()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await similarTo('from long ago');
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'Some settings are no longer available' });
    await notice.getByText('1 image has been removed.').waitFor();
    await notice.getByText('The account of that video was deleted').waitFor();
    expect(await negative().inputValue()).toBe('rain, crowds');
    expect(await account().inputValue()).toBe('');
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await notice.getByRole('button', { name: 'Close notice' }).click();
    await notice.waitFor({ state: 'detached' });
    await cardOf(page, 'from long ago').getByRole('button', { name: 'Details' }).click();
    await page.getByText('removed', { exact: true }).waitFor();
  });

  it('[console.workbench-similar] that cannot be read whole says so, and is read again', async () => {
    const { page } = stage;
    await askForAll('hard to read', 4);
    await page.route('**/request', (route) => route.abort());
    await similarTo('hard to read');
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Some settings of that video could not be loaded' });
    await notice.getByText('Server unreachable.').waitFor();
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('written meanwhile');
    await page.unroute('**/request');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('img', { name: 'first_frame.png' }).waitFor();
    await page.getByText('written meanwhile').waitFor();
    await notice.waitFor({ state: 'detached' });
  });
});
