import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * An endpoint at the mock that speaks a provider's protocol, with one family that no other endpoint makes; both have
 * its name.
 */
export interface OperatorEndpoint {
  readonly name: string;
  readonly protocol: string;
  readonly dialect?: string;
  /** Below the mock's origin, or below its own. */
  readonly path: string;
  /** Absent = the mock's. */
  readonly origin?: string;
  /** Entries of `result_hosts`; absent = none. */
  readonly resultHosts?: readonly string[];
  /** Absent = videos. */
  readonly makes?: 'image';
  readonly model: string;
  readonly resolutions: readonly string[];
  readonly aspectRatios: readonly string[];
  readonly durationsSeconds: readonly number[];
  /** Absent = optional. */
  readonly audio?: 'always' | 'none';
  /** True for a model of texts alone; absent = it accepts a first frame, too. */
  readonly hasNoFrames?: true;
  /** Fields of its credential, each with a unique value. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** An endpoint of a shipped protocol. */
export interface PersonalityEndpoint extends OperatorEndpoint {
  readonly protocol:
    | 'kling'
    | 'ark'
    | 'dashscope'
    | 'fal'
    | 'google'
    | 'luma'
    | 'minimax'
    | 'openai-videos'
    | 'openrouter'
    | 'replicate'
    | 'runway'
    | 'vertex'
    | 'vidu'
    | 'xai';
}

const kling = {
  protocol: 'kling',
  path: '/kling',
  resolutions: ['720p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [3, 5],
} as const;
const openAi = {
  protocol: 'openai-videos',
  path: '/openai-videos/v1',
  model: 'sora-2',
  resolutions: ['360p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [1],
} as const;

/** All protocols, in each of their dialects. */
export const personalityEndpoints: readonly PersonalityEndpoint[] = [
  { ...kling, name: 'kling', model: 'kling-3.0', secrets: { api_key: 'canary-of-kling' } },
  {
    name: 'ark',
    protocol: 'ark',
    path: '/ark/api/v3',
    model: 'dreamina-seedance-2-0-260128',
    resolutions: ['480p', '720p'],
    aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
    durationsSeconds: [4, 5, 6, 7],
    secrets: { api_key: 'canary-of-ark' },
  },
  {
    name: 'minimax',
    protocol: 'minimax',
    path: '/minimax',
    model: 'MiniMax-H3',
    resolutions: ['768p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [4],
    audio: 'always',
    secrets: { api_key: 'canary-of-minimax' },
  },
  {
    name: 'dashscope',
    protocol: 'dashscope',
    path: '/dashscope/api/v1',
    model: 'wan3.0-video',
    resolutions: ['480p', '720p'],
    aspectRatios: ['16:9', '9:16'],
    durationsSeconds: [2],
    secrets: { api_key: 'canary-of-dashscope' },
  },
  {
    name: 'google',
    protocol: 'google',
    path: '/google',
    model: 'gemini-omni-1.1-flash',
    resolutions: ['720p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [3],
    audio: 'always',
    secrets: { api_key: 'canary-of-google' },
  },
  {
    name: 'vertex',
    protocol: 'vertex',
    path: '/google/v1',
    model: 'veo-3.1-generate-001',
    resolutions: ['720p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [4],
    secrets: { api_key: 'canary-of-vertex' },
  },
  {
    name: 'runway',
    protocol: 'runway',
    path: '/runway',
    model: 'seedance2_fast',
    resolutions: ['480p', '720p'],
    aspectRatios: ['16:9', '21:9'],
    durationsSeconds: [4],
    secrets: { api_key: 'canary-of-runway' },
  },
  {
    name: 'xai',
    protocol: 'xai',
    path: '/xai',
    model: 'grok-imagine-video',
    resolutions: ['480p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [1],
    secrets: { api_key: 'canary-of-xai' },
  },
  {
    name: 'luma',
    protocol: 'luma',
    path: '/luma/v1',
    model: 'ray-3.2',
    resolutions: ['360p', '540p'],
    aspectRatios: ['16:9', '4:3'],
    durationsSeconds: [5],
    audio: 'none',
    secrets: { api_key: 'canary-of-luma' },
  },
  {
    name: 'vidu',
    protocol: 'vidu',
    path: '/vidu',
    model: 'viduq3-turbo',
    resolutions: ['540p', '720p'],
    aspectRatios: ['16:9', '9:16'],
    durationsSeconds: [1, 2],
    secrets: { api_key: 'canary-of-vidu' },
  },
  {
    name: 'openrouter',
    protocol: 'openrouter',
    path: '/openrouter/api/v1',
    model: 'google/veo-3.1',
    resolutions: ['720p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [4],
    secrets: { api_key: 'canary-of-openrouter' },
  },
  {
    name: 'replicate',
    protocol: 'replicate',
    path: '/replicate/v1',
    model: 'google/veo-3.1',
    resolutions: ['720p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [4],
    secrets: { api_key: 'canary-of-replicate' },
  },
  {
    name: 'fal',
    protocol: 'fal',
    path: '/fal',
    model: 'fal-ai/veo3.1',
    resolutions: ['720p'],
    aspectRatios: ['16:9'],
    durationsSeconds: [4],
    hasNoFrames: true,
    secrets: { api_key: 'canary-of-fal' },
  },
  { ...openAi, name: 'standard', secrets: { api_key: 'canary-of-standard' } },
  {
    ...openAi,
    name: 'form',
    dialect: 'vllm-omni',
    secrets: { api_key: 'canary-of-form' },
  },
  {
    ...openAi,
    name: 'gateway',
    dialect: 'filmgate',
    secrets: { api_key: 'canary-of-gateway' },
  },
];

/** Protocols that the mock must speak for them: that of Vertex is part of Google's. */
export const personalities = [
  ...new Set(
    personalityEndpoints.map(({ protocol }) => (protocol === 'vertex' ? 'google' : protocol)),
  ),
];

/** Writes the files of an operator with an account at each endpoint, and returns the settings that name them. */
export async function writeOperatorFiles(
  folder: string,
  mockUrl: string,
  operated: readonly OperatorEndpoint[] = personalityEndpoints,
): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const endpoints = operated.map(({ name, protocol, dialect, path, ...place }) => [
    name,
    {
      protocol,
      base_url: (place.origin ?? mockUrl) + path,
      ...(dialect !== undefined && { dialect }),
      ...(place.resultHosts !== undefined && { result_hosts: place.resultHosts }),
    },
  ]);
  const accounts = operated.map(async ({ name, secrets }) => {
    const files = Object.entries(secrets).map(
      async ([field, value]) => [field, { file: await write(`${name}.${field}`, value) }] as const,
    );
    return {
      label: name,
      endpoint: name,
      concurrency: 1_000,
      secrets: Object.fromEntries(await Promise.all(files)),
    };
  });
  return {
    FILMGATE_PROVIDERS_FILE: await write('providers.json', Object.fromEntries(endpoints)),
    FILMGATE_CATALOG_FILE: await write('catalog.json', {
      families: operated.map(familyOf),
    }),
    FILMGATE_ACCOUNTS_FILE: await write('accounts.json', { accounts: await Promise.all(accounts) }),
  };
}

const aFirstFrame = { kinds: ['image'], roles: ['first_frame'], minimum: 0, maximum: 1 };
const noReferences = { kinds: [], roles: [], minimum: 0, maximum: 0 };

function familyOf(endpoint: OperatorEndpoint) {
  const { name, model, resolutions, aspectRatios, durationsSeconds, audio = 'optional' } = endpoint;
  return {
    id: name,
    mediaType: endpoint.makes ?? 'video',
    surfaces: endpoint.makes === 'image' ? ['local'] : ['tasks', 'local'],
    displayName: name,
    description: `Videos of ${name}.`,
    ownedBy: name,
    durationsSeconds,
    aspectRatios,
    resolutions,
    audio: endpoint.makes === 'image' ? 'none' : audio,
    negativePrompt: false,
    references: endpoint.hasNoFrames === true ? noReferences : aFirstFrame,
    promptLimit: 2_000,
    creditsPerSecond: Object.fromEntries(resolutions.map((resolution) => [resolution, 2])),
    routes: [{ endpoint: name, model }],
    waitSeconds: 1_800,
  };
}
