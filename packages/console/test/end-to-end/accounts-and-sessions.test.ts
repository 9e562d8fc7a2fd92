import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockProcess, startMock } from '../support/mock-process.ts';
import { button, field, pressAndConfirm, problemOf } from '../support/people-acts.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';
import { openVisits } from '../support/visits.ts';

/** A providers file with an endpoint where nothing listens. */
function deafEndpoint(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'filmgate-deaf-place-')), 'providers.json');
  writeFileSync(file, JSON.stringify({ 'kling-cn': { base_url: 'http://127.0.0.1:9' } }));
  return file;
}

let mock: MockProcess;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(async () => {
  await mock?.stop();
});

const stage = setStage({
  FILMGATE_PROVIDERS_FILE: deafEndpoint(),
  // Read when the gateway starts; the mock has started by then.
  get FILMGATE_MOCK_URL() {
    return mock.url;
  },
});
const { visit, visitors } = openVisits(stage);

describe('accounts', () => {
  const drawerOf = (page: Page, label: string): Locator =>
    page.getByRole('dialog', { name: label, exact: true });

  /** Adds an account with the form; its details are then open. */
  async function add(page: Page, label: string, secret: string): Promise<Locator> {
    await button(page, 'Add account').click();
    const form = page.getByRole('dialog', { name: 'Add account' });
    await field(form, 'Label').fill(label);
    await form.getByLabel('Secret', { exact: true }).fill(secret);
    await field(form, 'Concurrent jobs').fill('2');
    await button(form, 'Test and add').click();
    const drawer = drawerOf(page, label);
    await drawer.waitFor();
    return drawer;
  }

  async function stateOf(drawer: Locator, word: string, why: string): Promise<void> {
    await drawer.getByText(word, { exact: true }).waitFor();
    await drawer.getByText(why).waitFor();
  }

  it('[providers.places.console] a new one says what its provider is asked for and what a lost response means there', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/accounts');
    await button(page, 'Add account').click();
    const form = page.getByRole('dialog', { name: 'Add account' });
    await form.getByLabel('Provider').selectOption('kling-global');
    await form.getByText('https://api-singapore.klingai.com').waitFor();
    await form.getByText('found by submission ID').waitFor();
    await form.getByText('none in the current catalog; add "kling" to FILMGATE_CATALOG').waitFor();
    await form.getByLabel('Provider').selectOption('mock');
    await form.getByText('https://api-singapore.klingai.com').waitFor({ state: 'detached' });
    expect(await form.getByLabel('Secret', { exact: true }).inputValue()).toBe('');
  });

  it('[console.accounts-manage][console.accounts-secret][console.accounts-states] one is added, tested, repaired, edited, paused and resumed', async () => {
    const page = await visit('/console/accounts');
    await mock.describe({ key: 'mk_first', credits: 1234 });
    await mock.describe({ key: 'mk_lost', login: 'expired' });
    const drawer = await add(page, 'Studio A', 'mk_first');
    await drawer.getByText('Balance: 1,234 credits.').waitFor();
    await stateOf(drawer, 'Ready', 'Available: 2 of 2 slots free.');

    await drawer.getByLabel('Secret', { exact: true }).fill('mk_lost');
    await button(drawer, 'Save').click();
    await drawer.getByText('Saved.').waitFor();
    await button(drawer, 'Test').click();
    await drawer
      .getByText('The provider refused the login. Replace the secret and test again.')
      .waitFor();
    await stateOf(drawer, 'Login required', 'Replace the secret, then test the account.');
    expect(await drawer.getByLabel('Secret', { exact: true }).inputValue()).toBe('');
    await drawer.getByLabel('Secret', { exact: true }).fill('mk_first');
    await field(drawer, 'Label').fill('Studio B');
    await button(drawer, 'Save').click();
    const renamed = drawerOf(page, 'Studio B');
    await stateOf(renamed, 'Ready', 'Available');
    // The list may show the change before the form has the response.
    await renamed.getByText('Saved.').waitFor();
    expect(await page.content()).not.toContain('mk_');

    expect(await pressAndConfirm(page, 'Pause')).toContain('Running jobs continue');
    await stateOf(renamed, 'Paused', 'Paused by an operator');
    await button(renamed, 'Resume').click();
    await stateOf(renamed, 'Ready', 'Available');
  });

  it('[console.accounts-test-first] one whose login is refused takes no job until a test has succeeded', async () => {
    const page = await visit('/console/accounts');
    await mock.describe({ key: 'mk_wrong', login: 'expired' });
    const drawer = await add(page, 'Typo', 'mk_wrong');
    await drawer
      .getByText('The provider refused the login. Replace the secret and test again.')
      .waitFor();
    await stateOf(drawer, 'Login required', 'Replace the secret, then test the account.');
    await drawer.getByLabel('Secret', { exact: true }).fill('mk_right');
    await button(drawer, 'Save').click();
    await stateOf(drawer, 'Not tested', 'Accepts no jobs until a test succeeds.');
    expect(await findBarriers(page)).toEqual([]);
    await button(drawer, 'Test').click();
    await stateOf(drawer, 'Ready', 'Available: 2 of 2 slots free.');
  });

  it('[console.accounts-nothing] one that makes nothing on offer says how to offer something', async () => {
    const page = await visit('/console/accounts');
    await button(page, 'Add account').click();
    const form = page.getByRole('dialog', { name: 'Add account' });
    await form.getByLabel('Provider').selectOption('kling-cn');
    await field(form, 'Label').fill('For nothing');
    await form.getByLabel('Secret', { exact: true }).fill('a-key');
    await button(form, 'Test and add').click();
    const drawer = drawerOf(page, 'For nothing');
    await drawer.getByText(/^Reason: .*ECONNREFUSED \(connection refused\)/).waitFor();
    await stateOf(drawer, 'No models', 'Models: none in the current catalog. Add "kling"');
    const chinese = await visit('/console/accounts', { language: 'zh', width: 390, height: 844 });
    await chinese.getByText('请在 FILMGATE_CATALOG 中加入“kling”并重启').waitFor();
    expect(await sidewaysPixels(chinese)).toBe(0);
    await pressAndConfirm(page, 'Delete');
    await page.getByText('For nothing was deleted.').waitFor();
  });

  it('[console.forms-checked] what the server refuses is said beside the field it is about', async () => {
    const page = await visit('/console/accounts');
    await add(page, 'Only once', 'mk_once');
    await button(page, 'Close details').click();
    await button(page, 'Add account').click();
    const form = page.getByRole('dialog', { name: 'Add account' });
    await field(form, 'Label').fill('Only once');
    await form.getByRole('switch', { name: 'All families' }).click();
    await field(form, 'Concurrent jobs').fill('1001');
    await button(form, 'Test and add').click();
    expect(await problemOf(field(form, 'Concurrent jobs'))).toContain('Maximum 1000.');
    const families = form.getByRole('group', { name: 'Families' });
    expect(await families.innerText()).toContain('Select at least one.');
    await families.getByRole('checkbox', { name: 'vidA', exact: true }).check();
    await field(form, 'Concurrent jobs').fill('3');
    await button(form, 'Test and add').click();
    await expect
      .poll(() => problemOf(field(form, 'Label')))
      .toContain('Another account has this label.');
    await field(form, 'Label').fill('Only twice');
    await button(form, 'Test and add').click();
    await drawerOf(page, 'Only twice')
      .getByRole('definition')
      .getByText('vidA', { exact: true })
      .waitFor();
    await pressAndConfirm(page, 'Delete');
    await page.getByText('Only twice was deleted.').waitFor();
    // Browsers report every refusal as an error.
    for (const { complaints } of visitors) complaints.splice(0);
  });

  it('[console.accounts-drain] one with a running job drains, and goes with the job', {
    tags: 'long',
  }, async () => {
    const page = await visit('/console/accounts');
    const drawer = await add(page, 'Leaving', 'mk_leaving');
    await drawer.getByText(/^Balance: /).waitFor();
    const id = new URL(page.url()).searchParams.get('account') ?? '';
    const made = await page.request.post(`${stage.gateway.url}/local-video/jobs`, {
      data: {
        id: `ui-${crypto.randomUUID()}`,
        model: 'vidA-fast-4s-16x9-720p',
        prompt: 'the last one [[mock:run=100000s]]',
        account: id,
      },
    });
    expect(made.status(), await made.text()).toBe(202);
    await drawer.getByText('1 of 2', { exact: true }).waitFor();
    await drawer.getByText('1 of 2 slots in use: 1 running').waitFor();
    expect(await pressAndConfirm(page, 'Delete')).toContain('1 running job continues');
    await stateOf(drawer, 'Draining', 'Removed when the last job has finished');
    expect(await button(drawer, 'Pause').count()).toBe(0);
    await page.reload();
    await stateOf(drawerOf(page, 'Leaving'), 'Draining', 'Being deleted');
    await mock.advance(200_000_000);
    await page.getByText('This account no longer exists.').waitFor();
  });
});

describe('the pages about people', () => {
  const pages = [
    ['/console/api-users', 'New API user', /Name|名称/],
    ['/console/accounts', 'Add account', /Label|名称/],
    ['/console/sessions', null, null],
  ] as const;

  beforeEach(async () => {
    const page = await visit('/console/api-users');
    const users = `${stage.gateway.url}/api/v1/admin/api-users`;
    const { data } = await (await page.request.get(users)).json();
    if (!JSON.stringify(data).includes('Barriers'))
      await page.request.post(users, { data: { name: 'Barriers', total_limit: 100 } });
  });

  it.each(['light', 'dark'] as const)(
    '[console.accessible][console.clean] have no barrier in the %s scheme, with dialogs and details open',
    { tags: 'long' },
    async (scheme) => {
      const page = await visit('/console/sessions', { scheme });
      for (const [path, opener] of pages) {
        await page.goto(stage.gateway.url + path);
        await page.getByRole('row').nth(1).waitFor();
        expect(await findBarriers(page), path).toEqual([]);
        if (opener === null) continue;
        await button(page, opener).click();
        await page.getByRole('dialog', { name: opener }).waitFor();
        expect(await findBarriers(page), `${path} dialog`).toEqual([]);
        if (path === '/console/api-users') {
          await field(page.getByRole('dialog'), 'Name').fill(`Seen in ${scheme}`);
          await button(page, 'Create and show the key').click();
          await button(page, 'Copy the call').waitFor();
          expect(await findBarriers(page), 'the key').toEqual([]);
          await button(page, 'I have stored the key').click();
        } else await page.keyboard.press('Escape');
        await page.getByRole('row').nth(1).click();
        await button(page, 'Close details').waitFor();
        expect(await findBarriers(page), `${path} details`).toEqual([]);
      }
    },
  );

  it('[console.narrow] do not move sideways at 390 pixels, in Chinese either', {
    tags: 'long',
  }, async () => {
    const look = { width: 390, height: 844, language: 'zh' };
    const page = await visit('/console/sessions', look);
    for (const [path, opener] of pages) {
      await page.goto(stage.gateway.url + path);
      await page.getByRole('row').nth(1).waitFor();
      expect(await sidewaysPixels(page), path).toBe(0);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/[一-鿿]/);
      if (opener === null) continue;
      await page.getByRole('row').nth(1).click();
      await page.getByRole('dialog').waitFor();
      expect(await sidewaysPixels(page), `${path} details`).toBe(0);
    }
  });
});
