import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientFiles } from './client-files.ts';
import { startGateway } from '../support/gateway-process.ts';

/** Writes the generated files of the console's client. Run: npm run client -w @filmgate/console */

const folder = await mkdtemp(join(tmpdir(), 'filmgate-client-'));
const gateway = await startGateway({ folder });
try {
  const response = await fetch(`${gateway.url}/openapi.json`);
  const { types, fields } = await clientFiles(await response.json());
  const api = new URL('../../src/app/api/', import.meta.url);
  await writeFile(new URL('description.gen.ts', api), types);
  await writeFile(new URL('response-fields.gen.ts', api), fields);
} finally {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
}
