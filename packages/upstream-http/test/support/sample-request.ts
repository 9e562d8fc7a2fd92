import type { GenerationRequest, Reference, Route, UpstreamAccount } from '@filmgate/core';

/** Returns a request for a video, with a test's own values. */
export function sampleRequest(given: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    model: 'film-1',
    family: 'film-1',
    mediaType: 'video',
    prompt: 'A paper boat on a rainy street',
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '720p',
    generateAudio: false,
    references: [],
    ...given,
  };
}

/** Returns a reference of a role; `assetBytes` are its bytes. */
export function sampleReference(
  role: Reference['role'],
  given: Partial<Reference> = {},
): Reference {
  const kind = kindOf(role);
  const contentType = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' }[kind];
  const sha256 = `${role}-${given.assetId ?? 'one'}`;
  return { kind, role, assetId: null, sha256, contentType, size: 3, ...given };
}

function kindOf(role: Reference['role']): Reference['kind'] {
  if (role === 'reference_video') return 'video';
  return role === 'reference_audio' ? 'audio' : 'image';
}

/** Returns the bytes of a sample reference: its address as text. */
export async function readSampleAsset(sha256: string): Promise<Uint8Array> {
  return new TextEncoder().encode(sha256);
}

/** Returns a sample reference's bytes as a data URL. */
export function dataUrlOf({ sha256, contentType }: Reference): string {
  return `data:${contentType};base64,${Buffer.from(sha256).toString('base64')}`;
}

/** Returns the link at which a provider would read a sample reference. */
export function linkOf({ sha256, contentType }: Pick<Reference, 'sha256' | 'contentType'>): string {
  return `https://films.example/references/${contentType}/${sha256}`;
}

/** Returns a route to a model of the endpoint. */
export function sampleRoute(given: Partial<Route> = {}): Route {
  return { endpoint: 'endpoint-1', model: 'model-1', rank: 1, ...given };
}

export const sampleAccount: UpstreamAccount = {
  id: 'account-1',
  label: 'studio',
  secret: 'secret-key-1',
};

/** An attempt of a job, as submissions are named. */
export const sampleCorrelationId = 'vt_01hzy3v7q8r9s0t1v2w3x4y5z6.1';
