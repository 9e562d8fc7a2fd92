import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ensurePagesBuilt } from './built-pages.ts';
import { type GatewayProcess, startGateway } from './gateway-process.ts';
import { type PathProxy, startPathProxy } from './path-proxy.ts';
import { launchBrowser, type Look, newVisitor, type Visitor } from './visitor.ts';

/** Fixture of a story file: one gateway, one browser, and a new visitor for each story. */
export interface Stage {
  readonly gateway: GatewayProcess;
  /** The actual port of the gateway, independent of the public URL. */
  readonly port: number;
  /** The gateway's data directory. */
  readonly dataDirectory: string;
  readonly visitor: Visitor;
  readonly page: Page;
  /** Another person, or the same person with other browser settings. */
  welcome(look: Look): Promise<Visitor>;
  /** Stops the server. */
  stopGateway(): Promise<void>;
  /** Starts the server again with the same data and address. */
  startGatewayAgain(): Promise<void>;
}

interface Props {
  gateway?: GatewayProcess;
  browser?: Browser;
  readonly visitors: Visitor[];
  /** Keeps the address while the server is stopped, so that no other program can take it. */
  front?: PathProxy;
  /** Port of the server; undefined while it is stopped. */
  port?: number | undefined;
}

/**
 * Creates the fixture of a story file. `prepare` receives the data directory before the gateway starts.
 *
 * @param returns - true for stories that stop and restart the server
 */
export function setStage(
  env: Readonly<Record<string, string>> = {},
  prepare: (dataDirectory: string) => Promise<void> = async () => undefined,
  { returns = false }: { readonly returns?: boolean } = {},
): Stage {
  const props: Props = { visitors: [] };
  let folder = '';
  const start = async (): Promise<void> => {
    const { front } = props;
    const outside = front === undefined ? {} : { FILMGATE_LOCAL_PUBLIC_URL: front.url };
    props.gateway = await startGateway({ folder, env: { ...outside, ...env } });
    props.port = props.gateway.port;
  };
  const welcome = async (look: Look): Promise<Visitor> => {
    const visitor = await newVisitor(there(props.browser), look);
    props.visitors.unshift(visitor);
    return visitor;
  };
  beforeAll(async () => {
    await ensurePagesBuilt();
    folder = await mkdtemp(join(tmpdir(), 'filmgate-stage-'));
    await prepare(join(folder, 'data'));
    if (returns) props.front = await startPathProxy({ path: '', targetPort: () => props.port });
    const [browser] = await Promise.all([launchBrowser(), start()]);
    props.browser = browser;
  });
  afterAll(async () => {
    await props.browser?.close();
    // Its data is deleted, so no graceful shutdown.
    await props.gateway?.kill();
    props.front?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await welcome({});
  });
  afterEach(async () => {
    for (const { context } of props.visitors.splice(0)) await context.close();
  });
  return {
    get gateway() {
      return there(props.gateway);
    },
    get port() {
      return there(props.gateway).port;
    },
    get dataDirectory() {
      return join(folder, 'data');
    },
    get visitor() {
      return there(props.visitors[0]);
    },
    get page() {
      return there(props.visitors[0]).page;
    },
    welcome,
    stopGateway: async () => {
      there(props.front);
      props.port = undefined;
      await there(props.gateway).stop();
    },
    startGatewayAgain: start,
  };
}

function there<T>(prop: T | undefined): T {
  if (prop === undefined) throw new Error('The stage is set before the first story only.');
  return prop;
}
