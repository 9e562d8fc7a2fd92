import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { MockProcess } from '../support/mock-process.ts';
import type { GatewayProcess } from '../support/gateway-process.ts';
import type { PicturedPage } from './pictured-pages.ts';

/** Folder of the pictures of README and documents. */
export const pictureFolder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));
const recordFile = join(pictureFolder, 'pictures.json');

const recordSchema = z.record(
  z.string(),
  z.object({ sha256: z.record(z.string(), z.string()), labels: z.array(z.string()) }),
);
/** For each page its pictures by file name, and the labels that were on the page when they were taken. */
export type PictureRecord = z.infer<typeof recordSchema>;

export function readPictureRecord(): PictureRecord {
  return recordSchema.parse(JSON.parse(readFileSync(recordFile, 'utf8')));
}

export function writePictureRecord(record: PictureRecord): void {
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
}

export function sha256Of(picture: string): string {
  return createHash('sha256')
    .update(readFileSync(join(pictureFolder, picture)))
    .digest('hex');
}

interface Opened {
  readonly gateway: GatewayProcess;
  readonly mock: MockProcess;
  /** False for a page in Chinese. */
  readonly isEnglish?: boolean;
}

/** Opens a page and waits until all of it is there, its videos included. */
export async function openPictured(
  page: Page,
  { path, isMock, open, settle }: PicturedPage,
  { gateway, mock, isEnglish = true }: Opened,
): Promise<void> {
  await page.goto(`${isMock ? mock.url : gateway.url}/${path}`);
  await open?.(page);
  if (isEnglish) await settle(page);
  await page.waitForLoadState('networkidle');
  // A browser shows a spinner over a video that is loading, and hides it a moment later.
  await page.waitForFunction(
    '[...document.querySelectorAll("video")].every((video) => video.networkState !== 2)',
  );
}

/**
 * Headings, buttons, links and names of fields that are visible on a page: what a picture shows of the product
 * itself. Contents of jobs do not count, nor labels with figures, which differ from picture to picture.
 */
export async function labelsOf(page: Page): Promise<readonly string[]> {
  const labels: unknown = await page.evaluate(`
    [...document.querySelectorAll('h1, h2, h3, button, th, dt, label, legend, summary, nav a')]
      .filter((element) => element.checkVisibility() && element.closest('article, tbody') === null)
      .map((element) => element.innerText.trim())`);
  const words = z.array(z.string()).parse(labels);
  return [...new Set(words.filter((label) => /^[^\d]+$/.test(label)))].toSorted();
}
