import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setStage } from '../support/stage.ts';
import { openWorkbench } from '../support/visitor.ts';

const stage = setStage();
const assets = fileURLToPath(new URL('../../dist/pages/assets/', import.meta.url));

/** What the first page may weigh in all, compressed. Bytes. */
const mostBytes = 250_000;

/** The files a page fetches, as long as it lives. */
function fetchedFiles(page: Page): ReadonlySet<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) names.add(pathname.slice('/assets/'.length));
  });
  return names;
}

/** As gzip sends it; small files are sent as they are. */
function compressedBytes(name: string): number {
  const compressed = statSync(`${assets}${name}.gz`, { throwIfNoEntry: false });
  return (compressed ?? statSync(assets + name)).size;
}

describe('the first page', () => {
  it('[console.first-page] is under 250 kB with everything it fetches', async () => {
    const { page } = stage;
    await openWorkbench(page, stage.gateway);
    const files = fetchedFiles(page);
    // Away from what is fetched when the pointer is on it.
    await page.mouse.move(0, 0);
    await page.reload({ waitUntil: 'networkidle' });
    const sizes = [...files].map((name) => ({ name, bytes: compressedBytes(name) }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(files.size).toBeGreaterThan(3);
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThan(mostBytes);
  });

  it('[console.first-page] holds none of the further pages: each fetches a chunk of its own', {
    tags: 'long',
  }, async () => {
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
      // Its own heading: that of the page before stays until the chunk has come.
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      const news = [...files].filter((file) => !before.has(file) && file.endsWith('.js'));
      expect(news.length, name).toBeGreaterThan(0);
      for (const file of news) own.set(file, name);
    }
    for (const file of own.keys()) expect(first.has(file)).toBe(false);
    expect(readdirSync(assets).length).toBeGreaterThan(own.size);
  });
});
