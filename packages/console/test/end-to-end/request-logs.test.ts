import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedRequests } from '../support/seed-requests.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, type Look, openPage, sidewaysPixels } from '../support/visitor.ts';
import { runOn } from '../support/workbench-acts.ts';

const serviceKey = 'a-service-key-of-the-stories';

const stage = setStage({ FILMGATE_SERVICE_API_KEY: serviceKey }, (dataDirectory) =>
  seedRequests(dataDirectory, 100_000),
);

afterEach(() => {
  expect(stage.visitor.complaints).toEqual([]);
});

async function visit(query = '', look: Look = {}): Promise<Page> {
  const { page } = await stage.welcome(look);
  await openPage(page, stage.gateway, `/console/request-logs${query}`);
  return page;
}

const total = (page: Page): Locator =>
  page.getByRole('region', { name: 'Requests over time' }).getByRole('status');
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Requests' });
const focusedRow = (page: Page): Locator => grid(page).locator('[data-index]:focus');
const rows = (page: Page): Locator => grid(page).locator('[data-index]');
const bars = (page: Page): Locator =>
  page.getByRole('option', { name: /: (?:[A-Z][\w ]*: \d|no requests)/ });
const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

async function saysTotal(page: Page, text: string | RegExp): Promise<string> {
  const said = total(page).getByText(text, { exact: true });
  await said.waitFor();
  return (await said.textContent()) ?? '';
}

/** Runs in the page, in one go because rows come and go: position and text of each rendered row. */
const rowsIn = `(grid) => [...grid.querySelectorAll('[data-index]')].map((row) =>
  [Number(row.getAttribute('data-index')), row.textContent])`;
const shownRows = z.array(z.tuple([z.number(), z.string()]));

/**
 * A span that contains all calls of this file, however long the stories take. The default span is the day the calls
 * were spread over, rounded to half hours, and the oldest calls fall out of it.
 */
const allRequests = 'range=7d';

/** Number of rows as reported by the grid, without its heading. */
async function rowCount(page: Page): Promise<number> {
  return Number(await grid(page).getAttribute('aria-rowcount')) - 1;
}

/** Calls in the bars with these numbers, as labelled. */
async function requestsIn(page: Page, from: number, to: number): Promise<number> {
  const names: string[] = [];
  for (const bar of (await bars(page).all()).slice(from, to + 1))
    names.push((await bar.getAttribute('aria-label')) ?? '');
  return names
    .flatMap((name) => [...name.matchAll(/[a-zA-Z]: ([\d,]+)/g)])
    .reduce((sum, [, count = '0']) => sum + Number(count.replaceAll(',', '')), 0);
}

async function exportAs(page: Page, name: string): Promise<readonly [Download, string]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ]);
  return [download, await readFile(await download.path(), 'utf8')];
}

describe('the list', () => {
  it('[console.logs-list] of a hundred thousand calls is read as one moves down, a few rows at a time in the page', {
    tags: 'long',
  }, async () => {
    const page = await visit(`?${allRequests}`);
    await saysTotal(page, '100,000 requests');
    await rows(page).nth(3).hover();
    for (const read of [200, 1_000, 2_000]) {
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 1_000_000);
          return rowCount(page);
        })
        .toBeGreaterThanOrEqual(read);
      expect(await rows(page).count()).toBeLessThan(80);
    }
    // No row is missing or repeated: the three thousandth call from the end is in the three thousandth position.
    await page.mouse.wheel(0, -1_000_000_000);
    await rows(page).first().focus();
    await page.keyboard.press('End');
    // To the last row loaded when the key was pressed; further rows may have been added meanwhile.
    await expect
      .poll(async () => Number(await focusedRow(page).getAttribute('data-index')))
      .toBeGreaterThanOrEqual(1_999);
    const numbers: number[] = [];
    for (const [index, text] of shownRows.parse(await runOn(grid(page), rowsIn))) {
      const [, number] = /vt_seeded0*(\d+)/.exec(text) ?? [];
      if (number !== undefined) numbers.push(Number(number) + index);
    }
    expect(new Set(numbers)).toEqual(new Set([99_999]));
  });

  it('[console.logs-words] says in words what a number does not', { tags: 'long' }, async () => {
    const page = await visit(`?status=499&${allRequests}`);
    await saysTotal(page, '1,000 requests');
    await rows(page).first().getByText('499 · Client disconnected').waitFor();
    await page.getByRole('combobox', { name: 'Text' }).fill('server_stopped');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Any');
    await rows(page).first().getByText('Server stopped', { exact: true }).waitFor();
    const waiting = new AbortController();
    const call = fetch(`${stage.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'vidA-fast-4s-16x9-720p',
        messages: [{ role: 'user', content: 'a slow fox [[mock:run=3600s]]' }],
      }),
      signal: waiting.signal,
    }).catch(() => undefined);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return rows(page).first().textContent();
      })
      .toContain('In progress');
    waiting.abort();
    await call;
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return rows(page).first().textContent();
      })
      .toContain('499 · Client disconnected');
  });
});

/** Waits for the next minute when this one is about to end: the polls of one minute share a row. */
async function beginMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await setTimeout(leftMs);
}

describe('calls that share a row', () => {
  it('[request-log-growth.columns] are told by their number and the time of the last, in both languages', {
    tags: 'long',
  }, async () => {
    const path = '/api/v1/video-submit-status';
    await beginMinute();
    for (let poll = 0; poll < 3; poll += 1) await fetch(stage.gateway.url + path);
    for (const [language, shared, began] of [
      ['en', '3 requests, last at', 'Last one started'],
      ['zh', '3 次请求，最后一次', '最后一次开始时间'],
    ] as const) {
      const page = await visit(`?path=${encodeURIComponent(path)}&${allRequests}`, { language });
      const all = page.locator('[data-index]');
      const row = all.filter({ hasText: shared });
      await expect
        .poll(async () => {
          await page.reload();
          await all.first().waitFor();
          return [await all.count(), await row.count()];
        })
        .toEqual([1, 1]);
      await row.click();
      await page.getByRole('dialog').getByText(began).waitFor();
    }
  });
});

describe('filters', () => {
  it('[console.logs-filters] are kept by the address over reload and back', async () => {
    const page = await visit(`?${allRequests}`);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Path' }).fill('/v1/chat/*');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('502');
    await page.getByRole('combobox', { name: 'Caller' }).selectOption('Native API');
    await expect.poll(() => addressOf(page).get('caller')).toBe('native');
    // Read after the reload: until then the figure may be that of the previous filters.
    await page.reload();
    const said = await saysTotal(page, /^\d{1,3} requests$/);
    expect(await page.getByRole('combobox', { name: 'Path' }).inputValue()).toBe('/v1/chat/*');
    await rows(page).first().getByRole('link').click();
    await page.waitForURL(/\/console\/jobs/);
    // The log outlives its jobs; the browser reports the 404 as an error.
    await page.getByRole('dialog').getByRole('alert').getByText('Request ID').waitFor();
    expect(stage.visitor.complaints.splice(0)).toEqual([
      expect.stringMatching(/404 .*\/jobs\/vt_seeded\d+$/),
    ]);
    await page.goBack();
    await saysTotal(page, said);
    for (const text of await rows(page).allTextContents()) expect(text).toContain('502');
    await page.getByRole('combobox', { name: 'Job' }).fill('vt_none');
    await page.getByRole('heading', { name: 'No requests match these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.poll(() => rowCount(page)).toBe(200);
  });

  it('[console.logs-filters] of time are a span that ends now, or two instants', {
    tags: 'long',
  }, async () => {
    const page = await visit('?range=1h');
    await saysTotal(page, /^\d,\d{3} requests$/);
    await page.getByRole('combobox', { name: 'Time range' }).selectOption('15 minutes');
    await expect.poll(() => addressOf(page).get('range')).toBe('15m');
    await page.getByRole('button', { name: 'More filters' }).click();
    const from = page.getByLabel('From');
    await page.getByLabel('To').fill('2020-01-02T00:00:00');
    await page.getByText('Must be before the end').waitFor();
    await from.fill('2020-01-01T00:00:00');
    await page.getByRole('heading', { name: 'No requests in this time range' }).waitFor();
    await page.getByRole('button', { name: 'Show 30 days' }).click();
    await expect.poll(() => addressOf(page).get('range')).toBe('30d');
    await expect.poll(() => rowCount(page)).toBe(200);
  });
});

describe('the histogram', () => {
  it('[console.logs-histogram] looks closer where one drags, and the back button further', {
    tags: 'long',
  }, async () => {
    // A span between two instants: the bars of a span up to now change every half hour.
    const [from, to] = [20, 1].map((hours) =>
      new Date(Date.now() - hours * 3_600_000).toISOString(),
    );
    const page = await visit(`?model=vm_std-2.0&from=${from}&to=${to}`);
    const before = await saysTotal(page, /^[\d,]+ requests$/);
    const picked = await requestsIn(page, 5, 8);
    expect(picked).toBeGreaterThan(100);
    await bars(page).nth(5).hover();
    await page.mouse.down();
    await bars(page).nth(8).hover();
    await page.mouse.up();
    await saysTotal(page, `${picked.toLocaleString('en')} requests`);
    expect(addressOf(page).get('from')).toMatch(/^\d{4}-.*Z$/);
    const [, file] = await exportAs(page, 'Export JSONL');
    expect(file.trimEnd().split('\n')).toHaveLength(picked);
    await page.goBack();
    await saysTotal(page, before);
  });

  it('[console.logs-histogram][console.keyboard] works by keys', async () => {
    const page = await visit(`?${allRequests}`);
    await saysTotal(page, /^100,00\d requests$/);
    const last = (await bars(page).count()) - 1;
    await bars(page).nth(last).focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft'])
      await page.keyboard.press(key);
    expect(
      await bars(page)
        .and(page.getByRole('option', { selected: true }))
        .count(),
    ).toBe(3);
    const picked = await requestsIn(page, last - 4, last - 2);
    await page.keyboard.press('Enter');
    await saysTotal(page, `${picked.toLocaleString('en')} requests`);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect
      .poll(() => total(page).textContent())
      .not.toBe(`${picked.toLocaleString('en')} requests`);
  });
});

describe('one call', () => {
  it('[console.logs-drawer][console.keyboard] opens with Enter, is kept by the address, and leads on', async () => {
    const page = await visit(`?status=401&${allRequests}`);
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await drawer.getByText('api_key_invalid').waitFor();
    await page.reload();
    await drawer.getByText('No valid key').waitFor();
    await drawer.getByText(/\(\d+ hr\. ago|\(\d+ min\. ago|\(\d+ sec\. ago/).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => addressOf(page).get('call')).toBeNull();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Text' }).fill('req-0000001');
    await saysTotal(page, '1 request');
    await expect.poll(() => rowCount(page)).toBe(1);
    await rows(page).first().click();
    await drawer.getByText('=boats on a "rainy" street, number 1', { exact: true }).waitFor();
    const jobLink = drawer.getByRole('link', { name: 'Open the job' });
    expect(await jobLink.getAttribute('href')).toMatch(/\/console\/jobs\?job=vt_seeded0000001$/);
    await drawer.getByRole('button', { name: 'Filter by this: Model' }).click();
    await expect.poll(() => addressOf(page).get('model')).toMatch(/^v/);
    expect(addressOf(page).get('call')).toBeNull();
    await page.goto(`${stage.gateway.url}/console/request-logs?call=1.none`);
    await drawer.getByText('This request is not in the log').waitFor();
  });
});

describe('the export', () => {
  it('[console.logs-export] has every filtered row, not only those that were read', {
    tags: 'long',
  }, async () => {
    const page = await visit(`?q=rainy&${allRequests}`);
    await saysTotal(page, '100 requests');
    const [csv, table] = await exportAs(page, 'Export CSV');
    expect(csv.suggestedFilename()).toMatch(/^filmgate-requests-[\dTZ-]+\.csv$/);
    const lines = table.trimEnd().split('\r\n');
    expect(lines).toHaveLength(101);
    expect(lines[1]).toMatch(/,"'=boats on a ""rainy"" street, number 99001",1,[^,]+$/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await saysTotal(page, /^100,00\d requests$/);
    const [jsonl, file] = await exportAs(page, 'Export JSONL');
    expect(jsonl.suggestedFilename()).toMatch(/\.jsonl$/);
    const ids = file
      .trimEnd()
      .split('\n')
      .map((line) => z.object({ id: z.string() }).parse(JSON.parse(line)).id)
      .filter((id) => id.startsWith('seeded-'));
    expect(new Set(ids).size).toBe(100_000);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it('[console.accessible][console.narrow] the log has no barriers, nor moves sideways on a phone', {
    tags: 'long',
  }, async () => {
    const page = await visit('?model=vm_std-2.0', { scheme, width: 390, height: 844 });
    await rows(page).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await rows(page).nth(1).click();
    await page.getByRole('dialog').getByText('Request ID').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
  });
});
