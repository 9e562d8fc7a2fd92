import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, field, pressAndConfirm, problemOf, row } from '../support/people-acts.ts';
import { setStage } from '../support/stage.ts';
import { openVisits } from '../support/visits.ts';

const { visit } = openVisits(setStage());

describe('API users', () => {
  /** A call of the Video Task API as the page gives it, sent by a program. */
  async function run(call: string, key?: string): Promise<Response> {
    const url = /'(http[^']+)'/.exec(call)?.[1] ?? '';
    const [, given = ''] = /Bearer ([^']+)'/.exec(call) ?? [];
    const body = /-d '([^']+)'/.exec(call)?.[1] ?? '';
    return await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key ?? given}`, 'content-type': 'application/json' },
      body,
    });
  }

  /** Makes one by the form; the dialog with its key is then open. */
  async function make(
    page: Page,
    name: string,
    limit = '',
  ): Promise<{ key: string; call: string }> {
    await button(page, 'New API user').click();
    const form = page.getByRole('dialog', { name: 'New API user' });
    await field(form, 'Name').fill(name);
    await field(form, 'Credit limit').fill(limit);
    await button(form, 'Create and show the key').click();
    return await readKey(page, `The key of ${name}`);
  }

  async function readKey(page: Page, title: string): Promise<{ key: string; call: string }> {
    const dialog = page.getByRole('dialog', { name: title });
    // The addresses in the call are a response of their own.
    await button(dialog, 'Copy the call').waitFor();
    const [key = '', call = ''] = await dialog.locator('pre').allTextContents();
    expect(key).toMatch(/^fg_user_[0-9A-Za-z]{26,}_[0-9A-Za-z]{6}$/);
    return { key, call };
  }

  it('[console.api-users-key-once][console.api-users-use][console.clean] a new key is shown once, works as the page says, and its use is seen', async () => {
    const page = await visit('/console/api-users');
    const { key, call } = await make(page, 'Render farm', '500');
    const dialog = page.getByRole('dialog', { name: 'The key of Render farm' });
    expect(await dialog.innerText()).toContain('shown this one time');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    const asked = page.waitForEvent('dialog');
    await page.evaluate('history.back()');
    await (await asked).dismiss();
    expect((await asked).type()).toBe('beforeunload');
    expect(await dialog.isVisible()).toBe(true);
    expect(await row(page, 'Render farm').innerText()).toContain('never');

    const response = await run(call);
    expect(response.status, await response.text()).toBe(202);
    await button(dialog, 'I have stored the key').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);

    await row(page, 'Render farm')
      .getByText(/ago|now/)
      .nth(1)
      .waitFor();
    const quota = row(page, 'Render farm').getByRole('img', { name: /^Credits: / });
    await expect
      .poll(() => quota.getAttribute('aria-label'))
      .toMatch(/^Credits: used [1-9]\d*, reserved 0, held 0 \/ 500$/);
    await page.reload();
    await row(page, 'Render farm').waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('[console.api-users-manage] is renamed, limited, given another key, disabled and enabled', async () => {
    const page = await visit('/console/api-users');
    const { key: oldKey, call } = await make(page, 'Studio');
    await button(page, 'I have stored the key').click();
    await row(page, 'Studio').click();
    const drawer = page.getByRole('dialog', { name: 'Studio' });
    await field(drawer, 'Name').fill('Studio north');
    await field(drawer, 'Credit limit').fill('0');
    await button(drawer, 'Save').click();
    await drawer.getByText('Saved.').waitFor();
    const renamed = page.getByRole('dialog', { name: 'Studio north' });
    expect(await renamed.innerText()).toContain('0 of 0');
    expect(await renamed.innerText()).toContain('At its limit');
    const refused = await run(call);
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('api_user_total_limit_exhausted'),
    ]);
    await field(renamed, 'Credit limit').fill('');
    await button(renamed, 'Save').click();
    await renamed.getByText(/^\d+, no limit$/).waitFor();

    expect(await pressAndConfirm(page, 'New key', 'Replace the key')).toContain('stops at once');
    const { key } = await readKey(page, 'The new key of Studio north');
    expect(key).not.toBe(oldKey);
    expect((await run(call)).status).toBe(401);
    expect((await run(call, key)).status).toBe(202);
    await button(page, 'I have stored the key').click();

    await pressAndConfirm(page, 'Disable');
    await renamed.getByText('Disabled', { exact: true }).waitFor();
    expect((await run(call, key)).status).toBe(401);
    await button(renamed, 'Enable').click();
    await renamed.getByText('Enabled', { exact: true }).waitFor();
    expect((await run(call, key)).status).toBe(202);
  });

  it('[owner-limits.console] its open videos and requests are limited, and the limits lifted', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/api-users');
    const { key, call } = await make(page, 'Bursts');
    await button(page, 'I have stored the key').click();
    expect(await row(page, 'Bursts').innerText()).toContain('none');
    await row(page, 'Bursts').click();
    const drawer = page.getByRole('dialog', { name: 'Bursts' });
    await field(drawer, 'Open videos at a time').fill('0');
    await field(drawer, 'Requests per minute').fill('0');
    await button(drawer, 'Save').click();
    expect(await problemOf(field(drawer, 'Requests per minute'))).toContain('At least 1.');
    await field(drawer, 'Requests per minute').fill('1');
    await button(drawer, 'Save').click();
    await drawer.getByText('1 per minute').waitFor();
    expect(await row(page, 'Bursts').innerText()).toContain('0 open');
    const responses = [await run(call, key), await run(call, key)];
    const codes = await Promise.all(responses.map((response) => response.text()));
    expect(codes[0]).toContain('open_jobs_limit_reached');
    expect(codes[1]).toContain('rate_limited');
    await field(drawer, 'Open videos at a time').fill('');
    await field(drawer, 'Requests per minute').fill('');
    await button(drawer, 'Save').click();
    await expect.poll(() => row(page, 'Bursts').innerText()).toContain('none');
    expect((await run(call, key)).status).toBe(202);
  });

  it('[console.forms-checked] what is wrong is said beside the field, before anything is sent', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/api-users');
    await button(page, 'New API user').click();
    const form = page.getByRole('dialog', { name: 'New API user' });
    // What is written goes where the focus is, and the dialog gives it to its first field a moment after it appears.
    await expect.poll(() => field(form, 'Name').and(page.locator(':focus')).count()).toBe(1);
    await field(form, 'Credit limit').fill('-5');
    await button(form, 'Create and show the key').click();
    expect(await problemOf(field(form, 'Name'))).toContain('Must not be empty.');
    expect(await problemOf(field(form, 'Credit limit'))).toContain('At least 0.');
    await field(form, 'Name').fill('x'.repeat(101));
    await field(form, 'Credit limit').fill('1.5');
    await button(form, 'Create and show the key').click();
    expect(await problemOf(field(form, 'Name'))).toContain('At most 100 characters.');
    expect(await problemOf(field(form, 'Credit limit'))).toContain('whole number');
  });

  it('[console.api-users-search][admin.api-users.newest-first] are searched; the words and the open one survive reload', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/api-users');
    await make(page, 'Found again');
    await button(page, 'I have stored the key').click();
    // The newest stands first, under the headings.
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('Found again');
    await page.getByRole('searchbox', { name: 'Search API users' }).fill('AGAIN');
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2);
    await row(page, 'Found again').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Found again' }).waitFor();
    await page.reload();
    const details = page.getByRole('dialog', { name: 'Found again' });
    await details.waitFor();
    await button(page, 'Close the details').click();
    // Closing is a step back in the history, to where these words were not yet written.
    await details.waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search API users' }).fill('nobody at all');
    await page.getByRole('heading', { name: 'No API user found' }).waitFor();
    await button(page, 'Clear filters').click();
    await row(page, 'Found again').waitFor();
  });
});
