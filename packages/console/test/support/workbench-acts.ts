import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { Stage } from './stage.ts';

/** The smallest PNG the mock accepts. */
export const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mNoQAMMI1sAAAUMgAHjM1mKAAAAAElFTkSuQmCC',
  'base64',
);

/** The card of a video whose prompt contains this text. */
export function cardOf(page: Page, prompt: string): Locator {
  return page.getByRole('article').filter({ hasText: prompt });
}

/** A property of an element, such as the position of a video. */
export function propertyOf(locator: Locator, name: string): Promise<unknown> {
  return locator.evaluate((element, key) => Reflect.get(element, key) as unknown, name);
}

const jobsSchema = z.object({ jobs: z.array(z.object({ prompt: z.string() })) });

/** Number of videos on the server with a prompt. */
export async function countOf({ page, gateway }: Stage, prompt: string): Promise<number> {
  const response = await page.request.get(`${gateway.url}/local-video/jobs?limit=100`);
  const { jobs } = jobsSchema.parse(await response.json());
  return jobs.filter((job) => job.prompt === prompt).length;
}

const submission = z.object({ id: z.string(), prompt: z.string() });

/** Ids a page submits, in order, during its lifetime. */
export function submittedIds(page: Page): readonly string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/local-video/jobs')) return;
    ids.push(submission.parse(request.postDataJSON()).id);
  });
  return ids;
}

/** Runs in the page; drop and paste carry files in the same way. */
const give = `(element, { by, names, content }) => {
  const data = new DataTransfer();
  for (const name of names) {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0));
    data.items.add(new File([bytes], name, { type: 'image/png' }));
  }
  const how = { bubbles: true, cancelable: true };
  element.dispatchEvent(
    by === 'drop'
      ? new DragEvent('drop', { ...how, dataTransfer: data })
      : new ClipboardEvent('paste', { ...how, clipboardData: data }),
  );
}`;

/** Drops files on an element, or pastes them into it. */
export async function giveFiles(
  target: Locator,
  by: 'drop' | 'paste',
  names: readonly string[],
): Promise<void> {
  await runOn(target, give, { by, names, content: smallPicture.toString('base64') });
}

/**
 * Runs a function of an element in the page, given as text because Node's types lack the browser's globals.
 *
 * @param given - the function's second argument
 */
export async function runOn(target: Locator, text: string, given?: unknown): Promise<unknown> {
  await target.page().evaluate(`(globalThis.actOfTheStory = ${text}, null)`);
  return target.evaluate((element, argument): unknown => {
    const act = Reflect.get(globalThis, 'actOfTheStory') as (...given: unknown[]) => unknown;
    return act(element, argument);
  }, given);
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`);
}

/** Runs in the page, which has already opened this database. */
const readKeptImages = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('filmgate');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const database = opening.result;
    const reading = database.transaction('images').objectStore('images').get('filmgate.draft');
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      database.close();
      resolve((reading.result ?? []).map(({ name }) => name));
    };
  };
})`;

/** Names of the draft's stored images; they are stored a moment after they appear. */
export function keptImages(page: Page): Promise<unknown> {
  return page.evaluate(readKeptImages);
}
