/** @module-tag long */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setStage } from '../support/stage.ts';
import { logIn, openWorkbench } from '../support/visitor.ts';
import { smallPicture } from '../support/workbench-acts.ts';

const stage = setStage();

const words = 'a secret about the harbour';
const promptOf = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });
const loginOf = (page: Page) => page.getByRole('heading', { name: 'Log in' });

/** All browser storage of the pages, as text; language and colour scheme are not secret. */
async function keptBy(page: Page): Promise<string> {
  const found: unknown = await page.evaluate(`(async () => {
    const words = Object.entries(localStorage);
    const images = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('filmgate');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('images')) return resolve([]);
        const all = database.transaction('images').objectStore('images').getAll();
        all.onsuccess = () => { database.close(); resolve(all.result); };
        all.onerror = () => reject(all.error);
      };
    });
    return JSON.stringify([words, images]);
  })()`);
  return z.string().parse(found);
}

async function write(page: Page): Promise<void> {
  await openWorkbench(page, stage.gateway);
  await promptOf(page).fill(words);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: smallPicture });
  await expect.poll(() => keptBy(page)).toContain('harbour.png');
  await expect.poll(() => keptBy(page)).toContain(words);
}

async function expectNothingLeft(page: Page): Promise<void> {
  await expect.poll(() => keptBy(page)).not.toMatch(/harbour|data:image/);
}

describe('drafts [administrator.drafts-removed]', () => {
  it('are gone from the browser after a logout, and the login after it finds none', async () => {
    const { page, gateway } = stage;
    await write(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await loginOf(page).waitFor();
    await expectNothingLeft(page);
    await openWorkbench(page, gateway);
    expect(await promptOf(page).inputValue()).toBe('');
    expect(await page.getByRole('img', { name: 'harbour.png' }).count()).toBe(0);
  });

  it('are gone from every tab when one logs out', async () => {
    const { page, gateway, visitor } = stage;
    const other = await visitor.context.newPage();
    await write(page);
    await other.goto(`${gateway.url}/console/models`);
    await other.getByRole('button', { name: 'Log out' }).click();
    await loginOf(other).waitFor();
    await loginOf(page).waitFor();
    for (const tab of [page, other]) await expectNothingLeft(tab);
    await logIn(page, gateway);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await openWorkbench(page, gateway);
    expect(await promptOf(page).inputValue()).toBe('');
  });

  it('leave the browser when the session is found ended, and come back only with a login in the same document', async () => {
    const { page, gateway } = stage;
    await write(page);
    await page.request.post(`${gateway.url}/api/v1/auth/logout`);
    await loginOf(page).waitFor();
    await expectNothingLeft(page);
    await logIn(page, gateway);
    await expect.poll(() => promptOf(page).inputValue()).toBe(words);
    await page.getByRole('img', { name: 'harbour.png' }).waitFor();
    await page.request.post(`${gateway.url}/api/v1/auth/logout`);
    await loginOf(page).waitFor();
    await expectNothingLeft(page);
    await page.reload();
    await openWorkbench(page, gateway);
    expect(await promptOf(page).inputValue()).toBe('');
  });

  it('are gone when a page is opened after the session has ended', async () => {
    const { page, gateway, visitor } = stage;
    await write(page);
    await page.goto('about:blank');
    await visitor.context.clearCookies();
    await page.goto(`${gateway.url}/video`);
    await loginOf(page).waitFor();
    await expectNothingLeft(page);
  });
});
