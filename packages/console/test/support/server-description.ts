import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';
import { type GatewayProcess, startGateway } from './gateway-process.ts';

/** The OpenAPI document of a server, for the tests of a file. */
export interface ServerDescription<T> {
  /** The parts of the document that the tests read. */
  readonly document: T;
}

/** Starts a gateway for a test file, and reads its OpenAPI document. */
export function readServerDescription<T>(schema: z.ZodType<T>): ServerDescription<T> {
  const read: { document?: T; gateway?: GatewayProcess } = {};
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filmgate-described-'));
    read.gateway = await startGateway({ folder });
    const response = await fetch(`${read.gateway.url}/openapi.json`);
    read.document = schema.parse(await response.json());
  });
  afterAll(async () => {
    await read.gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get document() {
      if (read.document === undefined) throw new Error('The document is read before the tests.');
      return read.document;
    },
  };
}
