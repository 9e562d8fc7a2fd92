/** @module-tag long */
import { describe, expect, it } from 'vitest';
import { setStage } from '../support/stage.ts';
import {
  createVideo,
  findBarriers,
  logIn,
  openPage,
  openWorkbench,
  sidewaysPixels,
} from '../support/visitor.ts';
import { cardOf, runOn } from '../support/workbench-acts.ts';

const stage = setStage();

describe('login', () => {
  it('[console.login-next] never leads to another site', async () => {
    const { page, gateway } = stage;
    await page.goto(`${gateway.url}/login?next=//evil.example/`);
    await logIn(page, gateway);
    await page.waitForURL(/\/console\//);
    expect(new URL(page.url()).origin).toBe(new URL(gateway.url).origin);
  });

  it('[console.session-ended] is asked for at once when the session was ended elsewhere, and the words stay', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('words not sent yet');
    await page.request.post(`${gateway.url}/api/v1/auth/logout`);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await logIn(page, gateway);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await expect.poll(() => prompt.inputValue()).toBe('words not sent yet');
  });
});

describe('around the pages', () => {
  it('[console.languages] a browser that asks for Chinese gets it from the first page on', async () => {
    const { page } = await stage.welcome({ language: 'zh-CN' });
    await page.goto(`${stage.gateway.url}/video`);
    await page.getByRole('heading', { name: '登录' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
  });

  it.each(['light', 'dark'] as const)(
    '[console.server-errors] in Chinese says in Chinese what the server refuses, and why a video failed: %s',
    async (scheme) => {
      const { page } = await stage.welcome({ language: 'zh-CN', scheme });
      const { gateway } = stage;
      await page.goto(`${gateway.url}/login`);
      await logIn(page, { ...gateway, admin: { username: 'admin', password: 'not this one' } });
      const refused = page.getByRole('alert').filter({ hasText: '用户名或密码不正确。' });
      expect(await refused.locator('[lang=en]').innerText()).toMatch(/[a-z]{4}/);
      await openWorkbench(page, gateway);
      await page
        .getByRole('textbox', { name: '提示词', exact: true })
        .fill('no [[mock:fail=policy]]');
      await page.getByRole('button', { name: '生成视频' }).click();
      const failed = cardOf(page, 'no [[mock').first();
      await failed.getByText('服务商依据内容政策拒绝了提示词或参考素材。').waitFor();
      expect(await failed.locator('[lang=en]').count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
    },
  );

  it('[console.schemes] the colour scheme is chosen, and stays so', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    const scheme = (): Promise<string | null> =>
      page.locator('html').getAttribute('data-mantine-color-scheme');
    expect(await scheme()).toBe('light');
    await page.getByRole('combobox', { name: 'Colour scheme' }).selectOption('Dark');
    await expect.poll(scheme).toBe('dark');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    expect(await scheme()).toBe('dark');
  });

  it('[console.missing-page] an address without a page says so, and leads on', async () => {
    const { page, gateway, visitor } = stage;
    await page.goto(`${gateway.url}/console/nowhere`);
    await logIn(page, gateway);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the workbench' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.lazy] a page whose code cannot be fetched says so, leaves the way back, and comes when it can', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.route(/\/assets\/|\/healthz/, (route) => route.abort());
    await page.getByRole('link', { name: 'Models' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Server unreachable.' });
    await notice.waitFor();
    await page.getByRole('link', { name: 'Workbench' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await page.getByRole('link', { name: 'Models' }).click();
    await notice.waitFor();
    await page.unroute(/\/assets\/|\/healthz/);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/models');
  });

  it('[console.broken-page] a page that breaks says so within the frame, and the others go on', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.route(/models-page.*\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const ModelsPage = () => { throw new Error("no such colour"); };',
      }),
    );
    await page.getByRole('link', { name: 'Models' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This page could not be displayed.' });
    await notice.getByText('no such colour').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.unroute(/models-page.*\.js$/);
    await page.getByRole('link', { name: 'Models' }).click();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
  });

  it('[console.narrow] on a phone the pages are behind a button, which goes away after a choice', async () => {
    const { page } = await stage.welcome({ width: 390, height: 844 });
    await openWorkbench(page, stage.gateway);
    const models = page.getByRole('link', { name: 'Models' });
    expect(await models.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await models.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await models.click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await expect.poll(() => models.isVisible()).toBe(false);
    expect(await sidewaysPixels(page)).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
  });

  it('[console.navigation-reach] on a phone a keyboard reaches the pages while they are shown, and never while they are not', async () => {
    const { page } = await stage.welcome({ width: 390, height: 844 });
    await openPage(page, stage.gateway, '/console/models');
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    const menu = page.getByRole('button', { name: 'Menu' });
    const navigation = page.locator('nav');
    const reached = async (): Promise<boolean> =>
      (await navigation.locator(':focus').count()) === 1;
    const walk = async (steps: number): Promise<boolean> => {
      for (let step = 0; step < steps; step += 1) {
        await page.keyboard.press('Tab');
        if (await reached()) return true;
      }
      return false;
    };
    // Making it visible again does not make it focusable.
    await runOn(navigation, `(nav) => nav.style.setProperty('visibility', 'visible', 'important')`);
    const stops = await page.locator('a[href], button, select, input, [tabindex="0"]').count();
    expect(await walk(stops + 3)).toBe(false);
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
    expect(await walk(12)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator('button:focus').getAttribute('aria-label')).toBe('Menu');
    expect(await walk(stops + 3)).toBe(false);
    await page.setViewportSize({ width: 1360, height: 900 });
    expect(await walk(stops + 3)).toBe(true);
  });

  it('[console.skip] the first stop of a keyboard skips to the content', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.reload();
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main:focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.locator('main :focus').count()).toBe(1);
  });
});

describe('a session that lasts', () => {
  it('[console.back-and-reload] back and reload keep the place: filters, settings and what is open', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await createVideo(page, 'to be found again');
    const made = cardOf(page, 'to be found again');
    await made.getByText('Completed', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'State' }).selectOption('Completed');
    const search = page.getByRole('searchbox', { name: 'Search prompts' });
    await search.fill('found again');
    await made.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog', { name: 'Video details' });
    await details.getByText('to be found again').first().waitFor();
    await page.reload();
    await details.getByText('to be found again').first().waitFor();
    await page.goBack();
    await details.waitFor({ state: 'detached' });
    await made.waitFor();
    await page.goForward();
    await details.getByText('to be found again').first().waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await page.goBack();
    await made.waitFor();
    expect(await search.inputValue()).toBe('found again');
  });
});
