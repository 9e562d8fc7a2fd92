import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useGateway } from './use-gateway.ts';

/** A catalog file in the form before families had routes: the built-in catalog of that time. */
const fileOfBefore = fileURLToPath(
  new URL('../../../core/test/fixtures/default-catalog-of-before.json', import.meta.url),
);

/**
 * SHA-256 of the responses of the release before routes to `GET /v1/models`, with its own catalog and with this file
 * alike.
 */
const responsesOfBefore = {
  tasks: 'a8b329bd2c3fec9059a60d9e2474e6928b1115c3ae2b44da490d33cca6c2348a',
  local: '55c32701f246b7def7ff199a43ed26914840bf3df1419b4f779dedd307d131b1',
} as const;

const catalogs = {
  'the built-in catalog': useGateway(),
  'a catalog file of before': useGateway(() => ({ env: { FILMGATE_CATALOG_FILE: fileOfBefore } })),
} as const;

describe.each(['the built-in catalog', 'a catalog file of before'] as const)(
  'with %s',
  (catalog) => {
    it.each(['tasks', 'local'] as const)(
      '[providers.catalog.same-list][providers.catalog.file-of-before] GET /v1/models of %s returns the former bytes',
      async (surface) => {
        const { status, bytes } = await catalogs[catalog][surface].request('/v1/models');
        expect(status).toBe(200);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(responsesOfBefore[surface]);
      },
    );
  },
);
