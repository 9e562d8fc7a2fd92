import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A button by its full name or a pattern. */
export const button = (on: Page | Locator, name: string | RegExp): Locator =>
  on.getByRole('button', { name, exact: typeof name === 'string' });

/** Presses a button that asks for confirmation, and confirms. */
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

/** A table row that contains a text. */
export const row = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text });

/** A text field by its label. */
export const field = (on: Page | Locator, label: string): Locator =>
  on.getByRole('textbox', { name: label });

/** Error of a field, as a screen reader reads it. */
export async function problemOf(input: Locator): Promise<string> {
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  const ids =
    (await input.getAttribute('aria-describedby'))?.split(' ').filter((id) => id !== '') ?? [];
  const texts = ids.map((id) => input.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}
