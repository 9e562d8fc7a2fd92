import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { setStage } from '../support/stage.ts';
import { findBarriers, type Look, openPage, sidewaysPixels } from '../support/visitor.ts';

// The workbench is not asked for a key, and this is what is wrong with it.
const stage = setStage({ FILMGATE_SERVICE_API_KEY: '', FILMGATE_QUEUE_LIMIT: '500' });

/** What the browser itself says of a response that is no success, here a refusal the story wants. */
const refusal = /Failed to load resource.* 422/;

afterEach(() => {
  expect(stage.visitor.complaints.filter((text) => !refusal.test(text))).toEqual([]);
});

async function visit(path: string, look: Look = {}): Promise<Page> {
  const { page } = await stage.welcome(look);
  await openPage(page, stage.gateway, path);
  return page;
}

const row = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

/** What the Local Generation API answers to a key. */
async function statusWith(key: string): Promise<number> {
  const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
  return (await fetch(`${stage.gateway.url}/v1/models`, { headers })).status;
}

describe('an empty log', () => {
  it('[console.logs-empty] says what will be there and what to do first', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/request-logs');
    await page.getByRole('heading', { name: 'No requests in this time' }).waitFor();
    await page.getByText('Create an API user, make a first request with its key').waitFor();
    await page.getByRole('button', { name: 'Show 30 days' }).click();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create an API user' }).click();
    await page.waitForURL(/\/console\/api-users/);
  });
});

describe('settings', () => {
  it('[console.settings-empty-key][console.settings-secret] an empty service key is said in red, and mended', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/settings');
    const banner = page.getByRole('alert').filter({ hasText: 'The service key is empty' });
    await banner.waitFor();
    expect(await statusWith('')).toBe(200);
    await banner.getByRole('button', { name: 'Set a service key' }).click();
    const setting = row(page, 'Service key');
    await setting.getByRole('button', { name: 'Make a random key' }).click();
    const key = await setting.getByRole('textbox', { name: 'Service key: New value' }).inputValue();
    expect(key).toMatch(/^[\w-]{43}$/);
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByText('set, never shown').waitFor();
    await banner.waitFor({ state: 'detached' });
    expect([await statusWith(''), await statusWith(key)]).toEqual([401, 200]);
    await page.reload();
    await setting.getByText('Stored here').waitFor();
    expect(await page.content()).not.toContain(key);
    await setting.getByRole('button', { name: 'Back to the environment' }).click();
    await banner.waitFor();
    expect(await statusWith('')).toBe(200);
  });

  it('[console.settings-change] a value is changed in place, refused beside its field, and given back', async () => {
    const page = await visit('/console/settings?q=queue');
    const setting = row(page, 'Queue limit');
    await setting.getByText('500 tasks').waitFor();
    await setting.getByText('Environment', { exact: true }).waitFor();
    await setting.getByRole('button', { name: 'Change' }).click();
    const field = setting.getByRole('textbox', { name: 'Queue limit' });
    await field.fill('many');
    await page.keyboard.press('Enter');
    await setting.getByText('queue_limit must be a whole number from 0 to 10000000.').waitFor();
    await page.reload();
    await field.fill('12345');
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByText('12,345 tasks').waitFor();
    await setting.getByText('Saved. It holds from the next request on.').waitFor();
    await setting.getByText('Stored here').waitFor();
    const focused = page.locator(':focus');
    await expect.poll(() => focused.textContent()).toBe('Change');
    await setting.getByRole('button', { name: 'Back to the environment' }).click();
    await setting.getByText('500 tasks').waitFor();
    await setting.getByText('Environment', { exact: true }).waitFor();
  });

  it('[console.settings-list] each says what it means and whether only the environment may change it', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/settings');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Keys',
      'How it is reached',
      'Models and pictures',
      'Jobs',
      'How long things are kept',
      'Administrator and sessions',
      'Log',
      'Process and data',
      'Mock upstream',
    ]);
    const response = await page.request.get(`${stage.gateway.url}/api/v1/admin/settings`);
    const names = [...(await response.text()).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const variable = `FILMGATE_${String(name).toUpperCase()}`;
      const setting = page
        .getByRole('group')
        .filter({ has: page.getByText(variable, { exact: true }) });
      // Both languages know it: a setting without words would show its short name.
      expect(await setting.getAttribute('aria-label')).not.toBe(name);
    }
    const fixed = row(page, 'Data directory');
    await fixed.getByText('Environment only').waitFor();
    await fixed.getByText('set FILMGATE_DATA_DIR and start the gateway again').waitFor();
    expect(await fixed.getByRole('button').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('log_prompts');
    await expect.poll(() => page.getByRole('group').count()).toBe(1);
    await page.getByText('Whether prompts may appear in the log').waitFor();
  });
});

describe('models', () => {
  it('[console.models] are found by words, with aliases as soon as they are set, and copied', async () => {
    const page = await visit('/console/settings?setting=model_aliases');
    const setting = row(page, 'Model aliases');
    await setting.getByRole('textbox').fill('house-style=vidA-fast-4s-16x9-720p');
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByText('Stored here').waitFor();
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('article').first().waitFor();
    await page.getByRole('searchbox', { name: 'Search models' }).fill('house-style');
    await page.getByText('1 model id', { exact: true }).waitFor();
    const card = page.getByRole('article', { name: 'vidA-fast' });
    await card.getByText('→ vidA-fast-4s-16x9-720p').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: 'Copy vidA-fast-4s-16x9-720p' }).click();
    // Browsers write to the clipboard in their own time.
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe('vidA-fast-4s-16x9-720p');
    await page.goto(`${stage.gateway.url}/console/models?type=image`);
    const images = page.getByRole('article', { name: 'imgA' });
    await images.getByText('Price per image').waitFor();
    await images.getByRole('button', { name: /^Show all \d+$/ }).click();
    await images.getByText('imgA-3x4-2k', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search models' }).fill('nothing like it');
    await page.getByRole('heading', { name: 'No model fits these words' }).waitFor();
  });
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(['settings', 'models'])(
    '[console.accessible][console.narrow] %s has no barriers, nor moves sideways on a phone',
    async (room) => {
      const look = { scheme, width: 390, height: 844 };
      const page = await visit(`/console/${room}?setting=native_api_key`, look);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await sidewaysPixels(page)).toBe(0);
    },
  );
});
