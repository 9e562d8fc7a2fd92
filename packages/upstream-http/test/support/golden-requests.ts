import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@filmgate/core';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { openEngine, submitSample, type SubmitWish } from './open-engine.ts';
import { readParts } from './read-parts.ts';
import { sampleRequest, sampleRoute } from './sample-request.ts';

/** One request as the provider's documents show it. */
export interface GoldenRequest extends SubmitWish {
  readonly name: string;
  /** Below the endpoint's base URL. */
  readonly path: string;
  /** Header fields that must be among those sent. */
  readonly headers?: { readonly [name: string]: string };
  /** The whole JSON body, references filled in; or the parts of a form in their order, a file as `name; type; text`. */
  readonly sends:
    | { readonly json: JsonValue }
    | { readonly parts: readonly (readonly [string, string])[] };
}

/**
 * Checks that the description accepts each request, and that exactly the golden one is sent to the provider.
 *
 * @param ids - ids of requirements for the titles, such as `[providers.kling.requests]`
 */
export function holdsGoldenRequests(
  ids: string,
  description: ProviderDescription,
  golden: readonly GoldenRequest[],
): void {
  describe('a golden request', () => {
    it.each(golden)(`${ids} $name`, async (one) => {
      const request = sampleRequest(one.request);
      const route = sampleRoute(one.route);
      expect(description.accepts(route, request)).toMatchObject({ kind: 'accepted' });
      const { client, transport } = openEngine(description, () => ({ status: 500, body: {} }));
      await submitSample(client, one);
      const [call, ...others] = transport.calls;
      expect(others).toEqual([]);
      expect([call?.method, call?.path]).toEqual(['POST', one.path]);
      expect(call?.headers).toMatchObject(one.headers ?? {});
      const type = call?.headers['content-type'] ?? '';
      const body = call?.body ?? '';
      if ('json' in one.sends) {
        expect(type).toBe('application/json');
        expect(JSON.parse(Buffer.from(body).toString())).toEqual(one.sends.json);
      } else {
        expect(partsOf(type, body)).toEqual(one.sends.parts);
      }
    });
  });
}

function partsOf(type: string, body: string | Uint8Array): readonly (readonly [string, string])[] {
  return readParts(type, body).map(({ name, fileName, contentType, bytes }) => {
    const text = Buffer.from(bytes, 'latin1').toString('utf8');
    return [name, fileName === null ? text : `${fileName}; ${contentType}; ${text}`] as const;
  });
}
