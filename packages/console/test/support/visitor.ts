import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import type { GatewayProcess } from './gateway-process.ts';

const chromiumPath = '/usr/bin/chromium-headless-shell';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--autoplay-policy=no-user-gesture-required',
];
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: flags });
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly language?: string;
  /** True for a page with a fake clock that a story can advance. */
  readonly hasOwnTime?: boolean;
}

/** A person with a browser; console errors are collected. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the browser console. */
  readonly complaints: string[];
}

export async function newVisitor(browser: Browser, look: Look = {}): Promise<Visitor> {
  const { width = 1360, height = 900, scheme = 'light', language = 'en' } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    reducedMotion: 'reduce',
  });
  // Long enough for a page that opens while other tests run.
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const page = await context.newPage();
  listen(page, complaints);
  if (look.hasOwnTime === true) await page.clock.install();
  return { context, page, complaints };
}

/** Collects the errors of a page. */
export function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

/** Logs in with the form. */
export async function logIn(page: Page, { admin }: GatewayProcess): Promise<void> {
  await page.getByRole('textbox', { name: /User name|用户名/ }).fill(admin.username);
  await page.getByRole('textbox', { name: /Password|密码/ }).fill(admin.password);
  await page.getByRole('button', { name: /^(Log in|登录)$/ }).click();
}

/** Opens the workbench. */
export function openWorkbench(page: Page, gateway: GatewayProcess, query = ''): Promise<void> {
  return openPage(page, gateway, `/video${query}`);
}

/** Opens a page, after a login without the form if needed. */
export async function openPage(page: Page, gateway: GatewayProcess, path: string): Promise<void> {
  const { username, password } = gateway.admin;
  const data = { username, password };
  const isLoggedIn = (await page.context().cookies(gateway.url)).length > 0;
  if (!isLoggedIn) {
    const login = await page.request.post(`${gateway.url}/api/v1/auth/login`, { data });
    if (!login.ok()) throw new Error(`the login is refused: ${login.status()}`);
  }
  await page.goto(gateway.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export async function createVideo(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt);
  await page.getByRole('button', { name: 'Create video' }).click();
}

const violations = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullable(),
    nodes: z.array(z.object({ html: z.string() })),
  }),
);

/** Serious and critical findings of axe: rule and element. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // Injected with the debugger, so that the content security policy stays unchanged.
  await page.evaluate(readFileSync(axePath, 'utf8'));
  const found: unknown = await page.evaluate('axe.run().then(({ violations }) => violations)');
  return violations
    .parse(found)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Width in pixels by which a page scrolls horizontally. */
export async function sidewaysPixels(page: Page): Promise<number> {
  const width = z.number().parse(await page.evaluate('document.documentElement.scrollWidth'));
  return Math.max(0, width - (page.viewportSize()?.width ?? 0));
}
