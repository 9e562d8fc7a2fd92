import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** `quickstart.json` (decisions §1.2): everything a newcomer needs to try both surfaces. Holds secrets: mode 0600. */
export const quickstartSchema = z.object({
  local_url: z.string(),
  tasks_url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
  service_api_key: z.string(),
  api_user: z.object({ id: z.string(), name: z.string(), key: z.string() }),
  upstream_api_key: z.string(),
});

export type Quickstart = z.infer<typeof quickstartSchema>;

const fileName = 'quickstart.json';

/** The quick start of an earlier start on this data directory, if there was one. */
export function readQuickstart(dataDirectory: string): Quickstart | undefined {
  const path = join(dataDirectory, fileName);
  if (!existsSync(path)) return undefined;
  return quickstartSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Writes it whole or not at all. */
export function writeQuickstart(dataDirectory: string, quickstart: Quickstart): void {
  const path = join(dataDirectory, fileName);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(quickstart, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
