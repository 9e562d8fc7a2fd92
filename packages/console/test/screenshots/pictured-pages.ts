import type { Page } from 'playwright-core';

/** A page of the product, and an element that shows that the page is complete. */
export interface PicturedPage {
  readonly name: string;
  readonly path: string;
  /** True for a page of the mock instead of the gateway. */
  readonly isMock?: true;
  /** True if documents show its picture. */
  readonly isShown?: true;
  /** Opens what is pictured of it, in English and Chinese. */
  readonly open?: (page: Page) => Promise<void>;
  /** Waits for the page in English. */
  readonly settle: (page: Page) => Promise<void>;
}

/** Every page. Add new pages here. */
export const picturedPages: readonly PicturedPage[] = [
  {
    name: 'login',
    path: 'login',
    settle: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'workbench',
    path: 'video',
    isShown: true,
    settle: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    },
  },
  {
    name: 'workbench-models',
    path: 'video',
    open: (page) => page.getByRole('button', { name: /^(Model|模型) / }).click(),
    settle: (page) => page.getByRole('dialog').getByRole('option').first().waitFor(),
  },
  {
    name: 'workbench-details',
    path: 'video?q=Paper+boats',
    open: (page) =>
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^(Details|详情)/ })
        .click(),
    settle: (page) => page.getByRole('heading', { name: 'Timeline' }).waitFor(),
  },
  {
    name: 'overview',
    path: 'console/overview?range=24h',
    isShown: true,
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
    isShown: true,
    open: (page) => page.getByRole('row').filter({ hasText: 'A city that never sleeps' }).click(),
    settle: (page) => page.getByRole('list', { name: 'Timeline' }).waitFor(),
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
    isShown: true,
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
    isShown: true,
    settle: (page) => page.getByText('Former contract').waitFor(),
  },
  {
    name: 'account-details',
    path: 'console/accounts',
    open: (page) => page.getByRole('row').filter({ hasText: 'Kling Singapore' }).click(),
    settle: (page) => page.getByRole('heading', { name: 'Provider: kling-global' }).waitFor(),
  },
  {
    name: 'job-at-provider',
    path: 'console/jobs?q=red+fox',
    open: (page) => page.getByRole('row').filter({ hasText: 'A red fox in fresh snow' }).click(),
    // So that all cost figures are in the picture.
    settle: (page) => page.getByText('Provider-reported usage').scrollIntoViewIfNeeded(),
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
    isShown: true,
    settle: (page) => page.getByRole('heading', { name: 'paid-twice' }).waitFor(),
  },
];
