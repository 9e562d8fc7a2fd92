import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readSnippets } from '../docs/read-snippets.ts';
import { startGateway } from './running-gateway.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** Part of a Prometheus scrape configuration; the defaults are `http` and `/metrics`. */
const configuration = z.strictObject({
  scrape_configs: z.tuple([
    z.strictObject({
      job_name: z.string(),
      authorization: z.strictObject({ credentials_file: z.string() }),
      static_configs: z.tuple([z.strictObject({ targets: z.tuple([z.string()]) })]),
    }),
  ]),
});

it('[metrics.access] are scraped as docs/metrics.md configures it', async () => {
  const [{ text }] = readSnippets('scrape-metrics');
  const [scrape] = configuration.parse(parse(text)).scrape_configs;
  const folder = createScratchFolder();
  onTestFinished(() => folder.remove());
  const token = 'a-token-only-prometheus-has';
  const file = join(folder.path, basename(scrape.authorization.credentials_file));
  writeFileSync(file, token, { mode: 0o600 });
  const gateway = await startGateway(folder.path, { FILMGATE_METRICS_TOKEN_FILE: file });
  onTestFinished(async () => {
    await gateway.stop();
  });
  // The port of the document is the default one, which may be taken on this machine.
  expect(scrape.static_configs[0].targets).toEqual(['127.0.0.1:8787']);
  const response = await fetch(new URL('/metrics', gateway.localUrl), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await response.text()).toMatch(/^filmgate_queue_depth \d+$/m);
});
