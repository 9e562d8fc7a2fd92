import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { GenerationRequest } from '../job/generation-request.ts';
import { defaultCatalog } from '../model/default-catalog.ts';
import type { ModelFamily } from '../model/model-family.ts';
import type { Route, RouteLimits } from '../model/route.ts';
import type { UpstreamCapabilities } from '../ports/upstream-capabilities.ts';
import type { Acceptability, UpstreamClient } from '../ports/upstream-client.ts';
import { createRouter, type Router } from './router.ts';

const [sample] = defaultCatalog.families;
if (sample === undefined) throw new Error('The default catalog is empty.');

const request: GenerationRequest = {
  ...sampleJob('queued').request,
  family: 'film',
  model: 'film',
};
const takesAll = { accepts: (): Acceptability => ({ kind: 'accepted', size: null }) };
const takesNone = {
  accepts: (): Acceptability => ({
    kind: 'not-accepted',
    parameter: 'aspectRatio',
    reason: 'is not made with a first frame',
  }),
};

function route(endpoint: string, model: string, more: Partial<Route> = {}): Route {
  return { endpoint, model, rank: 1, ...more };
}

function routerOf(
  routes: readonly Route[],
  endpoints: ReadonlyMap<string, Pick<UpstreamClient, 'accepts'>> = new Map([
    ['mock', takesAll],
    ['near', takesAll],
    ['far', takesAll],
    ['picky', takesNone],
  ]),
): Router {
  const families: readonly ModelFamily[] =
    sample === undefined ? [] : [{ ...sample, id: 'film', routes }];
  return createRouter({ catalog: () => ({ families, aliases: {} }) }, endpoints);
}

const at = (endpoint: string, families: readonly string[] = ['*']) => ({ endpoint, families });

describe('the routes of an account', () => {
  it('[providers.port.eligible] are those of its endpoint, the first rank first', () => {
    const book = routerOf([
      route('near', 'second', { rank: 2 }),
      route('near', 'first'),
      route('far', 'other'),
    ]);
    const eligibility = book.routesOf(at('near'), request);
    expect(eligibility).toMatchObject({
      kind: 'eligible',
      routes: [{ route: { model: 'first' } }, { route: { model: 'second' } }],
    });
    expect(book.serves(at('far'), 'film')).toBe(true);
  });

  it('[providers.port.eligible] are empty when the operator does not allow the family, the endpoint is not set up, or no route leads there', () => {
    const book = routerOf([route('near', 'm'), route('elsewhere', 'm')]);
    expect(book.routesOf(at('near', ['vidB']), request).kind).toBe('family-not-served');
    expect(book.routesOf(at('elsewhere'), request).kind).toBe('provider-missing');
    expect(book.routesOf(at('far'), request).kind).toBe('no-route');
    expect(book.routesOf(at('near'), { ...request, family: 'gone' }).kind).toBe('no-route');
    for (const account of [at('near', ['vidB']), at('elsewhere'), at('far')])
      expect(book.serves(account, 'film')).toBe(false);
    expect(book.serves(at('near', ['film']), 'film')).toBe(true);
  });

  it('are by which models the account could make the family, the first rank first', () => {
    const book = routerOf([
      route('near', 'second', { rank: 2 }),
      route('near', 'first'),
      route('far', 'other'),
    ]);
    expect(book.modelsFor(at('near'), 'film')).toEqual(['first', 'second']);
    expect(book.modelsFor(at('near'), 'gone')).toEqual([]);
    expect(book.modelsFor(at('near', ['gone']), 'film')).toEqual([]);
  });

  it('are decided by their endpoint, which checks each with the whole request', () => {
    const asked: unknown[] = [];
    const size = { width: 960, height: 544 };
    const endpoint = {
      accepts: (question: unknown): Acceptability => {
        asked.push(question);
        return { kind: 'accepted', size };
      },
    };
    const one = route('near', 'one');
    const book = routerOf([one], new Map([['near', endpoint]]));
    expect(book.routesOf(at('near'), request)).toEqual({
      kind: 'eligible',
      routes: [{ route: one, size }],
    });
    expect(asked).toEqual([{ route: one, request }]);
  });

  it('charge by the rule of their endpoint, where it is set up and has one', () => {
    const capabilities: UpstreamCapabilities = {
      endpoint: 'near',
      minimumPollIntervalMs: 1,
      visibilityLagMs: 0,
      reconcileAfterMs: null,
      handlesBelongTo: 'key',
      findsBy: 'none',
      unit: 'usd',
      charges: 'success',
    };
    const reporting = { ...takesAll, capabilities: () => capabilities };
    const book = createRouter(
      { catalog: () => ({ families: [], aliases: {} }) },
      new Map<string, typeof takesAll | typeof reporting>([
        ['near', reporting],
        ['far', takesAll],
      ]),
    );
    expect(book.chargingAt('near')).toMatchObject({ unit: 'usd', charges: 'success' });
    expect(book.chargingAt('far')).toBeUndefined();
    expect(book.chargingAt('elsewhere')).toBeUndefined();
  });

  it('[providers.port.not-supported] are empty when the endpoint cannot make the request, and the outcome says what it cannot make', () => {
    const book = routerOf([
      route('picky', 'one'),
      route('picky', 'two', { limits: { resolutions: ['720p'] } }),
    ]);
    expect(book.routesOf(at('picky'), request)).toMatchObject({
      kind: 'request-not-supported',
      detail:
        'one: aspectRatio is not made with a first frame; two: resolution 1080p is not one of 720p',
      verdicts: [{ parameter: 'aspectRatio' }, { parameter: 'resolution' }],
    });
    expect(book.serves(at('picky'), 'film')).toBe(true);
  });

  it('[providers.port.rehearsal] never lead to the mock where another endpoint makes the family, set up or not', () => {
    const both = routerOf([route('mock', 'm'), route('near', 'm')]);
    expect(both.routesOf(at('mock'), request).kind).toBe('no-route');
    expect(both.serves(at('mock'), 'film')).toBe(false);
    const missing = routerOf([route('mock', 'm'), route('elsewhere', 'm')]);
    expect(missing.routesOf(at('mock'), request).kind).toBe('no-route');
    expect(routerOf([route('mock', 'm')]).routesOf(at('mock'), request).kind).toBe('eligible');
  });

  const reference = {
    kind: 'image',
    role: 'first_frame',
    assetId: null,
    sha256: 'a',
    contentType: 'image/png',
    size: 1,
  } as const;
  const limits: readonly (readonly [RouteLimits, Partial<GenerationRequest>, string | null])[] = [
    [{ durationsSeconds: [4, 6] }, {}, 'durationSeconds'],
    [{ durationsSeconds: [5] }, {}, null],
    [{ durationsSeconds: [5] }, { durationSeconds: null, mediaType: 'image' }, null],
    [{ aspectRatios: ['9:16'] }, {}, 'aspectRatio'],
    [{ resolutions: ['720p'] }, {}, 'resolution'],
    [{ resolutions: ['720p'] }, { resolution: '720p' }, null],
    [{ audio: [false] }, {}, 'generateAudio'],
    [{ audio: [false] }, { generateAudio: false }, null],
    [{ audio: [true] }, { mediaType: 'image', generateAudio: false }, null],
    [{ references: { maximum: 0 } }, { references: [reference] }, 'references'],
    [{ references: { maximum: 1 } }, { references: [reference] }, null],
    [{ references: { kinds: ['video'] } }, { references: [reference] }, 'references'],
    [{ references: { roles: ['last_frame'] } }, { references: [reference] }, 'references'],
    [
      { references: { kinds: ['image'], roles: ['first_frame'] } },
      { references: [reference] },
      null,
    ],
  ];

  it.each(limits)('[providers.port.limits] %j narrow %j', (narrowed, changes, beyond) => {
    const book = routerOf([route('near', 'm', { limits: narrowed })]);
    const eligibility = book.routesOf(at('near'), { ...request, ...changes });
    if (beyond === null) expect(eligibility.kind).toBe('eligible');
    else expect(eligibility).toMatchObject({ detail: expect.stringContaining(`m: ${beyond} `) });
  });

  it('[providers.port.eligible] law: an eligible account serves the family, by a route of its endpoint that the endpoint accepts', () => {
    const anyRoute = fc.record({
      endpoint: fc.constantFrom('mock', 'near', 'far', 'picky', 'elsewhere'),
      model: fc.constantFrom('one', 'two'),
      rank: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyRoute, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('mock', 'near', 'far', 'picky', 'elsewhere'),
        fc.constantFrom(['*'], ['film'], ['vidB']),
        (routes, endpoint, families) => {
          const book = routerOf(routes);
          const account = at(endpoint, families);
          const eligibility = book.routesOf(account, request);
          const serves = book.serves(account, 'film');
          expect(serves).toBe(['eligible', 'request-not-supported'].includes(eligibility.kind));
          if (eligibility.kind !== 'eligible') return;
          const found = eligibility.routes.map(({ route: { endpoint: made } }) => made);
          expect(new Set(found)).toEqual(new Set([endpoint]));
          const ranks = eligibility.routes.map(({ route: { rank } }) => rank);
          expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
          expect(endpoint).not.toBe('picky');
          if (endpoint === 'mock')
            expect(routes.every((one) => one.endpoint === 'mock')).toBe(true);
        },
      ),
    );
  });

  it('follow the catalog as it is at each use', () => {
    let catalog = { families: [] as readonly ModelFamily[], aliases: {} };
    const offer = { catalog: () => catalog };
    const book = createRouter(offer, new Map([['near', takesAll]]));
    expect(book.serves(at('near'), 'film')).toBe(false);
    const families =
      sample === undefined ? [] : [{ ...sample, id: 'film', routes: [route('near', 'm')] }];
    catalog = { families, aliases: {} };
    expect(book.serves(at('near'), 'film')).toBe(true);
    expect(book.families).toEqual(['film']);
  });
});
