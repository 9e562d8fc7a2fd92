import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { requireTool } from './require-tool.ts';

const chromiumPath = '/usr/bin/chromium-headless-shell';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--autoplay-policy=no-user-gesture-required',
];
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Display settings of a visitor of the page. */
export interface Look {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  /** False where the browser runs no script. */
  readonly javaScript?: boolean;
}

/** A page of a browser, and what its console complained about. */
export interface Visitor {
  readonly page: Page;
  readonly complaints: readonly string[];
  leave(): Promise<void>;
}

export function launchBrowser(): Promise<Browser> {
  requireTool(chromiumPath, 'the Debian package "chromium-headless-shell"');
  return chromium.launch({ executablePath: chromiumPath, args: flags });
}

export async function visit(browser: Browser, look: Look = {}): Promise<Visitor> {
  const { scheme = 'light', width = 1200, javaScript = true } = look;
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: scheme,
    javaScriptEnabled: javaScript,
  });
  // Long enough for a page that is opened while all else is tested beside it.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints, leave: () => context.close() };
}

const violations = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** All findings of axe: the rule and the element. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // Through the debugger, because the page's policy would block it.
  await page.evaluate(readFileSync(axePath, 'utf8'));
  const found: unknown = await page.evaluate('axe.run().then(({ violations }) => violations)');
  return violations
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Pixels by which the page can be scrolled sideways. */
export async function sidewaysPixels(page: Page): Promise<number> {
  const width = z.number().parse(await page.evaluate('document.documentElement.scrollWidth'));
  return Math.max(0, width - (page.viewportSize()?.width ?? 0));
}

/** Plays the first video of the page, and returns its state. */
export async function playVideo(page: Page) {
  const played: unknown = await page.evaluate(
    `(async (film) => {
      film.muted = true;
      await film.play();
      await new Promise((resolve) => film.requestVideoFrameCallback(resolve));
      film.pause();
      return { readyState: film.readyState, duration: film.duration, width: film.videoWidth };
    })(document.querySelector('video'))`,
  );
  return z
    .object({ readyState: z.number(), duration: z.number(), width: z.number() })
    .parse(played);
}
