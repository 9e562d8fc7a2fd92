import { TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { button, field } from '../support/people-acts.ts';
import { setStage } from '../support/stage.ts';
import { findBarriers, openPage, sidewaysPixels } from '../support/visitor.ts';

const stage = setStage();
const chosen = 'kassensturz-mohn';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function logInWith(page: Page, password: string): Promise<void> {
  await field(page, 'Name').fill(stage.gateway.admin.username);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}

describe('the page Security', () => {
  it('[administrator.second-factor.login][administrator.second-factor.set-up][administrator.password.change] sets up one-time codes, changes the password, and removes the codes', async () => {
    const { page, gateway } = stage;
    const { password } = gateway.admin;
    await openPage(page, gateway, '/console/security');
    const codes = page.locator('section').filter({ hasText: 'With an authenticator app' });
    await field(codes, 'Current password').fill('wrong');
    await button(codes, 'Set up').click();
    await codes.getByText('The current password is wrong.').waitFor();
    await field(codes, 'Current password').fill(password);
    await button(codes, 'Set up').click();
    await codes.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const app = URI.parse(await codes.getByLabel('Address of the secret').innerText());
    if (!(app instanceof TOTP)) throw new Error('The address is of another kind of code.');
    const codeAt = (off: number) => app.generate({ timestamp: Date.now() + off * 30_000 });

    await field(codes, 'One-time code').fill(codeAt(-1));
    await button(codes, 'Confirm').click();
    const [recovery = '', second = ''] = (
      await codes.getByLabel('Recovery codes').innerText()
    ).split('\n');
    expect(await findBarriers(page)).toEqual([]);
    await button(codes, 'I have kept them').click();
    await codes.getByText('10 recovery codes left').waitFor();

    await button(page, 'Log out').click();
    await heading(page, 'Log in').waitFor();
    await logInWith(page, password);
    await field(page, 'One-time code').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await field(page, 'One-time code').fill('000000');
    await button(page, 'Log in').click();
    await page.getByRole('alert').filter({ hasText: 'The one-time code is wrong' }).waitFor();
    await field(page, 'One-time code').fill(codeAt(0));
    await button(page, 'Log in').click();
    await heading(page, 'Overview').waitFor();

    await page.getByRole('link', { name: 'Security' }).click();
    const part = page.locator('section').filter({ hasText: 'ends all other sessions' });
    await field(part, 'Current password').fill(password);
    await field(part, 'New password').fill('password1234');
    await field(part, 'One-time code').fill(recovery);
    await button(part, 'Change the password').click();
    await part.getByText('Is a common one or easily guessed').waitFor();
    await field(part, 'New password').fill(chosen);
    await field(part, 'One-time code').fill(second);
    await button(part, 'Change the password').click();
    await part.getByText('Saved.').waitFor();

    await field(codes, 'Current password').fill(chosen);
    await field(codes, 'One-time code').fill(codeAt(1));
    await button(codes, 'Remove').click();
    await codes.getByText('Off', { exact: true }).waitFor();
    await button(page, 'Log out').click();
    await logInWith(page, chosen);
    await heading(page, 'Overview').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    for (const words of [
      'Password changed',
      'Recovery code used',
      'Login failed',
      'One-time codes on',
    ])
      await page.getByRole('row').filter({ hasText: words }).first().waitFor();
    await setPasswordBack(page, password);
  });

  it.each([
    ['dark', 390, 'en', 'Security'],
    ['light', 1360, 'zh-CN', '安全'],
  ] as const)(
    '[console.narrow][console.languages] is for everybody: %s, %d pixels, %s',
    { tags: 'long' },
    async (scheme, width, language, title) => {
      const { page } = await stage.welcome({ scheme, width, language });
      await openPage(page, stage.gateway, '/console/security');
      await heading(page, title).waitFor();
      await page.locator('section').last().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await sidewaysPixels(page)).toBe(0);
    },
  );
});

/** For the stories after this one. */
async function setPasswordBack(page: Page, password: string): Promise<void> {
  const data = { current_password: chosen, new_password: password };
  const response = await page.request.put(`${stage.gateway.url}/api/v1/admin/password`, { data });
  expect(response.status()).toBe(204);
}
