import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, field } from './people-acts.ts';

/** Runs an example call of the page, like a program. */
export async function runCall(call: string, key?: string): Promise<Response> {
  const url = /'(http[^']+)'/.exec(call)?.[1] ?? '';
  const [, given = ''] = /Bearer ([^']+)'/.exec(call) ?? [];
  const body = /-d '([^']+)'/.exec(call)?.[1] ?? '';
  return await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key ?? given}`, 'content-type': 'application/json' },
    body,
  });
}

/** Creates an API user with the form; the dialog with the key is then open. */
export async function makeUser(
  page: Page,
  name: string,
  limit = '',
): Promise<{ key: string; call: string }> {
  await button(page, 'New API user').click();
  const form = page.getByRole('dialog', { name: 'New API user' });
  await field(form, 'Name').fill(name);
  await field(form, 'Credit limit').fill(limit);
  await button(form, 'Create and show the key').click();
  return await readKey(page, `The key of ${name}`);
}

export async function readKey(page: Page, title: string): Promise<{ key: string; call: string }> {
  const dialog = page.getByRole('dialog', { name: title });
  // The addresses in the call come with a separate response.
  await button(dialog, 'Copy the call').waitFor();
  const [key = '', call = ''] = await dialog.locator('pre').allTextContents();
  expect(key).toMatch(/^fg_user_[0-9A-Za-z]{26,}_[0-9A-Za-z]{6}$/);
  return { key, call };
}
