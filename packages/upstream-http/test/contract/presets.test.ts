import { readFileSync } from 'node:fs';
import type {
  AspectRatio,
  CostUnit,
  GenerationRequest,
  ReferenceRole,
  Resolution,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ark } from '../../src/ark/index.ts';
import { pixelTables } from '../../src/ark/pixels.ts';
import { kling } from '../../src/kling/index.ts';
import { openaiVideos } from '../../src/openai-videos/index.ts';
import { xai } from '../../src/xai/index.ts';
import { sampleReference, sampleRequest } from '../support/sample-request.ts';

const some = <Value>() => z.array(z.custom<Value>((value) => typeof value === 'string')).min(1);
const amounts = z.record(z.string(), z.int().nonnegative());
const familySchema = z.looseObject({
  id: z.string(),
  durationsSeconds: z.array(z.int()).min(1),
  aspectRatios: some<AspectRatio>(),
  resolutions: some<Resolution>(),
  audio: z.enum(['none', 'optional', 'always']),
  references: z.object({ roles: some<ReferenceRole>(), maximum: z.int() }).loose(),
  promptLimit: z.int(),
  creditsPerSecond: amounts,
  routes: z
    .array(
      z.strictObject({
        endpoint: z.string(),
        model: z.string(),
        rank: z.literal(1),
        cost: z.strictObject({ perSecond: amounts }),
      }),
    )
    .min(1),
  facts: z.array(
    z.strictObject({ field: z.string(), source: z.string().min(20), lastVerified: z.iso.date() }),
  ),
});
type Family = z.infer<typeof familySchema>;
const noReferences = { roles: [], maximum: 0 };

function familiesOf(name: string): readonly Family[] {
  const file = new URL(`../../presets/${name}.json`, import.meta.url);
  const preset = z.strictObject({ families: z.array(familySchema).min(1) });
  return preset.parse(JSON.parse(readFileSync(file, 'utf8'))).families;
}

function* combinationsOf(family: Family): Generator<GenerationRequest> {
  const audio = { none: [false], optional: [false, true], always: [true] }[family.audio];
  for (const durationSeconds of family.durationsSeconds)
    for (const aspectRatio of family.aspectRatios)
      for (const resolution of family.resolutions)
        for (const generateAudio of audio)
          yield sampleRequest({
            durationSeconds,
            aspectRatio,
            resolution,
            generateAudio,
            prompt: 'x'.repeat(Math.min(family.promptLimit, 2_500)),
          });
}

/** US dollars per second, by model and resolution, as on the price pages: with sound if there is a choice. */
const klingPrices: { readonly [family: string]: { readonly [resolution: string]: number } } = {
  'kling-3.0': { '720p': 0.126, '1080p': 0.168, '2160p': 0.42 },
  'kling-3.0-turbo': { '720p': 0.112, '1080p': 0.14 },
  'kling-3.0-omni': { '720p': 0.112, '1080p': 0.14, '2160p': 0.42 },
  'kling-2.6': { '720p': 0.042, '1080p': 0.07 },
  'kling-2.6-sound': { '1080p': 0.14 },
};
/** US dollars per Kling unit. */
const klingUnit = 0.14;

/** US dollars per second, as resellers repeat xAI's price page. */
const xaiPrices: typeof klingPrices = {
  'grok-imagine-video-1.5': { '480p': 0.08, '720p': 0.14, '1080p': 0.25 },
  'grok-imagine-video-1.5-references': { '480p': 0.08, '720p': 0.14 },
  'grok-imagine-video-1.5-lite': { '480p': 0.02, '720p': 0.03 },
  'grok-imagine-video': { '480p': 0.05, '720p': 0.07 },
};

/** US dollars per million tokens. */
const arkRates: { readonly [family: string]: { readonly [resolution: string]: number } } = {
  'seedance-2.5': { '480p': 10.7, '720p': 10.7, '1080p': 11.7 },
  'seedance-2.0': { '480p': 7, '720p': 7, '1080p': 7.7, '2160p': 4 },
  'seedance-2.0-fast': { '480p': 5.6, '720p': 5.6 },
  'seedance-2.0-mini': { '480p': 3.5, '720p': 3.5 },
  'seedance-1.5-pro': { '480p': 2.4, '720p': 2.4, '1080p': 2.4 },
  'seedance-1.0-pro': { '480p': 2.5, '720p': 2.5, '1080p': 2.5 },
  'seedance-1.0-pro-fast': { '480p': 1, '720p': 1, '1080p': 1 },
};

/** Returns the tokens of a second of the largest shape; a video has one frame more than its seconds have. */
function tokensPerSecond(family: Family, resolution: string): number {
  const rows = pixelTables[family.id.startsWith('seedance-1.0') ? 'first' : 'present'];
  const shapes = Object.values(rows[resolution] ?? {}).filter((shape) => shape !== undefined);
  const largest = Math.max(...shapes.map(({ width, height }) => width * height));
  const [shortest = 1] = family.durationsSeconds;
  return (largest * (24 + 1 / shortest)) / 1_024;
}

function dollarsPerSecond(family: Family, resolution: string): number {
  const rate = arkRates[family.id]?.[resolution];
  const prices = { ...klingPrices, ...xaiPrices };
  if (rate === undefined) return prices[family.id]?.[resolution] ?? Number.NaN;
  return (rate * tokensPerSecond(family, resolution)) / 1_000_000;
}

/** Returns the cost of a second in the smallest part of a unit. */
function costPerSecond(unit: CostUnit, family: Family, resolution: string): number {
  if (unit === 'tokens') return tokensPerSecond(family, resolution);
  const dollars = dollarsPerSecond(family, resolution);
  return unit === 'usd' ? dollars * 1_000_000 : (dollars / klingUnit) * 100;
}

describe.each([
  ['kling', kling.describe({})],
  ['ark', ark.describe({})],
  ['xai', xai.describe({})],
] as const)('the preset %s', (name, description) => {
  const families = familiesOf(name);

  it.each(families)(
    `[providers.presets.routes] $id: each combination is one that its routes take`,
    (family) => {
      for (const route of family.routes) {
        expect(Object.keys(description.endpoints)).toContain(route.endpoint);
        expect(description.models.map(({ model }) => model)).toContain(route.model);
        for (const request of combinationsOf(family))
          expect(description.accepts(route, request)).toMatchObject({ kind: 'accepted' });
      }
    },
  );

  it.each(families)(
    `[providers.presets.routes] $id: each role it names is taken`,
    ({ routes, references, ...family }) => {
      const [request = sampleRequest()] = combinationsOf({ ...family, routes, references });
      for (const role of references.roles) {
        const beside = { last_frame: 'first_frame', reference_audio: 'reference_image' } as const;
        const needed = role === 'last_frame' || role === 'reference_audio' ? [beside[role]] : [];
        const given = [...needed, role].map((one) => sampleReference(one));
        for (const route of routes)
          expect(description.accepts(route, { ...request, references: given })).toMatchObject({
            kind: 'accepted',
          });
      }
    },
  );

  it.each(families)(
    `[providers.presets.routes] $id: its price is the list price, rounded up`,
    (family) => {
      expect(Object.keys(family.creditsPerSecond)).toEqual([...family.resolutions]);
      for (const resolution of family.resolutions) {
        const cents = 100 * dollarsPerSecond(family, resolution);
        const credits = family.creditsPerSecond[resolution] ?? 0;
        expect(credits).toBeGreaterThanOrEqual(cents - 1e-6);
        expect(credits).toBeLessThan(cents + 1);
      }
    },
  );

  it.each(families)(
    `[providers.presets.routes] $id: its cost is in the unit of its endpoints`,
    (family) => {
      for (const { cost } of family.routes) {
        for (const resolution of family.resolutions) {
          const amount = cost.perSecond[resolution] ?? 0;
          const whole = costPerSecond(description.unit, family, resolution);
          expect(Math.abs(amount - whole)).toBeLessThan(1);
          expect(amount).toBeGreaterThanOrEqual(whole - 1e-6);
        }
      }
    },
  );

  it.each(families)(
    `[providers.presets.routes] $id: says where each fact was read`,
    ({ facts }) => {
      expect(facts.map(({ field }) => field).toSorted()).toEqual([
        'aspectRatios',
        'audio',
        'creditsPerSecond',
        'durationsSeconds',
        'promptLimit',
        'references',
        'resolutions',
        'routes.cost',
        'routes.model',
      ]);
    },
  );
});

describe('the preset openai-videos', () => {
  const preset = z.strictObject({
    families: z
      .array(
        familySchema.extend({
          references: z.looseObject({ maximum: z.literal(0) }),
          routes: z
            .array(
              z.strictObject({
                endpoint: z.literal('openai-videos/vllm-omni'),
                model: z.string(),
                rank: z.literal(1),
                fixed: z.strictObject({ num_frames: z.int(), fps: z.int() }),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  });
  const file = new URL('../../presets/openai-videos.json', import.meta.url);
  const { families } = preset.parse(JSON.parse(readFileSync(file, 'utf8')));
  const description = openaiVideos.describe({ dialect: 'vllm-omni' });

  it.each(families)(
    '[providers.presets.own-server] $id: each combination is accepted, as long as its frames last',
    ({ routes: [route], ...family }) => {
      if (route === undefined) throw new Error('There is no route.');
      for (const request of combinationsOf({ ...family, references: noReferences, routes: [] })) {
        expect(description.accepts(route, request)).toMatchObject({ kind: 'accepted' });
        expect(route.fixed.num_frames / route.fixed.fps).toBe(request.durationSeconds);
      }
      expect(description.writes.filter((field) => field in route.fixed)).toEqual([]);
      expect(family.facts.map(({ field }) => field)).toContain('routes.fixed');
    },
  );
});
