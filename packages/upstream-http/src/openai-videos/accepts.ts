import type { Acceptability, GenerationRequest } from '@filmgate/core';
import type { Dialect } from './dialect.ts';

/** Images that another gateway takes in one request. */
const mostImages = 9;

/** What no server of this shape can be told; what its model makes, the catalog says. */
export function acceptsVideo(dialect: Dialect, request: GenerationRequest): Acceptability {
  const { mediaType, negativePrompt, references } = request;
  const refuse = (parameter: string, reason: string): Acceptability => ({
    kind: 'not-accepted',
    parameter,
    reason,
  });
  if (mediaType !== 'video') return refuse('mediaType', 'It makes videos only.');
  if (negativePrompt !== null && !dialect.negativePrompt)
    return refuse('negativePrompt', 'Its request has no field for a negative prompt.');
  if (references.some(({ kind }) => kind !== 'image'))
    return refuse('references', 'It takes images only as references.');
  if (dialect.like === 'filmgate') {
    if (references.length > mostImages)
      return refuse('references', `It takes ${mostImages} images at most.`);
  } else {
    if (references.length > 1) return refuse('references', 'It takes one reference at most.');
    if (references.some(({ role }) => role === 'last_frame'))
      return refuse('references', 'It takes no last frame.');
  }
  return { kind: 'accepted', size: null };
}
