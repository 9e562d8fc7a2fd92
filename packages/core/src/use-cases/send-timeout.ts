import type { GenerationRequest } from '../job/generation-request.ts';
import type { UpstreamCapabilities } from '../ports/upstream-capabilities.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Returns how long the response to a submission is awaited, in ms: one with an image in it may take longer. */
export function sendTimeoutOf(
  { images, sendTimeoutMs }: Pick<UpstreamCapabilities, 'images' | 'sendTimeoutMs'>,
  { mediaType }: Pick<GenerationRequest, 'mediaType'>,
  options: Pick<GatewayOptions, 'sendTimeoutMs'>,
): number {
  const ofImages = mediaType === 'image' ? images?.sendTimeoutMs : undefined;
  return ofImages ?? sendTimeoutMs ?? options.sendTimeoutMs;
}
