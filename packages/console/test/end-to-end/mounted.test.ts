/** @module-tag long */
import { afterAll, describe, expect, it } from 'vitest';
import { startPathProxy } from '../support/path-proxy.ts';
import { setStage } from '../support/stage.ts';
import { createVideo, findBarriers, logIn, openWorkbench } from '../support/visitor.ts';
import { cardOf, propertyOf } from '../support/workbench-acts.ts';

// Listens from here on, so that the port stays reserved.
const proxy = await startPathProxy({ path: '/films', targetPort: () => stage.port });
const outside = proxy.url;
const stage = setStage({
  FILMGATE_LOCAL_PUBLIC_URL: outside,
  FILMGATE_SERVICE_API_KEY: '',
});

afterAll(() => {
  proxy.stop();
});

describe('below a path of another server', () => {
  it('[pages.mounted][console.clean] a video is made, watched and found again', async () => {
    const { page, visitor, gateway } = stage;
    await page.goto(`${outside}/video?model=vidD-6s-1x1-720p`);
    expect(new URL(page.url()).pathname).toBe('/films/login');
    await logIn(page, gateway);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(page.url()).toBe(`${outside}/video?model=vidD-6s-1x1-720p`);
    await createVideo(page, 'behind a proxy');
    const made = cardOf(page, 'behind a proxy');
    await made.getByText('Completed', { exact: true }).waitFor();
    await made.focus();
    await page.keyboard.press(' ');
    await expect.poll(() => propertyOf(made.locator('video'), 'currentTime')).toBeGreaterThan(0.1);
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByText('vidA-fast-4s-16x9-720p').waitFor();
    expect(new URL(page.url()).pathname).toBe('/films/console/models');
    await page.reload();
    await page.getByText('vidA-fast-4s-16x9-720p').waitFor();
    await page.goBack();
    await made.waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

describe('without a service key', () => {
  it.each(['light', 'dark'] as const)(
    '[console.open-warning] every page warns in red, in the %s scheme',
    async (scheme) => {
      const { page } = await stage.welcome({ scheme });
      await page.goto(`${outside}/login`);
      await logIn(page, stage.gateway);
      await page.waitForURL(/\/console\//);
      for (const path of ['video', 'console/models']) {
        await page.goto(`${outside}/${path}`);
        const warning = page.getByRole('note').filter({ hasText: 'The service key is empty' });
        await warning.getByText('at the expense of your accounts').waitFor();
        expect(await findBarriers(page)).toEqual([]);
      }
    },
  );
});

describe('with the pages asked for directly', () => {
  it('[pages.mounted] the same server answers at its own address too', async () => {
    const { page, gateway } = stage;
    const direct = { ...gateway, url: `http://127.0.0.1:${stage.port}` };
    await openWorkbench(page, direct);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(page.url()).toBe(`${direct.url}/video`);
  });
});
