/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setStage } from '../support/stage.ts';
import { createVideo, findBarriers, openWorkbench } from '../support/visitor.ts';
import {
  cardOf,
  countOf,
  giveFiles,
  keptImages,
  smallPicture,
  propertyOf,
  tabTo,
} from '../support/workbench-acts.ts';

const stage = setStage();

const accountsSchema = z.object({ data: z.array(z.object({ id: z.string(), label: z.string() })) });

describe('a video', () => {
  it('[console.workbench-cards] on a phone comes into sight when it is sent, and is told of', async () => {
    const { page } = await stage.welcome({ width: 390, height: 844 });
    await openWorkbench(page, stage.gateway);
    await createVideo(page, 'far below the button');
    await page.getByRole('status').filter({ hasText: 'sent: far below the button' }).waitFor();
    const top = async () => (await cardOf(page, 'far below the button').boundingBox())?.y;
    await expect.poll(top).toBeLessThan(600);
    await expect.poll(top).toBeGreaterThan(0);
  });

  it('[console.workbench-submit] pressed twice is made once', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('pressed twice');
    await page.getByRole('button', { name: 'Create video' }).dblclick();
    await cardOf(page, 'pressed twice').getByText('Completed', { exact: true }).waitFor();
    expect(await countOf(stage, 'pressed twice')).toBe(1);
  });

  it('[console.workbench-joined] pressed twice says that the second press made nothing, and sends another when asked to', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('joined and another');
    await page.getByRole('button', { name: 'Create video' }).dblclick();
    const status = page.getByRole('status').filter({ hasText: 'Already sent a moment ago' });
    await status.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await status.getByRole('button', { name: 'Send another' }).click();
    await status.waitFor({ state: 'detached' });
    await page.getByText('Video 2 sent: joined and another').waitFor();
    await cardOf(page, 'joined and another').nth(1).waitFor();
    expect(await countOf(stage, 'joined and another')).toBe(2);
  });

  it('[console.workbench-conflict] whose id another one has is not made, and that is explained', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const id = 'ui-00000000-0000-4000-8000-00000000c0f1';
    const request = {
      model: 'vidA-fast-4s-16x9-720p',
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      generate_audio: false,
    };
    await page.request.post(`${gateway.url}/local-video/jobs`, {
      data: { id, ...request, prompt: 'who came first' },
    });
    // As left by another tab.
    const kept = JSON.stringify({ request: { ...request, prompt: 'who came late' }, startedAt: 1 });
    await page.evaluate(
      `localStorage.setItem('filmgate.submission.${id}', ${JSON.stringify(kept)})`,
    );
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: 'who came late' });
    await notice.getByText('No video was created and nothing was charged').waitFor();
    await notice.getByText('Request ID').waitFor();
    await cardOf(page, 'who came first').waitFor();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await countOf(stage, 'who came late')).toBe(0);
  });

  it('[console.keyboard] is made, watched, inspected and fetched without a mouse', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await tabTo(page, page.getByRole('textbox', { name: 'Prompt', exact: true }));
    await page.keyboard.type('by keyboard alone');
    await tabTo(page, page.getByRole('button', { name: 'Create video' }));
    await page.keyboard.press('Enter');
    const made = cardOf(page, 'by keyboard alone');
    await made.getByText('Completed', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => made.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press(' ');
    await expect.poll(() => propertyOf(made.locator('video'), 'currentTime')).toBeGreaterThan(0.1);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Video details' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => made.and(page.locator(':focus')).count()).toBe(1);
    await tabTo(page, made.getByRole('link', { name: 'Download' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.mp4$/);
  });
});

describe('the form', () => {
  it('[console.workbench-account] asks for one account, and says which cannot make it', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const response = await page.request.get(`${gateway.url}/api/v1/admin/accounts`);
    const [, second] = accountsSchema.parse(await response.json()).data;
    await page.getByRole('combobox', { name: 'Account' }).selectOption(second?.id ?? '');
    await createVideo(page, 'by this account');
    const made = cardOf(page, 'by this account');
    await made.getByText('Completed', { exact: true }).waitFor();
    await made.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Video details' });
    await dialog.getByRole('row', { name: `Account ${second?.label}` }).waitFor();
    expect(page.url()).toContain(`account=${second?.id}`);
  });

  it('[console.workbench-prompt] counts characters, and takes no more than 2000', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.fill('🐚'.repeat(2001));
    await page.getByText('2001 of 2000 characters').waitFor();
    await page.getByText('The prompt is 1 characters too long.').waitFor();
    await prompt.fill('');
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByText('Enter a prompt.').waitFor();
    expect(await countOf(stage, '')).toBe(0);
  });
});

describe('images', () => {
  const images = () => stage.page.getByRole('region', { name: 'Images' });

  it('[console.workbench-references] come by file, drop, paste and address, each with its role', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway, '?model=vidC-20-4s-16x9-720p');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'chosen.png', mimeType: 'image/png', buffer: smallPicture });
    await page.getByRole('img', { name: 'chosen.png' }).waitFor();
    await images().getByText('First frame').waitFor();
    await giveFiles(images(), 'drop', ['dropped.png']);
    await images().getByText('Last frame').waitFor();
    await giveFiles(page.getByRole('textbox', { name: 'Prompt', exact: true }), 'paste', [
      'pasted.png',
    ]);
    await page.getByRole('img', { name: 'pasted.png' }).waitFor();
    await expect.poll(() => images().getByText('Reference', { exact: true }).count()).toBe(3);
    await page.getByRole('textbox', { name: 'Image URL' }).fill('https://example.com/far.png');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await images().getByText('far.png').waitFor();
    await page.getByRole('button', { name: 'Remove far.png' }).click();
    await expect.poll(() => images().getByRole('listitem').count()).toBe(3);
    await createVideo(page, 'after three pictures');
    await cardOf(page, 'after three pictures').getByText('Completed', { exact: true }).waitFor();
  });

  it('[console.workbench-references-kept] of many megabytes are there after a reload', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway, '?model=vidC-20-4s-16x9-720p');
    const large = Buffer.concat([smallPicture, Buffer.alloc(7 * 1024 * 1024)]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large });
    await page.getByRole('img', { name: 'large.png' }).waitFor();
    await expect.poll(() => keptImages(page)).toEqual(['large.png']);
    await page.reload();
    await page.getByRole('img', { name: 'large.png' }).waitFor();
    await page.getByRole('button', { name: 'Remove large.png' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Select files' }).waitFor();
    await expect.poll(() => page.getByRole('img', { name: 'large.png' }).count()).toBe(0);
  });
});
