/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { makeUser, runCall } from '../support/api-user-acts.ts';
import { button, field, problemOf, row } from '../support/people-acts.ts';
import { setStage } from '../support/stage.ts';
import { openVisits } from '../support/visits.ts';

const { visit } = openVisits(setStage());

describe('API users', () => {
  it('[owner-limits.console] its open videos and requests are limited, and the limits lifted', async () => {
    const page = await visit('/console/api-users');
    const { key, call } = await makeUser(page, 'Bursts');
    await button(page, 'I have stored the key').click();
    expect(await row(page, 'Bursts').innerText()).toContain('none');
    await row(page, 'Bursts').click();
    const drawer = page.getByRole('dialog', { name: 'Bursts' });
    await field(drawer, 'Concurrent videos').fill('0');
    await field(drawer, 'Requests per minute').fill('0');
    await button(drawer, 'Save').click();
    expect(await problemOf(field(drawer, 'Requests per minute'))).toContain('Minimum 1.');
    await field(drawer, 'Requests per minute').fill('1');
    await button(drawer, 'Save').click();
    await drawer.getByText('1 per minute').waitFor();
    expect(await row(page, 'Bursts').innerText()).toContain('0 concurrent');
    const responses = [await runCall(call, key), await runCall(call, key)];
    const codes = await Promise.all(responses.map((response) => response.text()));
    expect(codes[0]).toContain('open_jobs_limit_reached');
    expect(codes[1]).toContain('rate_limited');
    await field(drawer, 'Concurrent videos').fill('');
    await field(drawer, 'Requests per minute').fill('');
    await button(drawer, 'Save').click();
    await expect.poll(() => row(page, 'Bursts').innerText()).toContain('none');
    expect((await runCall(call, key)).status).toBe(202);
  });

  it('[console.forms-checked] what is wrong is said beside the field, before anything is sent', async () => {
    const page = await visit('/console/api-users');
    await button(page, 'New API user').click();
    const form = page.getByRole('dialog', { name: 'New API user' });
    // Typed text goes to the focused element, and the dialog focuses its first field a moment after it appears.
    await expect.poll(() => field(form, 'Name').and(page.locator(':focus')).count()).toBe(1);
    await field(form, 'Credit limit').fill('-5');
    await button(form, 'Create and show the key').click();
    expect(await problemOf(field(form, 'Name'))).toContain('Must not be empty.');
    expect(await problemOf(field(form, 'Credit limit'))).toContain('Minimum 0.');
    await field(form, 'Name').fill('x'.repeat(101));
    await field(form, 'Credit limit').fill('1.5');
    await button(form, 'Create and show the key').click();
    expect(await problemOf(field(form, 'Name'))).toContain('Maximum 100 characters.');
    expect(await problemOf(field(form, 'Credit limit'))).toContain('whole number');
  });

  it('[console.api-users-search][admin.api-users.newest-first] are searched; the words and the open one survive reload', async () => {
    const page = await visit('/console/api-users');
    await makeUser(page, 'Found again');
    await button(page, 'I have stored the key').click();
    // The newest is first, below the headings.
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('Found again');
    await page.getByRole('searchbox', { name: 'Search API users' }).fill('AGAIN');
    await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2);
    await row(page, 'Found again').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Found again' }).waitFor();
    await page.reload();
    const details = page.getByRole('dialog', { name: 'Found again' });
    await details.waitFor();
    await button(page, 'Close details').click();
    // Closing goes back in the history, to before these changes of the address.
    await details.waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search API users' }).fill('nobody at all');
    await page.getByRole('heading', { name: 'No API users found' }).waitFor();
    await button(page, 'Clear filters').click();
    await row(page, 'Found again').waitFor();
  });
});
