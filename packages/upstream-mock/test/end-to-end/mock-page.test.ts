import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  findBarriers,
  launchBrowser,
  type Look,
  playVideo,
  sidewaysPixels,
  visit,
  type Visitor,
} from '../support/page-visitor.ts';
import { openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

let browser: Browser;
let mock: VerdictBench;
const visitors: Visitor[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  mock = await openVerdictBench({ personalities: ['openai-videos'] });
});
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave();
  await mock.close();
});

const space = '/_mock/s/default/';

async function open(path = space, look: Look = {}) {
  const visitor = await visit(browser, look);
  visitors.push(visitor);
  await visitor.page.goto(mock.url + path);
  return visitor;
}

/** A client that repeats after a lost response, and pays twice. */
async function payTwice() {
  await mock.submit('a kite', { prompt: 'A kite [[mock:lost-response,queue=1s,run=1s]]' });
  await mock.submit('a kite', { prompt: 'A kite [[mock:lost-response,queue=1s,run=1s]]' });
}

describe('the page of a space', () => {
  it('[mock.page] shows the verdict, the money, what is true of each job and what the client was told', async () => {
    await payTwice();
    const { page, complaints } = await open();
    const verdict = page.getByRole('region', { name: '1 finding, 1 credit wasted' });
    await verdict.getByRole('heading', { name: 'paid-twice' }).waitFor();
    expect(await verdict.innerText()).toContain('To fix it:');
    const jobs = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem');
    expect(await jobs.count()).toBe(2);
    const latest = await jobs.first().innerText();
    expect(latest).toContain('Accepted, as job 2 of 2 for the same work. 1 credit charged.');
    expect(latest).toContain(
      'Attempt 2: connection reset (request 2). The response does not show that this job was accepted.',
    );
    expect(await page.content()).not.toContain('key-1');
    expect(complaints).toEqual([]);
  });

  it('[mock.page.film] plays the film without a credential, and no client counts as its reader', async () => {
    await mock.submit('a kite', { duration: 2 });
    mock.advance(2_000);
    const { page, complaints } = await open();
    const { readyState, duration, width } = await playVideo(page);
    expect({ duration, width }).toEqual({ duration: 2, width: 64 });
    expect(readyState).toBeGreaterThanOrEqual(2);
    expect((await mock.ledger()).jobs[0]).toMatchObject({ reads: 0, downloads: 0 });
    expect(complaints).toEqual([]);
  });

  describe.each([
    { javaScript: true, tags: [] },
    { javaScript: false, tags: 'long' },
  ])('with script: $javaScript', ({ javaScript, tags }) => {
    it('[mock.page.buttons] moves time, lays down the next fault and resets', {
      tags,
    }, async () => {
      await mock.submit('first');
      const { page, complaints } = await open(space, { javaScript });
      const job = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem').first();
      expect(await job.innerText()).toContain('Queued.');
      await page.getByRole('button', { name: 'Next change' }).click();
      await job.getByText('Running').waitFor();
      await page.getByLabel('Advance by').selectOption('1 second');
      await page.getByRole('button', { name: 'Advance' }).click();
      await job.getByText('Completed').waitFor();
      await page.getByRole('button', { name: 'Freeze' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor();

      await page
        .getByRole('combobox', { name: 'The next submission' })
        .selectOption('accepted, connection reset');
      await page.getByRole('button', { name: 'Set for the next submission' }).click();
      await page.getByText('next-1', { exact: true }).waitFor();
      expect(await mock.submit('second')).toMatchObject({ status: 'lost' });
      expect(await mock.submit('third')).toMatchObject({ status: 202 });
      await page.reload();
      await page.getByText('connection reset by rule next-1', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Run until idle' }).click();
      await page.getByText('Nothing is due.').waitFor();
      expect(await mock.ledger()).toMatchObject({ accepted: 3, completed: 3 });

      await page.getByRole('button', { name: 'Remove rule next-1' }).click();
      await page.getByText('next-1:').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Reset the space' }).click();
      await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
      expect(await mock.ledger()).toMatchObject({ accepted: 0, jobs: [] });
      expect(complaints).toEqual([]);
    });
  });

  it('[mock.page.live] brings what happens into the page by itself', async () => {
    const { page } = await open();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await payTwice();
    await page.getByRole('heading', { name: '1 finding, 1 credit wasted' }).waitFor();
    expect(await page.getByText('Queued').count()).toBe(2);
  });

  it('[mock.page.requests] leads from a finding to the bodies of its requests, and to what the client changed', async () => {
    await mock.submit('a kite', { prompt: 'A kite [[mock:lost-response]]', seed: 1 });
    await mock.submit('a kite', { prompt: 'A kite [[mock:lost-response]]', seed: 2 });
    const { page, complaints } = await open();
    await page.getByRole('link', { name: 'Compare 1 and 2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Request 2' }).waitFor();
    const differences = page.getByRole('region', { name: 'Differences from request 1' });
    expect(await differences.getByRole('row').allInnerTexts()).toEqual([
      'Field\tRequest 1\tThis request',
      'body.seed\t1\t2',
    ]);
    const body = page.getByRole('region', { name: 'Request body' });
    expect(await body.innerText()).toContain('"prompt": "A kite [[mock:lost-response]]"');
    await page.getByRole('link', { name: 'default' }).click();
    const requests = page.getByRole('region', { name: 'Requests' }).getByRole('listitem');
    expect(await requests.count()).toBe(2);
    expect(await requests.first().innerText()).toContain('connection reset');
    expect(complaints).toEqual([]);
  });

  it('[mock.page.escaped] runs nothing that a client writes', async () => {
    const evil =
      '"><img src=x onerror="document.title=1"></title><script>document.title=1</script>';
    await mock.submit(evil, { prompt: evil, model: evil }, { 'idempotency-key': evil });
    await mock.submit(evil, { prompt: `${evil} [[mock:refuse=429]]` });
    const { page, complaints } = await open();
    await page.getByRole('heading', { name: evil }).waitFor();
    expect(await page.title()).toBe('Space default - filmgate-mock');
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each<Look>([{ scheme: 'light' }, { scheme: 'dark' }, { width: 390 }])(
    '[mock.page.access] has no barrier and goes nowhere sideways: %o',
    { tags: 'long' },
    async (look) => {
      await payTwice();
      await mock.submit('lost', { prompt: 'lost [[mock:lost-request]]' });
      await mock.control('rules', { when: { nth: 7 }, then: { fault: 'refuse=429' } });
      mock.advance(2_000);
      await fetch(`${mock.url}/_mock/s/never-called/reset`, { method: 'POST', body: '{}' });
      const pages = ['/_mock/', space, '/_mock/s/never-called/', `${space}request.html?request=2`];
      for (const path of pages) {
        const { page, complaints } = await open(path, look);
        expect(await findBarriers(page), path).toEqual([]);
        expect(await sidewaysPixels(page), path).toBe(0);
        expect(complaints).toEqual([]);
      }
    },
  );
});

it('[mock.page] the list leads to each space, with its verdict', async () => {
  await payTwice();
  const { page } = await open('/_mock/');
  const row = page.getByRole('row').filter({ hasText: 'default' });
  expect(await row.innerText()).toContain('1 finding');
  await row.getByRole('link', { name: 'default' }).click();
  await page.getByRole('heading', { level: 1, name: 'Space default' }).waitFor();
  await page.getByRole('link', { name: 'All spaces' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spaces' }).waitFor();
});
