import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A button by its whole name, or by a pattern of it. */
export const button = (on: Page | Locator, name: string | RegExp): Locator =>
  on.getByRole('button', { name, exact: typeof name === 'string' });

/** Presses a button that asks, and says yes. */
export async function pressAndConfirm(page: Page, name: string, yes = name): Promise<string> {
  await button(page, name).click();
  const question = page
    .getByRole('dialog')
    .filter({ has: button(page, 'Cancel') })
    .last();
  const asked = await question.innerText();
  await button(question, yes).click();
  return asked;
}

/** The row of a table, found by some words in it. */
export const row = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text });

/** A field for text, by its label. */
export const field = (on: Page | Locator, label: string): Locator =>
  on.getByRole('textbox', { name: label });

/** What is wrong with a field, as a screen reader says it. */
export async function problemOf(input: Locator): Promise<string> {
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  const ids =
    (await input.getAttribute('aria-describedby'))?.split(' ').filter((id) => id !== '') ?? [];
  const texts = ids.map((id) => input.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}
