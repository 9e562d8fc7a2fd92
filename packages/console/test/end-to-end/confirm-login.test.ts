/** @module-tag long */
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { ageLogins } from '../support/age-logins.ts';
import { button, field, row } from '../support/people-acts.ts';
import { setStage } from '../support/stage.ts';
import {
  findBarriers,
  type Look,
  openPage,
  sidewaysPixels,
  type Visitor,
} from '../support/visitor.ts';

const stage = setStage({}, undefined, { returns: true });
const visitors: Visitor[] = [];
afterEach(() => {
  // Browsers report every refusal as an error.
  for (const { complaints } of visitors.splice(0))
    expect(complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([]);
});

const dialogOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: /Confirm your password|请确认密码/ });
async function hasFocus(input: Locator): Promise<void> {
  await expect.poll(() => input.and(input.page().locator(':focus')).count()).toBe(1);
}

/** A page whose user logged in eleven minutes ago. */
async function visitLate(path: string, look: Look = {}): Promise<Page> {
  const visitor = await stage.welcome(look);
  visitors.push(visitor);
  const { page } = visitor;
  await openPage(page, stage.gateway, path);
  await page.goto('about:blank');
  await stage.stopGateway();
  ageLogins(stage.dataDirectory, 11 * 60_000);
  await stage.startGatewayAgain();
  await openPage(page, stage.gateway, path);
  return page;
}

describe('an act that needs a fresh login', () => {
  it('[console.confirm-login] asks for the password above everything, and is done with the words that were typed', async () => {
    const page = await visitLate('/console/api-users');
    await button(page, 'New API user').click();
    const form = page.getByRole('dialog', { name: 'New API user' });
    await hasFocus(field(form, 'Name'));
    await page.keyboard.type('Anna');
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await hasFocus(field(dialog, 'Password'));
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await form.getByRole('alert').filter({ hasText: 'requires a login' }).waitFor();
    expect(await field(form, 'Name').inputValue()).toBe('Anna');
    await button(form, 'Create and show the key').click();
    await hasFocus(field(dialog, 'Password'));
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await field(dialog, 'Password').fill(stage.gateway.admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The key of Anna' }).waitFor();
    await button(page, 'I have stored the key').click();
    await row(page, 'Anna').waitFor();
  });

  it('[console.confirm-login] is asked for in Chinese, in the dark and on a phone', async () => {
    const look = { language: 'zh-CN', scheme: 'dark', width: 390, height: 780 } as const;
    const page = await visitLate('/console/api-users', look);
    await button(page, '新建 API 用户').click();
    const form = page.getByRole('dialog', { name: '新建 API 用户' });
    await field(form, '名称').fill('小明');
    await field(form, '名称').press('Enter');
    const dialog = dialogOf(page);
    await hasFocus(field(dialog, '密码'));
    expect(await findBarriers(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    await button(dialog, '取消').click();
    await form.getByText('此操作需要最近十分钟内的登录').waitFor();
    expect(await field(form, '名称').inputValue()).toBe('小明');
  });

  it('[console.confirm-login] leaves the other tabs where they are, with their live news', async () => {
    const page = await visitLate('/console/api-users');
    const other = await page.context().newPage();
    await other.goto(`${stage.gateway.url}/video`);
    await other.getByText('Live', { exact: true }).waitFor();
    await other.getByRole('textbox', { name: 'Prompt', exact: true }).fill('not sent yet');
    await button(page, 'New API user').click();
    const form = page.getByRole('dialog', { name: 'New API user' });
    await field(form, 'Name').fill('Bert');
    await button(form, 'Create and show the key').click();
    await field(dialogOf(page), 'Password').fill(stage.gateway.admin.password);
    await button(dialogOf(page), 'Confirm').click();
    await page.getByRole('dialog', { name: 'The key of Bert' }).waitFor();
    await other.getByText('Live', { exact: true }).waitFor();
    const prompt = other.getByRole('textbox', { name: 'Prompt', exact: true });
    expect(await prompt.inputValue()).toBe('not sent yet');
    await other.reload();
    await expect.poll(() => prompt.inputValue()).toBe('not sent yet');
  });
});
