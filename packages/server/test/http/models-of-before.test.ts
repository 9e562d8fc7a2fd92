import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type HttpResponse, jsonOf } from './response.ts';
import { modelListSchema } from './shapes.ts';
import { useGateway } from './use-gateway.ts';

/** A catalog file in the form before families had routes: the built-in catalog of that time. */
const fileOfBefore = fileURLToPath(
  new URL('../../../core/test/fixtures/default-catalog-of-before.json', import.meta.url),
);
const builtIn = useGateway();
const ofBefore = useGateway(() => ({ env: { FILMGATE_CATALOG_FILE: fileOfBefore } }));

it.each(['tasks', 'local'] as const)(
  '[providers.catalog.same-list][providers.catalog.file-of-before] GET /v1/models of %s is the same with the file',
  async (surface) => {
    const [one, other] = await Promise.all(
      [builtIn, ofBefore].map((gateway) => gateway[surface].request('/v1/models')),
    );
    expect(one?.status).toBe(200);
    expect(one?.text).toContain('"lost_response":"found_by_name"');
    expect(withoutTaskImages(other)).toBe(withoutTaskImages(one));

    /** Files of before offer no images on the tasks surface. */
    function withoutTaskImages(response: HttpResponse | undefined): string {
      if (response === undefined || surface === 'local') return response?.text ?? '';
      const { data } = modelListSchema.parse(jsonOf(response));
      return JSON.stringify(data.filter(({ type }) => type === 'video'));
    }
  },
);
