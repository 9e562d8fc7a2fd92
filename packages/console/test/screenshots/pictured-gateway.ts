import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ensurePagesBuilt } from '../support/built-pages.ts';
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts';
import { type MockProcess, startMock } from '../support/mock-process.ts';
import { payTwice } from '../support/pay-twice.ts';
import { fillPeople } from '../support/people-content.ts';
import { fillRealEndpoints, realEndpoints, realProtocols } from '../support/real-endpoints.ts';
import { recordPast } from '../support/record-past.ts';
import { seedRequests } from '../support/seed-requests.ts';
import { createVideo, launchBrowser, newVisitor, openWorkbench } from '../support/visitor.ts';

/** A gateway and a mock with jobs of every kind, a week of figures and 20,000 requests. */
export interface PicturedGateway {
  readonly gateway: GatewayProcess;
  readonly mock: MockProcess;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** The last one is the first on the pages. */
const prompts = [
  'Timelapse of a desert bloom after rain [[mock:run=3600s]]',
  'A letter taken, not seen yet [[mock:reads=500:9999]]',
  'A parcel on its way [[mock:response=hang]]',
  'A red kite over a green hill, slow pan to the left',
  'Something no provider would draw [[mock:fail=policy]]',
  'A city that never sleeps [[mock:lost-response]]',
  'Paper boats on a rainy street, macro lens, neon reflections',
  'A lighthouse on a cliff at dusk, waves crashing below',
];

export async function openPicturedGateway(): Promise<PicturedGateway> {
  await ensurePagesBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-pictures-'));
  await recordPast(join(folder, 'data'), 7);
  await seedRequests(join(folder, 'data'), 20_000);
  const mock = await startMock(realProtocols);
  const gateway = await startGateway({
    folder,
    env: { FILMGATE_MOCK_URL: mock.url, ...realEndpoints(mock.url) },
  });
  await payTwice(mock.url);
  const browser = await launchBrowser();
  await createJobs({ gateway, mock, browser });
  return {
    ...{ gateway, mock, browser },
    async close() {
      await browser.close();
      await gateway.stop();
      await mock.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createJobs(opened: Omit<PicturedGateway, 'close'>): Promise<void> {
  const { gateway, mock, browser } = opened;
  const { page, context } = await newVisitor(browser);
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
  await context.close();
}
