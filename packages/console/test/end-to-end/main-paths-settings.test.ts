import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOTP, URI } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeUser, readKey, runCall } from '../support/api-user-acts.ts';
import { askAgainUntil } from '../support/own-time.ts';
import { button, field, pressAndConfirm, row } from '../support/people-acts.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, openPage, openWorkbench, sidewaysPixels } from '../support/visitor.ts';
import { openVisits } from '../support/visits.ts';

/** Common paths on the pages about access and settings; the other files cover the rest of each page. */
const stage = setStage({ FILMGATE_QUEUE_LIMIT: '500' });
const { visit, visitors } = openVisits(stage);

const settingOf = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true });

describe('API users', () => {
  it('[console.api-users-key-once][console.api-users-use][console.clean] a new key is shown once, works as the page says, and its use is seen', async () => {
    const page = await visit('/console/api-users', { hasOwnTime: true });
    const { key, call } = await makeUser(page, 'Render farm', '500');
    const dialog = page.getByRole('dialog', { name: 'The key of Render farm' });
    expect(await dialog.innerText()).toContain('It is not shown again');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    const asked = page.waitForEvent('dialog');
    await page.evaluate('history.back()');
    await (await asked).dismiss();
    expect((await asked).type()).toBe('beforeunload');
    expect(await dialog.isVisible()).toBe(true);
    expect(await row(page, 'Render farm').innerText()).toContain('never');

    const response = await runCall(call);
    expect(response.status, await response.text()).toBe(202);
    await button(dialog, 'I have stored the key').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    await askAgainUntil(
      row(page, 'Render farm')
        .getByText(/ago|now/)
        .nth(1),
    );
    const quota = row(page, 'Render farm').getByRole('img', { name: /^Credits: / });
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000);
        return quota.getAttribute('aria-label');
      })
      .toMatch(/^Credits: used [1-9]\d*, reserved 0, on hold 0 \/ 500$/);
    await page.reload();
    await row(page, 'Render farm').waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('[console.api-users-manage] is renamed, limited, given another key, disabled and enabled', async () => {
    const page = await visit('/console/api-users');
    const { key: oldKey, call } = await makeUser(page, 'Studio');
    await button(page, 'I have stored the key').click();
    await row(page, 'Studio').click();
    const drawer = page.getByRole('dialog', { name: 'Studio' });
    await field(drawer, 'Name').fill('Studio north');
    await field(drawer, 'Credit limit').fill('0');
    await button(drawer, 'Save').click();
    await drawer.getByText('Saved.').waitFor();
    const renamed = page.getByRole('dialog', { name: 'Studio north' });
    expect(await renamed.innerText()).toContain('0 of 0');
    expect(await renamed.innerText()).toContain('Limit reached');
    const refused = await runCall(call);
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('api_user_total_limit_exhausted'),
    ]);
    await field(renamed, 'Credit limit').fill('');
    await button(renamed, 'Save').click();
    await renamed.getByText(/^\d+, no limit$/).waitFor();

    expect(await pressAndConfirm(page, 'Replace key', 'Replace the key')).toContain(
      'stops working immediately',
    );
    const { key } = await readKey(page, 'The new key of Studio north');
    expect(key).not.toBe(oldKey);
    expect((await runCall(call)).status).toBe(401);
    expect((await runCall(call, key)).status).toBe(202);
    await button(page, 'I have stored the key').click();

    await pressAndConfirm(page, 'Disable');
    await renamed.getByText('Disabled', { exact: true }).waitFor();
    expect((await runCall(call, key)).status).toBe(401);
    await button(renamed, 'Enable').click();
    await renamed.getByText('Enabled', { exact: true }).waitFor();
    expect((await runCall(call, key)).status).toBe(202);
  });
});

describe('sessions', () => {
  it('[console.sessions][admin.sessions.end] another browser is logged out, at its open page', async () => {
    const page = await visit('/console/sessions');
    const other = await visit('/video');
    await page.reload();
    const table = page.getByRole('table', { name: 'Open sessions' });
    await table.getByText('This browser').waitFor();
    await expect.poll(() => button(table, /^End the session/).count()).toBeGreaterThan(0);
    const before = await button(table, /^End the session/).count();
    // Sorted by last use: the page just opened is below this one.
    await button(table, /^End the session/)
      .first()
      .click();
    await button(page, 'End the session').click();
    await page.getByText('1 session ended.').waitFor();
    await expect.poll(() => button(table, /^End the session/).count()).toBe(before - 1);
    await other.waitForURL(/\/login\?next=/);
    for (const { complaints } of visitors) complaints.splice(0);
  });

  it('[console.sessions][admin.sessions.end] all others are ended at once', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/sessions');
    const table = page.getByRole('table', { name: 'Open sessions' });
    const [third, fourth] = [await visit('/console/models'), await visit('/console/accounts')];
    await page.reload();
    await pressAndConfirm(page, 'Log out other sessions', 'End sessions');
    await page.getByText(/^\d+ sessions ended\.$/).waitFor();
    await expect.poll(() => button(table, /^End the session/).count()).toBe(0);
    await fourth.waitForURL(/\/login\?next=/);
    await third.reload();
    await third.waitForURL(/\/login\?next=/);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    for (const { complaints } of visitors) complaints.splice(0);
  });
});

describe('settings', () => {
  it('[console.settings-change] a value is changed in place, refused beside its field, and given back', async () => {
    const page = await visit('/console/settings?q=queue');
    const setting = settingOf(page, 'Queue limit');
    await setting.getByText('500 jobs').waitFor();
    await setting.getByText('Environment', { exact: true }).waitFor();
    await setting.getByRole('button', { name: 'Change' }).click();
    const input = setting.getByRole('textbox', { name: 'Queue limit' });
    await input.fill('many');
    await page.keyboard.press('Enter');
    await setting.getByText('queue_limit must be a whole number from 0 to 10000000.').waitFor();
    // Browsers report every refusal as an error.
    expect(visitors.flatMap(({ complaints }) => complaints.splice(0))).toEqual([
      expect.stringMatching(/Failed to load resource.* 422/),
    ]);
    await page.reload();
    await input.fill('12345');
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByText('12,345 jobs').waitFor();
    await setting.getByText('Saved. Takes effect with the next request.').waitFor();
    await setting.getByText('Stored').waitFor();
    const focused = page.locator(':focus');
    await expect.poll(() => focused.textContent()).toBe('Change');
    await setting.getByRole('button', { name: 'Reset' }).click();
    await setting.getByText('500 jobs').waitFor();
    await setting.getByText('Environment', { exact: true }).waitFor();
  });

  it('[console.models] are found by words, with aliases as soon as they are set, and copied', async () => {
    const page = await visit('/console/settings?setting=model_aliases');
    const setting = settingOf(page, 'Model aliases');
    await setting.getByRole('textbox').fill('house-style=vidA-fast-4s-16x9-720p');
    await setting.getByRole('button', { name: 'Save' }).click();
    await setting.getByText('Stored').waitFor();
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('article').first().waitFor();
    await page.getByRole('searchbox', { name: 'Search models' }).fill('house-style');
    await page.getByText('1 model ID', { exact: true }).waitFor();
    const card = page.getByRole('article', { name: 'vidA-fast' });
    await card.getByText('→ vidA-fast-4s-16x9-720p').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: 'Copy vidA-fast-4s-16x9-720p' }).click();
    // Browsers write to the clipboard asynchronously.
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe('vidA-fast-4s-16x9-720p');
    await page.goto(`${stage.gateway.url}/console/models?type=image`);
    const images = page.getByRole('article', { name: 'imgA' });
    await images.getByText('Price per image').waitFor();
    await images.getByRole('button', { name: /^Show all \d+$/ }).click();
    await images.getByText('imgA-3x4-2k', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search models' }).fill('nothing like it');
    await page.getByRole('heading', { name: 'No models match this search' }).waitFor();
  });
});

const assets = fileURLToPath(new URL('../../dist/pages/assets/', import.meta.url));

/** Maximum compressed size of the first page, in bytes. */
const mostBytes = 250_000;

/** Files loaded by a page during its lifetime. */
function fetchedFiles(page: Page): ReadonlySet<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) names.add(pathname.slice('/assets/'.length));
  });
  return names;
}

/** Size as sent with gzip; small files are sent uncompressed. */
function compressedBytes(name: string): number {
  const compressed = statSync(`${assets}${name}.gz`, { throwIfNoEntry: false });
  return (compressed ?? statSync(assets + name)).size;
}

describe('the first page', () => {
  it('[console.first-page] is under 250 kB with everything it fetches', async () => {
    const { page } = stage;
    await openWorkbench(page, stage.gateway);
    const files = fetchedFiles(page);
    // Away from elements that preload code under the pointer.
    await page.mouse.move(0, 0);
    await page.reload({ waitUntil: 'networkidle' });
    const sizes = [...files].map((name) => ({ name, bytes: compressedBytes(name) }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(files.size).toBeGreaterThan(3);
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThan(mostBytes);
  });

  it('[console.first-page] holds none of the further pages: each fetches a chunk of its own', async () => {
    const { page } = stage;
    await openWorkbench(page, stage.gateway);
    const files = fetchedFiles(page);
    await page.reload({ waitUntil: 'networkidle' });
    const first = new Set(files);
    const links = page.getByRole('navigation').getByRole('link');
    const names = await links.allTextContents();
    expect(names.length).toBeGreaterThan(1);
    const own = new Map<string, string>();
    for (const name of names.slice(1)) {
      const before = new Set(files);
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      // The new page's heading: the previous page stays until the chunk is loaded.
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      const news = [...files].filter((file) => !before.has(file) && file.endsWith('.js'));
      expect(news.length, name).toBeGreaterThan(0);
      for (const file of news) own.set(file, name);
    }
    for (const file of own.keys()) expect(first.has(file)).toBe(false);
    expect(readdirSync(assets).length).toBeGreaterThan(own.size);
  });
});

const chosen = 'kassensturz-mohn';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function logInWith(page: Page, password: string): Promise<void> {
  await field(page, 'User name').fill(stage.gateway.admin.username);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

describe('the page Security', () => {
  it.each([
    ['dark', 390, 'en', 'Security'],
    ['light', 1360, 'zh-CN', '安全'],
  ] as const)(
    '[console.narrow][console.languages] is for everybody: %s, %d pixels, %s',
    { tags: 'long' },
    async (scheme, width, language, title) => {
      const { page } = await stage.welcome({ scheme, width, language });
      await openPage(page, stage.gateway, '/console/security');
      await heading(page, title).waitFor();
      await page.locator('section').last().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await sidewaysPixels(page)).toBe(0);
    },
  );

  it('[administrator.second-factor.login][administrator.second-factor.set-up][administrator.password.change] sets up one-time codes, changes the password, and removes the codes', async () => {
    const { page, gateway } = stage;
    const { password } = gateway.admin;
    await openPage(page, gateway, '/console/security');
    const codes = page.locator('section').filter({ hasText: 'code from an authenticator app' });
    await field(codes, 'Current password').fill('wrong');
    await button(codes, 'Set up').click();
    await codes.getByText('The current password is wrong.').waitFor();
    await field(codes, 'Current password').fill(password);
    await button(codes, 'Set up').click();
    await codes.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const app = URI.parse(await codes.getByLabel('URL of the secret').innerText());
    if (!(app instanceof TOTP)) throw new Error('The address is of another kind of code.');
    const codeAt = (off: number) => app.generate({ timestamp: Date.now() + off * 30_000 });

    await field(codes, 'One-time code').fill(codeAt(-1));
    await button(codes, 'Confirm').click();
    const [recovery = '', second = ''] = (
      await codes.getByLabel('Recovery codes').innerText()
    ).split('\n');
    expect(await findBarriers(page)).toEqual([]);
    await button(codes, 'I have stored the codes').click();
    await codes.getByText('10 recovery codes left').waitFor();

    await button(page, 'Log out').click();
    await heading(page, 'Log in').waitFor();
    await logInWith(page, password);
    await field(page, 'One-time code').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await field(page, 'One-time code').fill('000000');
    await button(page, 'Log in').click();
    await page.getByRole('alert').filter({ hasText: 'The one-time code is wrong' }).waitFor();
    await field(page, 'One-time code').fill(codeAt(0));
    await button(page, 'Log in').click();
    await heading(page, 'Overview').waitFor();

    await page.getByRole('link', { name: 'Security' }).click();
    const part = page.locator('section').filter({ hasText: 'logs out all other sessions' });
    await field(part, 'Current password').fill(password);
    await field(part, 'New password').fill('password1234');
    await field(part, 'One-time code').fill(recovery);
    await button(part, 'Change the password').click();
    await part.getByText('Is common or easily guessed').waitFor();
    await field(part, 'New password').fill(chosen);
    await field(part, 'One-time code').fill(second);
    await button(part, 'Change the password').click();
    await part.getByText('Saved.').waitFor();

    await field(codes, 'Current password').fill(chosen);
    await field(codes, 'One-time code').fill(codeAt(1));
    await button(codes, 'Disable').click();
    await codes.getByText('Disabled', { exact: true }).waitFor();
    await button(page, 'Log out').click();
    await logInWith(page, chosen);
    await heading(page, 'Overview').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    for (const words of [
      'Password changed',
      'Recovery code used',
      'Login failed',
      'One-time codes enabled',
    ])
      await page.getByRole('row').filter({ hasText: words }).first().waitFor();
    await setPasswordBack(page, password);
  });
});

/** Restores the password for the stories after this one. */
async function setPasswordBack(page: Page, password: string): Promise<void> {
  const data = { current_password: chosen, new_password: password };
  const response = await page.request.put(`${stage.gateway.url}/api/v1/admin/password`, { data });
  expect(response.status()).toBe(204);
}
