import { defaultCatalog, type ModelCatalog } from '@filmgate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chatRules, image, png, text, user } from '../../test/doubles/chat-bodies.ts';
import { narrowedCatalog } from '../../test/doubles/narrowed-catalog.ts';
import { decodeChatRequest } from './chat/chat-request.ts';
import { decodeImageRequest } from '../generations/image-request.ts';
import { decodeWorkbenchJob } from './workbench/job-creation.ts';

const model = fc.constantFrom('vidA-4s-16x9-720p', 'vidA-8s-9x16-1080p', 'vidA-fast-4s-16x9-720p');
const options = {
  model,
  negative_prompt: fc.constantFrom(undefined, 'dogs'),
  generate_audio: fc.constantFrom(undefined, true, false),
};

const chatBody = fc.record({
  ...options,
  messages: fc
    .constantFrom([], [image(png)], [image(png, 'first_frame')])
    .map((images) => [user([text('a cat'), ...images])]),
});
const benchBody = fc.record({
  ...options,
  id: fc.constant('ui-b41f7a0e-5d0a-4a70-9f43-0d1f1b6c9a55'),
  prompt: fc.constantFrom('a', 'a cat'),
  reference_images: fc.constantFrom(undefined, [png]),
});
const imageBody = fc.record({
  model: fc.constantFrom('imgA-1x1-1k', 'imgA-16x9-1k'),
  prompt: fc.constantFrom('a', 'a cat'),
  n: fc.constantFrom(undefined, 2),
});

it.each([
  [
    'a chat',
    chatBody,
    (body: unknown, catalog: ModelCatalog) => decodeChatRequest(body, { ...chatRules, catalog }),
  ],
  [
    'a job of the workbench',
    benchBody,
    (body: unknown, catalog: ModelCatalog) => decodeWorkbenchJob(body, { ...chatRules, catalog }),
  ],
  [
    'images',
    imageBody,
    (body: unknown, catalog: ModelCatalog) =>
      decodeImageRequest(body, { ...chatRules, surface: 'local', catalog, mostImagesAtOnce: 4 }),
  ],
] as const)(
  '[local.wait.retry-survives-catalog][workbench.create.survives-catalog] the content of %s that was accepted is the same under every catalog',
  (_, bodies, decode) => {
    fc.assert(
      fc.property(bodies, narrowedCatalog, (body, catalog) => {
        const accepted = decode(body, defaultCatalog);
        expect(accepted).toMatchObject({ kind: 'decoded', offer: { kind: 'offered' } });
        const later = decode(body, catalog);
        expect(later.kind === 'decoded' && later.content).toEqual(
          accepted.kind === 'decoded' && accepted.content,
        );
      }),
      { numRuns: 300 },
    );
  },
);
