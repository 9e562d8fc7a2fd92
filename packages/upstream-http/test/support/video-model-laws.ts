import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Acceptability, GenerationRequest, JsonValue, Route } from '@filmgate/core';
import type { PreparedCall, ProviderDescription } from '../../src/engine/provider-description.ts';
import { arbitraryRequest, arbitraryRoute } from './arbitrary-video-request.ts';
import { sampleAccount, sampleCorrelationId } from './sample-request.ts';

/** Laws of a description with a table of models, for any request. */
export function holdsVideoModelLaws(ids: string, description: ProviderDescription): void {
  const route = arbitraryRoute(description);

  describe('a description with a table of models', () => {
    it(`${ids} says of any request on any route the same as before, and never throws`, () => {
      fc.assert(
        fc.property(route, arbitraryRequest, (to, request) => {
          const copy = JSON.stringify([to, request]);
          const said = description.accepts(to, request);
          expect(description.accepts(to, request)).toEqual(said);
          expect(JSON.stringify([to, request])).toBe(copy);
          expect(isReasoned(said)).toBe(true);
        }),
        { numRuns: 400 },
      );
    });

    it(`${ids} builds what it accepted: JSON, the same each time, with every reference`, () => {
      let built = 0;
      fc.assert(
        fc.property(route, arbitraryRequest, (to, request) => {
          if (description.accepts(to, request).kind !== 'accepted') return;
          const call = callOf(description, to, request);
          expect(callOf(description, to, request)).toEqual(call);
          expect(JSON.parse(JSON.stringify(call))).toEqual(call);
          expect(call.path).toMatch(/^\/[A-Za-z0-9._:/-]+$/);
          for (const { sha256 } of request.references)
            expect(JSON.stringify(call.body)).toContain(sha256);
          built += 1;
        }),
        { numRuns: 3_000 },
      );
      expect(built).toBeGreaterThan(10);
    });

    it(`${ids} lets no constant of a route touch what it writes`, () => {
      fc.assert(
        fc.property(route, arbitraryRequest, (to, request) => {
          if (description.accepts(to, request).kind !== 'accepted') return;
          const { fixed: _, ...plain } = to;
          const written = fieldsOf(callOf(description, plain, request));
          const placed = fieldsOf(callOf(description, to, request));
          for (const name of description.writes) {
            if (!name.includes('.'))
              expect(trimmed(placed[name], written[name])).toEqual(written[name]);
          }
          const only = { ...plain, fixed: constantsOf(description) };
          expect(fieldsOf(callOf(description, only, request))).toEqual(written);
        }),
        { numRuns: 400 },
      );
    });
  });
}

/** Returns a constant for each field the description writes. */
function constantsOf({ writes }: ProviderDescription): { readonly [field: string]: JsonValue } {
  return Object.fromEntries(writes.map((name) => [name, 'of the route']));
}

function isReasoned(said: Acceptability): boolean {
  return said.kind === 'accepted' || (said.parameter !== '' && said.reason.endsWith('.'));
}

function callOf(
  description: ProviderDescription,
  route: Route,
  request: GenerationRequest,
): PreparedCall {
  return description.build({
    route,
    request,
    account: sampleAccount,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
}

function fieldsOf({ body }: PreparedCall): { readonly [field: string]: unknown } {
  return body.kind === 'json' && isPlain(body.value) ? body.value : {};
}

/** Returns the part of an object with the former names: constants may add others beside them. */
function trimmed(placed: unknown, written: unknown): unknown {
  if (!isPlain(placed) || !isPlain(written)) return placed;
  return Object.fromEntries(
    Object.entries(placed).filter(([name]) => Object.hasOwn(written, name)),
  );
}

function isPlain(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
