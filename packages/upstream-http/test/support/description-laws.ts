import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type { PreparedCall, ProviderDescription } from '../../src/engine/provider-description.ts';
import { anyRequest, anyRoute } from './arbitrary-request.ts';
import { openEngine } from './open-engine.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleRequest,
  sampleRoute,
} from './sample-request.ts';

const naming = { account: sampleAccount, correlationId: sampleCorrelationId };
const noticeUrls = [null, 'https://video.example.com/notices/token-1'] as const;

/**
 * Laws of every description: `accepts` is pure and total, and every accepted request can be built, always with an equal
 * result.
 */
export function holdsDescriptionLaws(ids: string, description: ProviderDescription): void {
  const routes = anyRoute(...description.models.map(({ model }) => model));

  describe('a description', () => {
    law.prop([anyRequest, routes])(`${ids} accepts or names the parameter`, (request, route) => {
      const said = description.accepts(route, request);
      expect(description.accepts(route, request)).toEqual(said);
      if (said.kind === 'accepted') return;
      expect(said.parameter).toMatch(/^[a-z][A-Za-z]*$/);
      expect(said.reason).toMatch(/\.$/);
    });

    law.prop([anyRequest, routes, fc.constantFrom(...noticeUrls)])(
      `${ids} builds what it accepts, always the same, and saves no more than JSON`,
      (request, route, noticeUrl) => {
        if (description.accepts(route, request).kind !== 'accepted') return;
        const input = { request, route, ...naming, noticeUrl };
        const call = description.build(input);
        expect(description.build(input)).toEqual(call);
        const { client } = openEngine(description, () => ({ status: 500, body: {} }));
        const saved = client.prepare(input);
        expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
      },
    );

    law.prop([anyRequest, routes])(`${ids} names every field it writes`, (request, route) => {
      if (description.accepts(route, request).kind !== 'accepted') return;
      const call = description.build({ request, route, ...naming, noticeUrl: noticeUrls[1] });
      for (const field of fieldsOf(call)) expect(description.writes).toContain(field);
    });

    const { notice, naming: names } = description;
    law.prop([fc.jsonValue()])(`[notices.verified] reads any body of a call, or none`, (body) => {
      const kinds = ['work', 'challenge', 'nothing', undefined];
      expect(kinds).toContain(notice?.read(jsonOf(body)).kind);
    });

    it('[notices.found] sends the URL of a submission where its provider calls back, and can read its tasks', () => {
      const order = { request: sampleRequest(), route: sampleRoute(), ...naming };
      const [without, withUrl] = noticeUrls.map((noticeUrl) =>
        decodeURIComponent(JSON.stringify(description.build({ ...order, noticeUrl }))),
      );
      expect(without === withUrl).toBe(notice === undefined);
      expect(withUrl?.includes(noticeUrls[1])).toBe(notice !== undefined);
      if (notice !== undefined) expect(names).toBeDefined();
    });

    it(`${ids} sends the constants of a route`, () => {
      const route = sampleRoute({ fixed: { constant_of_a_route: 'as told' } });
      const call = description.build({
        request: sampleRequest(),
        route,
        ...naming,
        noticeUrl: null,
      });
      expect(JSON.stringify(call.body)).toContain('as told');
    });
  });
}

function jsonOf(value: unknown): JsonValue {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}

function fieldsOf({ body }: PreparedCall): readonly string[] {
  if (body.kind === 'multipart') return body.parts.map(({ name }) => name);
  return Object.keys(z.record(z.string(), z.unknown()).parse(body.value));
}
