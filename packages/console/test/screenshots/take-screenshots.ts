import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { recordPast } from '../support/record-past.ts';
import { ensurePagesBuilt } from '../support/built-pages.ts';
import { startGateway } from '../support/gateway-process.ts';
import { seedRequests } from '../support/seed-requests.ts';
import { startMock } from '../support/mock-process.ts';
import { payTwice } from '../support/pay-twice.ts';
import { fillPeople } from '../support/people-content.ts';
import { fillRealEndpoints, realEndpoints, realProtocols } from '../support/real-endpoints.ts';
import {
  createVideo,
  launchBrowser,
  type Look,
  newVisitor,
  openWorkbench,
} from '../support/visitor.ts';

/**
 * Photographs every page into docs/images: light, dark and narrow, and the overview in Chinese.
 *
 * Run: npm run screenshots -w @filmgate/console, for some pages only with their names: … -- accounts account-details
 */

const output = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

/** A page, and an element that shows that it is complete. Add new pages here. */
const shots: readonly {
  readonly name: string;
  readonly path: string;
  /** True for a page of the mock instead of the gateway. */
  readonly isMock?: true;
  readonly settle: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'workbench',
    path: 'video',
    settle: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    },
  },
  {
    name: 'workbench-models',
    path: 'video',
    settle: async (page) => {
      await page.getByRole('button', { name: /^Model / }).click();
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'workbench-details',
    path: 'video?q=Paper+boats',
    settle: async (page) => {
      await page.getByRole('article').first().getByRole('button', { name: 'Details' }).click();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'overview',
    path: 'console/overview?range=24h',
    settle: (page) => page.locator('figure canvas').last().waitFor(),
  },
  {
    name: 'capacity',
    path: 'console/capacity?range=7d',
    settle: (page) => page.locator('figure canvas').last().waitFor(),
  },
  {
    name: 'jobs',
    path: 'console/jobs',
    settle: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'job-details',
    path: 'console/jobs?state=outcome_unknown',
    settle: async (page) => {
      await page.getByRole('row').filter({ hasText: 'A city that never answers' }).click();
      await page.getByRole('list', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'audit-log',
    path: 'console/audit-log',
    settle: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'models',
    path: 'console/models',
    settle: (page) => page.getByText('vidA-fast-4s-16x9-720p').waitFor(),
  },
  {
    name: 'request-logs',
    path: 'console/request-logs',
    settle: async (page) => {
      await page.getByRole('region', { name: 'Requests over time' }).waitFor();
      await page.getByRole('grid', { name: 'Requests' }).locator('[data-index]').first().waitFor();
    },
  },
  {
    name: 'settings',
    path: 'console/settings',
    settle: (page) => page.getByRole('heading', { level: 2, name: 'Keys' }).waitFor(),
  },
  {
    name: 'accounts',
    path: 'console/accounts',
    settle: (page) => page.getByText('Former contract').waitFor(),
  },
  {
    name: 'account-details',
    path: 'console/accounts',
    settle: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Kling Singapore' }).click();
      await page.getByRole('heading', { name: 'Provider: kling-global' }).waitFor();
    },
  },
  {
    name: 'job-at-provider',
    path: 'console/jobs?q=red+fox',
    settle: async (page) => {
      await page.getByRole('row').filter({ hasText: 'A red fox in fresh snow' }).click();
      // So that all cost figures are in the picture.
      await page.getByText('Provider-reported usage').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'api-users',
    path: 'console/api-users',
    settle: (page) => page.getByText('Old integration').waitFor(),
  },
  {
    name: 'sessions',
    path: 'console/sessions',
    settle: (page) => page.getByText('This browser').waitFor(),
  },
  {
    name: 'security',
    path: 'console/security',
    settle: (page) => page.getByRole('heading', { level: 2, name: 'Password' }).waitFor(),
  },
  {
    name: 'mock-page',
    path: '_mock/s/crash-test/',
    isMock: true,
    settle: (page) => page.getByRole('heading', { name: 'paid-twice' }).waitFor(),
  },
];

/** A browser shows a spinner over a video that is loading, and hides it a moment later. */
async function settledVideos(page: Page): Promise<void> {
  await page.waitForFunction(
    '[...document.querySelectorAll("video")].every((video) => video.networkState !== 2)',
  );
  await page.waitForTimeout(1_000);
}

interface NamedLook extends Look {
  readonly name: string;
  /** The only pages photographed with it; all when absent. */
  readonly only?: readonly string[];
}

const looks: readonly NamedLook[] = [
  { name: 'light', scheme: 'light' },
  { name: 'dark', scheme: 'dark' },
  { name: 'narrow', scheme: 'light', width: 390, height: 844 },
  { name: 'chinese', scheme: 'light', language: 'zh-CN', only: ['overview'] },
];

/** Page names from the command line; all pages without any. */
const wanted = process.argv.slice(2);
const isSeen = ({ only }: NamedLook, name: string): boolean =>
  (only === undefined || only.includes(name)) && (wanted.length === 0 || wanted.includes(name));

/** The last one is the first on the pages. */
const prompts = [
  'Timelapse of a desert bloom after rain [[mock:run=3600s]]',
  'A letter taken, not seen yet [[mock:poll-500=9999]]',
  'A parcel on its way [[mock:hang-after-accept]]',
  'A red kite over a green hill, slow pan to the left',
  'Something no provider would draw [[mock:fail=policy]]',
  'A city that never answers [[mock:lost-response]]',
  'Paper boats on a rainy street, macro lens, neon reflections',
  'A lighthouse on a cliff at dusk, waves crashing below',
];

await ensurePagesBuilt();
mkdirSync(output, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'filmgate-screenshots-'));
await recordPast(join(folder, 'data'), 7);
const mock = await startMock(realProtocols);
await seedRequests(join(folder, 'data'), 20_000);
const gateway = await startGateway({
  folder,
  env: { FILMGATE_MOCK_URL: mock.url, ...realEndpoints(mock.url) },
});
await payTwice(mock.url);
const browser = await launchBrowser();
try {
  const { page } = await newVisitor(browser);
  await openWorkbench(page, gateway);
  await fillPeople({ request: page.request, gateway, mock });
  await fillRealEndpoints({ request: page.request, gateway });
  for (const prompt of prompts) {
    await createVideo(page, prompt);
    await page
      .getByRole('article')
      .filter({ hasText: prompt.slice(0, 20) })
      .waitFor();
  }
  for (const state of ['Outcome unknown', 'Completed']) {
    const cards = page.getByRole('article').filter({ hasText: /city that never|lighthouse/ });
    await cards.getByText(state, { exact: true }).waitFor();
  }
  for (const look of looks) {
    const visitor = await newVisitor(browser, look);
    await visitor.page.goto(`${gateway.url}/login`);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    if (isSeen(look, 'login'))
      await visitor.page.screenshot({ path: join(output, `login-${look.name}.png`) });
    await openWorkbench(visitor.page, gateway);
    for (const { name, path, isMock, settle } of shots.filter((shot) => isSeen(look, shot.name))) {
      await visitor.page.goto(`${isMock ? mock.url : gateway.url}/${path}`);
      await settle(visitor.page);
      await visitor.page.waitForLoadState('networkidle');
      await settledVideos(visitor.page);
      await visitor.page.screenshot({ path: join(output, `${name}-${look.name}.png`) });
    }
    await visitor.context.close();
  }
} finally {
  await browser.close();
  await gateway.stop();
  await mock.stop();
  rmSync(folder, { recursive: true, force: true });
}
