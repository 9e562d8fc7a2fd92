/** @module-tag long */
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { setStage } from '../support/stage.ts';
import { findBarriers, type Look, openPage, sidewaysPixels } from '../support/visitor.ts';

// The workbench needs no key, which the banner warns about.
const stage = setStage({ FILMGATE_SERVICE_API_KEY: '' });

/** The browser's own message for a refusal that the story expects. */
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

/** Status of the Local Generation API for a key. */
async function statusWith(key: string): Promise<number> {
  const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
  return (await fetch(`${stage.gateway.url}/v1/models`, { headers })).status;
}

describe('an empty log', () => {
  it('[console.logs-empty] says what will be there and what to do first', async () => {
    const page = await visit('/console/request-logs');
    await page.getByRole('heading', { name: 'No requests in this time range' }).waitFor();
    await page.getByText('Create an API user and send a first request with its key').waitFor();
    await page.getByRole('button', { name: 'Show 30 days' }).click();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create an API user' }).click();
    await page.waitForURL(/\/console\/api-users/);
  });
});

describe('settings', () => {
  it('[console.settings-empty-key][console.settings-secret] an empty service key is said in red, and mended', async () => {
    const page = await visit('/console/settings');
    const banner = page.getByRole('alert').filter({ hasText: 'The service key is empty' });
    await banner.waitFor();
    expect(await statusWith('')).toBe(200);
    await banner.getByRole('button', { name: 'Set a service key' }).click();
    const setting = row(page, 'Service key');
    await setting.getByRole('button', { name: 'Generate a random key' }).click();
    const key = await setting.getByRole('textbox', { name: 'Service key: new value' }).inputValue();
    expect(key).toMatch(/^[\w-]{43}$/);
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByText('set, never shown').waitFor();
    await banner.waitFor({ state: 'detached' });
    expect([await statusWith(''), await statusWith(key)]).toEqual([401, 200]);
    await page.reload();
    await setting.getByText('Stored', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await setting.getByRole('button', { name: 'Reset' }).click();
    await banner.waitFor();
    expect(await statusWith('')).toBe(200);
  });

  it('[console.settings-list] each says what it means and whether only the environment may change it', async () => {
    const page = await visit('/console/settings');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Keys',
      'Network',
      'Models and images',
      'Jobs',
      'Retention',
      'Administrator and sessions',
      'Log',
      'Process and data',
      'Mock provider',
    ]);
    const response = await page.request.get(`${stage.gateway.url}/api/v1/admin/settings`);
    const names = [...(await response.text()).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const upper = String(name).toUpperCase();
      const variable = /^(?:HTTPS|NO)_PROXY$/.test(upper) ? upper : `FILMGATE_${upper}`;
      const setting = page
        .getByRole('group')
        .filter({ has: page.getByText(variable, { exact: true }) });
      // Both languages have a title: a setting without one would show its short name.
      expect(await setting.getAttribute('aria-label')).not.toBe(name);
    }
    const fixed = row(page, 'Data directory');
    await fixed.getByText('Environment only').waitFor();
    await fixed.getByText('set FILMGATE_DATA_DIR and restart the gateway').waitFor();
    expect(await fixed.getByRole('button').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('log_prompts');
    await expect.poll(() => page.getByRole('group').count()).toBe(1);
    await page.getByText('Prompts in the log and in the request log').waitFor();
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
