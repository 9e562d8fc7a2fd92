import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { ensurePagesBuilt } from '../support/built-pages.ts';
import { startGateway } from '../support/gateway-process.ts';
import { readToEnd } from '../support/read-to-end.ts';
import { seedJobs } from '../support/seed-jobs.ts';
import { launchBrowser, newVisitor, openWorkbench } from '../support/visitor.ts';

/**
 * Measures how smoothly the workbench scrolls through ten thousand videos: time between frames, and cards in the page.
 * For use on a quiet machine; no test depends on it.
 *
 * Run: npm run measure:list -w @filmgate/console
 */

const count = 10_000;
const frames = 600;

const measured = z.object({ gaps: z.array(z.number()), mostCards: z.number() });

/** Runs in the page: scrolls by `pixels` at each frame, and records the duration of each frame, in ms. */
const move = `async ({ frames, pixels }) => {
  const gaps = [];
  let mostCards = 0;
  let last = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < frames; frame += 1) {
    window.scrollBy(0, pixels);
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
    mostCards = Math.max(mostCards, document.querySelectorAll('article').length);
  }
  return { gaps, mostCards };
}`;

/** @param share - from 0 to 1 */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function report(page: Page, name: string, pixels: number): Promise<void> {
  const found: unknown = await page.evaluate(`(${move})(${JSON.stringify({ frames, pixels })})`);
  const { gaps, mostCards } = measured.parse(found);
  const sorted = gaps.toSorted((one, other) => one - other);
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(1));
  process.stdout.write(
    `${name}: frames p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms; at most ${mostCards} cards of ${count}\n`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'filmgate-measure-'));
await ensurePagesBuilt();
await seedJobs(join(folder, 'data'), count);
const gateway = await startGateway({ folder });
const browser = await launchBrowser();
try {
  const { page } = await newVisitor(browser);
  await openWorkbench(page, gateway);
  await page.getByRole('article').first().waitFor();
  await readToEnd(page, 'number 0,');
  await page.keyboard.press('Home');
  await page.getByText(`number ${count - 1},`).waitFor();
  await report(page, 'slowly', 40);
  await report(page, 'quickly', 400);
  await report(page, 'in leaps', 1500);
} finally {
  await browser.close();
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
}
