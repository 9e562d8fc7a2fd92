import type { CostUnit, GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { ark } from '../../src/ark/index.ts';
import { pixelTables } from '../../src/ark/pixels.ts';
import type { OfferedFamily } from '../../src/engine/provider-description.ts';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { dashscope } from '../../src/dashscope/index.ts';
import { fal } from '../../src/fal/index.ts';
import { google } from '../../src/google/index.ts';
import { kling } from '../../src/kling/index.ts';
import { luma } from '../../src/luma/index.ts';
import { minimax } from '../../src/minimax/index.ts';
import { openaiVideos } from '../../src/openai-videos/index.ts';
import { openrouter } from '../../src/openrouter/index.ts';
import { replicate } from '../../src/replicate/index.ts';
import { runway } from '../../src/runway/index.ts';
import { vertex } from '../../src/vertex/index.ts';
import { vidu } from '../../src/vidu/index.ts';
import { xai } from '../../src/xai/index.ts';
import { sampleReference, sampleRequest } from '../support/sample-request.ts';

/** Returns the routes of a family, as a catalog would have them. */
function routesOf({ model, route }: OfferedFamily, { endpoints }: ProviderDescription) {
  return Object.keys(endpoints).flatMap((endpoint) => {
    const name = typeof model === 'string' ? model : model[endpoint];
    return name === undefined ? [] : [{ ...route, endpoint, model: name, rank: 1 }];
  });
}

function* combinationsOf(family: OfferedFamily): Generator<GenerationRequest> {
  const { minimum, roles } = family.references;
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
            references: minimum === 0 ? [] : roles.slice(0, 1).map((role) => sampleReference(role)),
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

/** US dollars per second in Singapore, as the price page of Alibaba Cloud is repeated; sound is included. */
const dashscopePrices: typeof klingPrices = {
  'dashscope-wan-3.0': { '480p': 0.05, '720p': 0.1, '1080p': 0.2 },
  'dashscope-wan-3.0-prime': { '480p': 0.068, '720p': 0.14, '1080p': 0.28 },
  'dashscope-wan-2.7': { '720p': 0.1, '1080p': 0.15 },
};

/** US dollars per second, as MiniMax's price page is repeated; sound is included. */
const minimaxPrices: typeof klingPrices = {
  'minimax-h3': { '768p': 0.08, '1440p': 0.13 },
  'minimax-h3-references': { '768p': 0.08, '1440p': 0.13 },
  'minimax-h3-max': { '480p': 0.05, '768p': 0.08 },
};

/**
 * US dollars per second: the tokens of a second times the price of a million, as Google's price page is repeated; sound
 * is included.
 */
const omniPrices = {
  current: { '360p': 0.023172, '720p': 0.069504, '1080p': 0.104256, '2160p': 0.208512 },
  earlier: { '360p': 0.033793, '720p': 0.10136, '1080p': 0.15204, '2160p': 0.30408 },
} as const;
const googlePrices: typeof klingPrices = {
  'gemini-omni-1.2-flash': omniPrices.current,
  'gemini-omni-1.2-flash-references': omniPrices.current,
  'gemini-omni-1.1-flash': omniPrices.earlier,
  'gemini-omni-1.1-flash-references': omniPrices.earlier,
};

/** US dollars per second, as copies of OpenRouter's list of models have them: with sound if there is a choice. */
const openRouterPrices: typeof klingPrices = {
  'veo-3.1': { '720p': 0.4, '1080p': 0.4, '2160p': 0.6 },
  'veo-3.1-fast': { '720p': 0.1, '1080p': 0.12, '2160p': 0.3 },
  'veo-3.1-lite': { '720p': 0.05, '1080p': 0.08 },
  'wan-3.0': { '480p': 0.05, '720p': 0.1, '1080p': 0.2 },
  'flux-3-video': { '720p': 0.17, '1080p': 0.29 },
  'runway-gen-4.5': { '720p': 0.12 },
};

/** US dollars per second, as callers repeat the pages of Replicate's models: with sound if there is a choice. */
const replicatePrices: typeof klingPrices = {
  'replicate-veo-3.1': { '720p': 0.4, '1080p': 0.4 },
  'replicate-veo-3.1-references': { '720p': 0.4, '1080p': 0.4 },
  'replicate-veo-3.1-fast': { '720p': 0.15, '1080p': 0.15 },
  'replicate-seedance-2.0': { '720p': 0.18, '1080p': 0.45 },
  'replicate-kling-2.6': { '1080p': 0.07 },
  'replicate-kling-2.6-sound': { '1080p': 0.14 },
};

/** US dollars per second: a fifth of the price of 5 s, and a tenth of that of 10 s, as callers repeat Luma's page. */
const lumaPrices: typeof klingPrices = {
  'ray-3.2': { '360p': 0.06 / 5, '540p': 0.15 / 5, '720p': 0.3 / 5, '1080p': 1.2 / 5 },
  'ray-3.2-long': { '360p': 0.18 / 10, '540p': 0.45 / 10, '720p': 0.9 / 10, '1080p': 3.6 / 10 },
};

/** US dollars per second: half a cent for each credit, as callers repeat Vidu's page. */
const viduPrices: typeof klingPrices = {
  'vidu-q3-pro': { '540p': 0.045, '720p': 0.1, '1080p': 0.12 },
  'vidu-q3-turbo': { '540p': 0.035, '720p': 0.055, '1080p': 0.065 },
  'vidu-q3-references': { '540p': 0.035, '720p': 0.06, '1080p': 0.075 },
};

/** US dollars per second, as callers repeat the page of Vertex AI: with sound. */
const vertexPrices: typeof klingPrices = {
  'vertex-veo-3.1': { '720p': 0.4, '1080p': 0.4, '2160p': 0.6 },
  'vertex-veo-3.1-references': { '720p': 0.4, '1080p': 0.4, '2160p': 0.6 },
  'vertex-veo-3.1-fast': { '720p': 0.1, '1080p': 0.12, '2160p': 0.3 },
  'vertex-veo-3.1-lite': { '720p': 0.05, '1080p': 0.08 },
};

/** US dollars per second, on the pages of fal's models: with sound, where it costs more. */
const falPrices: typeof klingPrices = {
  'fal-veo-3.1': { '720p': 0.4, '1080p': 0.4, '2160p': 0.6 },
  'fal-seedance-2.0': { '720p': 0.3034 },
  'fal-seedance-2.0-images': { '720p': 0.3024 },
  'fal-kling-3.0': { '720p': 0.084 },
  'fal-kling-3.0-sound': { '720p': 0.126 },
  'fal-kling-3.0-pro-images': { '1080p': 0.168 },
};

/** US dollars per second, of which Runway counts a hundredth as a credit. */
const runwayPrices: typeof klingPrices = {
  'gen-4.5': { '720p': 0.12 },
  'gen-4.5-image': { '720p': 0.12 },
  'gen-4-turbo': { '720p': 0.05 },
  'runway-veo-3.1': { '720p': 0.4, '1080p': 0.4 },
  'runway-veo-3.1-fast': { '720p': 0.15, '1080p': 0.15 },
  'runway-seedance-2.0': { '480p': 0.36, '720p': 0.36 },
  'runway-seedance-2.0-fast': { '480p': 0.29, '720p': 0.29 },
};

/** US dollars per million tokens. */
const arkRates: { readonly [family: string]: { readonly [resolution: string]: number } } = {
  'seedance-2.5': { '480p': 10.7, '720p': 10.7, '1080p': 11.7, '2160p': 11.7 },
  'seedance-2.5-video-references': { '480p': 6.5, '720p': 6.5, '1080p': 7, '2160p': 7 },
  'seedance-2.5-flash': { '480p': 3.7, '720p': 3.7 },
  'seedance-2.0-video-references': { '480p': 4.3, '720p': 4.3, '1080p': 4.7, '2160p': 4 },
  'seedance-2.0': { '480p': 7, '720p': 7, '1080p': 7.7, '2160p': 4 },
  'seedance-2.0-fast': { '480p': 5.6, '720p': 5.6 },
  'seedance-2.0-mini': { '480p': 3.5, '720p': 3.5 },
  'seedance-1.5-pro': { '480p': 2.4, '720p': 2.4, '1080p': 2.4 },
  'seedance-1.0-pro': { '480p': 2.5, '720p': 2.5, '1080p': 2.5 },
  'seedance-1.0-pro-fast': { '480p': 1, '720p': 1, '1080p': 1 },
};

/** Returns the tokens of a second of the largest shape; a video has one frame more than its seconds have. */
function tokensPerSecond(family: OfferedFamily, resolution: string): number {
  const rows = pixelTables[family.id.startsWith('seedance-1.0') ? 'first' : 'present'];
  const shapes = Object.values(rows[resolution] ?? {}).filter((shape) => shape !== undefined);
  const largest = Math.max(...shapes.map(({ width, height }) => width * height));
  const [shortest = 1] = family.durationsSeconds;
  // A reference video is taken to be as long as the video.
  const times = family.id.endsWith('-video-references') ? 2 : 1;
  return times * Math.ceil((largest * (24 + 1 / shortest)) / 1_024);
}

function dollarsPerSecond(family: OfferedFamily, resolution: string): number {
  const rate = arkRates[family.id]?.[resolution];
  const prices = {
    ...klingPrices,
    ...minimaxPrices,
    ...dashscopePrices,
    ...googlePrices,
    ...vertexPrices,
    ...xaiPrices,
    ...lumaPrices,
    ...viduPrices,
    ...runwayPrices,
    ...openRouterPrices,
    ...replicatePrices,
    ...falPrices,
  };
  if (rate === undefined) return prices[family.id]?.[resolution] ?? Number.NaN;
  return (rate * tokensPerSecond(family, resolution)) / 1_000_000;
}

/** Returns the cost of a second in the smallest part of a unit. */
function costPerSecond(unit: CostUnit, family: OfferedFamily, resolution: string): number {
  if (unit === 'tokens') return tokensPerSecond(family, resolution);
  const dollars = dollarsPerSecond(family, resolution);
  if (unit === 'credits') return dollars * (family.ownedBy === 'vidu' ? 200 : 100);
  return unit === 'usd' ? dollars * 1_000_000 : (dollars / klingUnit) * 100;
}

describe.each([
  ['kling', kling.describe({})],
  ['ark', ark.describe({})],
  ['minimax', minimax.describe({})],
  ['dashscope', dashscope.describe({})],
  ['google', google.describe({})],
  ['vertex', vertex.describe({})],
  ['runway', runway.describe({})],
  ['xai', xai.describe({})],
  ['luma', luma.describe({})],
  ['vidu', vidu.describe({})],
  ['openrouter', openrouter.describe({})],
  ['replicate', replicate.describe({})],
  ['fal', fal.describe({})],
] as const)('the preset %s', (_name, description) => {
  const families = (description.families ?? []).filter(({ mediaType }) => mediaType === 'video');

  it.each(families)(
    `[providers.presets.routes] $id: each combination is one that its routes take`,
    (family) => {
      for (const route of routesOf(family, description)) {
        expect(description.models.map(({ model }) => model)).toContain(route.model);
        for (const request of combinationsOf(family))
          expect(description.accepts(route, request)).toMatchObject({ kind: 'accepted' });
      }
    },
  );

  it.each(families)(`[providers.presets.routes] $id: each role it names is taken`, (family) => {
    const [request = sampleRequest()] = combinationsOf(family);
    for (const role of family.references.roles) {
      const beside = { last_frame: 'first_frame', reference_audio: 'reference_image' } as const;
      const needed = role === 'last_frame' || role === 'reference_audio' ? [beside[role]] : [];
      const given = [...needed, role].map((one) => sampleReference(one));
      for (const route of routesOf(family, description))
        expect(description.accepts(route, { ...request, references: given })).toMatchObject({
          kind: 'accepted',
        });
    }
  });

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
      const { perSecond = {} } = family.route.cost ?? {};
      expect(Object.keys(perSecond)).toEqual([...family.resolutions]);
      for (const resolution of family.resolutions) {
        const amount = perSecond[resolution] ?? 0;
        const whole = costPerSecond(description.unit, family, resolution);
        expect(Math.abs(amount - whole)).toBeLessThan(1);
        expect(amount).toBeGreaterThanOrEqual(whole - 1e-6);
      }
    },
  );

  it.each(families)('[providers.presets.routes] $id: says where its price was read', (family) => {
    expect(family.source).toMatch(/^https:\/\//);
    expect(family.read).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('[providers.presets.routes] have families', () => {
    expect(families.length).toBeGreaterThan(0);
  });
});

describe('the preset openai-videos', () => {
  const description = openaiVideos.describe({ dialect: 'vllm-omni' });
  const families = (description.families ?? []).filter(({ mediaType }) => mediaType === 'video');

  it.each(families)(
    '[providers.presets.own-server] $id: each combination is accepted, as long as its frames last',
    (family) => {
      const { model, route } = family;
      const fixed = route.fixed ?? {};
      const name = typeof model === 'string' ? model : '';
      for (const request of combinationsOf(family)) {
        const made = description.accepts(
          { endpoint: 'home', model: name, rank: 1, fixed },
          request,
        );
        expect(made).toMatchObject({ kind: 'accepted' });
        expect(Number(fixed['num_frames']) / Number(fixed['fps'])).toBe(request.durationSeconds);
      }
      expect(description.writes.filter((field) => field in fixed)).toEqual([]);
    },
  );

  it('[providers.presets.own-server] is of one dialect', () => {
    expect(families.map(({ id }) => id)).toEqual(['wan-2.2']);
    expect(openaiVideos.describe({}).families).toEqual([]);
  });
});
