/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { setStage } from '../support/stage.ts';
import { createVideo, listen, openWorkbench } from '../support/visitor.ts';
import { cardOf, countOf, submittedIds } from '../support/workbench-acts.ts';

const stage = setStage({}, undefined, { returns: true });
const sentAgain = /Retrying with the same ID/;

describe('a network that breaks', () => {
  it('[console.workbench-submit] makes one video, under one id, when it is back', async () => {
    const { page, gateway, visitor } = stage;
    await openWorkbench(page, gateway);
    await page.getByText('Live', { exact: true }).waitFor();
    const ids = submittedIds(page);
    await visitor.context.setOffline(true);
    await createVideo(page, 'through the break');
    await page.getByText(sentAgain).waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText(sentAgain).waitFor();
    await visitor.context.setOffline(false);
    await cardOf(page, 'through the break').getByText('Completed', { exact: true }).waitFor();
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(await countOf(stage, 'through the break')).toBe(1);
    expect(await page.getByText(sentAgain).count()).toBe(0);
  });

  it('[console.workbench-submit] after the server took it, before it answered, makes one video', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const ids = submittedIds(page);
    await page.route(
      (url) => url.pathname === '/local-video/jobs',
      async (route) => {
        if (route.request().method() !== 'POST' || ids.length > 1) return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      },
    );
    await createVideo(page, 'taken but not told');
    await cardOf(page, 'taken but not told').getByText('Completed', { exact: true }).waitFor();
    await expect.poll(() => page.getByText(sentAgain).count()).toBe(0);
    expect(new Set(ids).size).toBe(1);
    expect(await countOf(stage, 'taken but not told')).toBe(1);
  });

  it('[console.workbench-live] without the live connection the list is read again every few seconds', async () => {
    const { page, gateway, visitor } = stage;
    await visitor.context.routeWebSocket(/local-video\/events/, (socket) => socket.close());
    await openWorkbench(page, gateway);
    await page.getByText('Updating every 4 seconds').waitFor();
    await createVideo(page, 'without a line');
    await cardOf(page, 'without a line').getByText('Completed', { exact: true }).waitFor();
    expect(await page.getByText('Updating every 4 seconds').count()).toBe(1);
  });
});

describe('a server that goes away', () => {
  it('[console.workbench-submit][console.workbench-live] and comes back makes one video, over a reload', async () => {
    const { page } = stage;
    await openWorkbench(page, stage.gateway);
    await page.getByText('Live', { exact: true }).waitFor();
    await stage.stopGateway();
    await createVideo(page, 'while it was away');
    await page.getByText(sentAgain).waitFor();
    await page.getByText('Server unreachable; retrying').waitFor();
    await page.reload().catch(() => undefined);
    await stage.startGatewayAgain();
    await page.goto(`${stage.gateway.url}/video`);
    await cardOf(page, 'while it was away').getByText('Completed', { exact: true }).waitFor();
    expect(await countOf(stage, 'while it was away')).toBe(1);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('[console.workbench-live][console.lazy] leaves the page as it is, and what is fetched late says so', async () => {
    const { page } = stage;
    await openWorkbench(page, stage.gateway);
    await page.getByText('Live', { exact: true }).waitFor();
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.fill('still here');
    await page.route('**/assets/*', (route) => route.abort());
    await page.getByRole('button', { name: /^Model / }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Server unreachable.' });
    await notice.waitFor();
    expect(await prompt.inputValue()).toBe('still here');
    await page.unroute('**/assets/*');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Model / }).click();
    await page.getByRole('dialog', { name: 'Select a model' }).waitFor();
    expect(await prompt.inputValue()).toBe('still here');
  });
});

describe('two tabs', () => {
  it('[console.workbench-live] tell the same, and a failure its reason', async () => {
    const { page, gateway, visitor } = stage;
    await openWorkbench(page, gateway);
    const other = await visitor.context.newPage();
    listen(other, visitor.complaints);
    await other.goto(`${gateway.url}/video`);
    await other.getByText('Live', { exact: true }).waitFor();
    await createVideo(page, 'refused [[mock:fail=policy]]');
    const reported = cardOf(other, 'refused [[mock');
    await reported.getByText('Failed', { exact: true }).waitFor();
    await reported.getByText(/content policy/).waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});
