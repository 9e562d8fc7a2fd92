import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Stage } from './stage.ts';
import { openPage } from './visitor.ts';

/** Opens a page of the stage. */
export function enter({ gateway }: Stage, page: Page, path: string): Promise<void> {
  return openPage(page, gateway, path);
}

/** Calls the admin API as the logged-in user of the page. */
export async function askAdmin(
  { gateway, page }: Stage,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> {
  const url = `${gateway.url}/api/v1/admin/${path}`;
  const response = await page.request.fetch(url, { method, ...(data !== undefined && { data }) });
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.status() === 204 ? null : await response.json();
}

const accountsSchema = z.object({
  data: z.array(z.object({ id: z.string(), label: z.string(), state: z.string() })),
});

export async function accountsOf(stage: Stage) {
  return accountsSchema.parse(await askAdmin(stage, 'GET', 'accounts')).data;
}

/** Submits a video like the workbench; returns its id. */
export async function submitJob(
  { gateway, page }: Stage,
  prompt: string,
  account = 'auto',
  model = 'vidA-fast-4s-16x9-720p',
): Promise<string> {
  const id = `ui-${randomUUID()}`;
  const response = await page.request.post(`${gateway.url}/local-video/jobs`, {
    data: { id, prompt, model, account },
  });
  if (!response.ok()) throw new Error(await response.text());
  return id;
}

const jobSchema = z.object({ job: z.object({ state: z.string() }) });

export async function stateOf(stage: Stage, id: string): Promise<string> {
  return jobSchema.parse(await askAdmin(stage, 'GET', `jobs/${id}`)).job.state;
}

const acceptedSchema = z.object({ job: z.object({ id: z.string(), prompt: z.string() }) });

/** The mock's id for the video of a prompt, as its console shows it. */
export async function madeAtMock({ dataDirectory }: Stage, prompt: string): Promise<string> {
  const lines = (await readFile(join(dataDirectory, 'mock-ledger.ndjson'), 'utf8')).split('\n');
  const jobs = lines.flatMap((line) =>
    line.includes('"accepted"') ? [acceptedSchema.parse(JSON.parse(line)).job] : [],
  );
  const made = jobs.find((job) => job.prompt.includes(prompt));
  if (made === undefined) throw new Error(`The mock made nothing of ${prompt}.`);
  return made.id;
}
