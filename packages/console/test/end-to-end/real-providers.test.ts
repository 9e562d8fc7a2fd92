/** @module-tag long */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askAdmin, submitJob } from '../support/job-acts.ts';
import { jobsPageOf } from '../support/jobs-page.ts';
import { type MockProcess, startMock } from '../support/mock-process.ts';
import { button, field, problemOf, row } from '../support/people-acts.ts';
import { realEndpoints, realProtocols } from '../support/real-endpoints.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, sidewaysPixels } from '../support/visitor.ts';
import { openVisits } from '../support/visits.ts';

let mock: MockProcess;
/** Read when the gateway starts; the mock has started by then. */
const env: Record<string, string> = {};
beforeAll(async () => {
  mock = await startMock(realProtocols);
  Object.assign(env, realEndpoints(mock.url));
});
afterAll(async () => {
  await mock?.stop();
});

const stage = setStage(env);
const { visit, visitors } = openVisits(stage);

const added = z.object({ account: z.object({ id: z.string() }) });

const accountList = z.object({
  data: z.array(z.object({ id: z.string(), endpoint: z.string() })),
});

const optionsSchema = z.looseObject({
  provider_details: z.array(z.looseObject({ id: z.string() })),
});
/** A login of two fields, which the mock takes for one key. */
const pair = { access_key: 'studio-of-before', secret_key: 'its-secret' };

/** Makes an endpoint ask for both fields, as a provider of a host program may: no shipped one has several. */
async function askForPair(page: Page, endpoint: string): Promise<void> {
  const credential = [
    { name: 'access_key', secret: false },
    { name: 'secret_key', secret: true },
  ];
  await page.route('**/api/v1/admin/account-options', async (route) => {
    const response = await route.fetch();
    const options = optionsSchema.parse(await response.json());
    const provider_details = options.provider_details.map((one) =>
      one.id === endpoint ? { ...one, credential } : one,
    );
    await route.fulfill({ response, json: { ...options, provider_details } });
  });
  await page.reload();
}

/** Adds an account at an endpoint and tests it, so that it accepts jobs; returns its id. */
async function addAccount(label: string, endpoint: string): Promise<string> {
  const data = { label, endpoint, secret: `key-of-${endpoint}`, concurrency: 5 };
  const { id } = added.parse(await askAdmin(stage, 'POST', 'accounts', data)).account;
  await askAdmin(stage, 'POST', `accounts/${id}/test`);
  return id;
}

const secret = (on: Locator, label: string): Locator => on.getByLabel(label, { exact: true });

/** The fact with this name. */
const fact = (on: Locator, name: string): Locator =>
  on.locator('dl > div').filter({ has: on.page().getByText(name, { exact: true }) });

const drawerOf = (page: Page, label: string): Locator =>
  page.getByRole('dialog', { name: label, exact: true });

describe('an account at a real provider', () => {
  it('[providers.desk.credential][providers.desk.promised][providers.places.console] is asked for each part of its login, and none of it is shown again', async () => {
    const page = await visit('/console/accounts');
    await askForPair(page, 'kling-studio');
    await button(page, 'Add account').click();
    const form = page.getByRole('dialog', { name: 'Add account' });
    await form.getByLabel('Provider').selectOption('kling-studio');
    await fact(form, 'Lost responses').getByText('found by submission ID').waitFor();
    await fact(form, 'Billing unit').getByText('units').waitFor();
    await field(form, 'Label').fill('Studio of before');
    await field(form, 'Access key').fill(pair.access_key);
    await button(form, 'Test and add').click();
    expect(await problemOf(secret(form, 'Secret key'))).toContain('Secret key must not be empty.');
    await secret(form, 'Secret key').fill(pair.secret_key);
    expect(await findBarriers(page)).toEqual([]);
    const adding = page.waitForRequest((request) => request.method() === 'POST');
    await button(form, 'Test and add').click();
    expect((await adding).postDataJSON()).toMatchObject({ secret: JSON.stringify(pair) });

    const drawer = drawerOf(page, 'Studio of before');
    await drawer.getByText('The provider responds, and the login is valid.').waitFor();
    await drawer.getByText('The provider reports no balance.').waitFor();
    for (const label of ['Access key', 'Secret key'])
      expect(await secret(drawer, label).inputValue()).toBe('');
    expect(await page.content()).not.toContain(pair.secret_key);
    await secret(drawer, 'Secret key').fill('another');
    await button(drawer, 'Save').click();
    expect(await problemOf(field(drawer, 'Access key'))).toContain('Access key must not be empty.');
    await button(page, 'Close details').click();
    const cell = row(page, 'Studio of before');
    await cell.getByText('Lost responses: found by submission ID').waitFor();
  });

  it('[providers.desk.promised] says beside each one how a lost response is found, in Chinese too', async () => {
    await visit('/console/accounts');
    await addAccount('Seedance', 'ark-intl');
    await addAccount('Own card', 'home-gpu');
    const page = await visit('/console/accounts');
    const list =
      'Lost responses: found by a marker in the task list, otherwise resolved by an operator';
    await row(page, 'Seedance').getByText(list).waitFor();
    await row(page, 'Own card').getByText('Lost responses: resolved by an operator').waitFor();
    const chinese = await visit('/console/accounts', { language: 'zh', width: 390, height: 844 });
    await row(chinese, 'Own card').getByText('响应丢失时：由管理员认定').waitFor();
    expect(await sidewaysPixels(chinese)).toBe(0);
  });

  it('[console.accounts-test-first] takes jobs without a test only when an operator says so', async () => {
    const page = await visit('/console/accounts');
    await button(page, 'Add account').click();
    const form = page.getByRole('dialog', { name: 'Add account' });
    await form.getByLabel('Provider').selectOption('ark-cn');
    await field(form, 'Label').fill('Out of reach');
    await secret(form, 'Secret').fill('a-key');
    await button(form, 'Test and add').click();
    const drawer = drawerOf(page, 'Out of reach');
    await drawer.getByText(/^Reason: .*ECONNREFUSED \(connection refused\)/).waitFor();
    await drawer.getByText('Not tested', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await button(drawer, 'Take jobs without a test').click();
    const question = page.getByRole('dialog').filter({ hasText: 'has not confirmed the login' });
    await button(question, 'Take jobs without a test').click();
    await drawer.getByText('Available: 1 of 1 slots free.').waitFor();
  });

  it('[providers.desk.test-reason][console.accounts-last-error] is tested with the reason why it cannot be read', async () => {
    const page = await visit('/console/accounts');
    await addAccount('Switched off', 'old-gpu');
    await row(page, 'Switched off').click();
    const drawer = drawerOf(page, 'Switched off');
    await button(drawer, 'Test').click();
    await drawer.getByText('The provider could not be queried.').waitFor();
    const refused = /: cannot reach .*: ECONNREFUSED \(connection refused\)/.source;
    for (const before of ['Reason', 'Last error'])
      await drawer.getByText(new RegExp(`^${before}${refused}`)).waitFor();
    await row(page, 'Switched off').getByText('Last error: cannot reach').waitFor();
    // A balance that could not be read has no time of reading.
    expect(await row(page, 'Switched off').innerText()).not.toMatch(/updated/i);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('[providers.desk.key-in-use] has its secret replaced though jobs need the stored one, when told to', async () => {
    await visit('/console/accounts');
    const id = await addAccount('Busy', 'mock');
    const running = await submitJob(stage, 'runs on [[mock:run=100000s]]', id);
    await jobsPageOf(stage).untilState(running, 'polling');
    const page = await visit('/console/accounts');
    const sent: unknown[] = [];
    // No built-in provider binds its handles to a key, so the refusal is scripted.
    await page.route(`**/api/v1/admin/accounts/${id}`, async (route) => {
      const body: unknown = route.request().postDataJSON();
      sent.push(body);
      if (sent.length > 1) return route.continue();
      const headers = { 'x-error-code': 'key_in_use' };
      return route.fulfill({ status: 409, headers, json: { detail: 'One job in flight …' } });
    });
    await row(page, 'Busy').click();
    const drawer = drawerOf(page, 'Busy');
    await secret(drawer, 'Secret').fill('a-new-key');
    await button(drawer, 'Save').click();
    await drawer
      .getByText('1 running job can only be retrieved with the current secret.')
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await field(drawer, 'Label').getAttribute('aria-invalid')).not.toBe('true');
    await button(drawer, 'Replace anyway').click();
    const question = page.getByRole('dialog').filter({ hasText: 'may be lost' });
    await button(question, 'Replace anyway').click();
    await drawer.getByText('Saved.').waitFor();
    expect(sent).toEqual([{ secret: 'a-new-key' }, { secret: 'a-new-key', force: true }]);
    const log = JSON.stringify(await askAdmin(stage, 'GET', 'audit-log?limit=1'));
    expect(log).toContain('force');
    expect(log).not.toContain('a-new-key');
    // Browsers report every refusal as an error.
    for (const { complaints } of visitors) complaints.splice(0);
  });
});

describe('a job at a real provider', () => {
  it('[providers.desk.job][providers.desk.amounts] shows its place, the model there, and what it costs in whose unit', async () => {
    await visit('/console/jobs');
    // An endpoint of the operator's own offers what its protocol offers, and would make the video that is to wait.
    const { data } = accountList.parse(await askAdmin(stage, 'GET', 'accounts'));
    for (const { id } of data.filter(({ endpoint }) => endpoint === 'kling-studio'))
      await askAdmin(stage, 'PATCH', `accounts/${id}`, { enabled: false });
    const account = await addAccount('Singapore', 'kling-global');
    const model = 'kling-3.0-5s-16x9-720p';
    const id = await submitJob(stage, 'a fox in the snow', account, model);
    await jobsPageOf(stage).untilState(id, 'completed');
    await askAdmin(stage, 'PATCH', `accounts/${account}`, { concurrency: 1 });
    const poor = await addAccount('Poor', 'kling-global');
    await askAdmin(stage, 'PATCH', `accounts/${poor}`, { credits: 3 });
    const held = await submitJob(stage, 'goes on [[mock:run=100000s]]', account, model);
    await jobsPageOf(stage).untilState(held, 'polling');
    await submitJob(stage, 'waits for money', 'auto', model);
    const page = await visit('/console/jobs');
    await row(page, 'a fox in the snow').click();
    const drawer = page.getByRole('dialog');
    await fact(drawer, 'Provider').getByText('kling-global').waitFor();
    await fact(drawer, "Provider's model").getByText('kling-3.0', { exact: true }).waitFor();
    await fact(drawer, 'Price for the owner').getByText('65 credits').waitFor();
    await fact(drawer, 'Estimated cost').getByText('4.5 units').waitFor();
    await fact(drawer, 'Provider-reported usage').getByText('charge_type').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row(page, 'waits for money').click();
    const notice = drawer.locator('section').filter({ hasText: 'Waiting for an account' });
    await notice.getByText(/^Poor: not enough .* \(0\.03 units free\)$/).waitFor();
  });
});
