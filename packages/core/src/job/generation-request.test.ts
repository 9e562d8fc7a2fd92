import { expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { draftedRequest, type ReferenceDraft } from './generation-request.ts';

const source = { kind: 'url', url: 'https://example.org/a' } as const;

it('a drafted request has its references with their kind and part, and what such a one mostly is for the rest', () => {
  const references: readonly ReferenceDraft[] = [
    { param: 'images[0]', kind: 'image', role: 'first_frame', source },
    { param: 'video', kind: 'video', role: 'reference_video', source },
    { param: 'audio', kind: 'audio', role: 'reference_audio', source },
  ];
  const { request } = sampleJob('queued');
  const unseen = { assetId: null, sha256: '', size: 1 };
  expect(draftedRequest({ ...request, references })).toEqual({
    ...request,
    references: [
      { ...unseen, kind: 'image', role: 'first_frame', contentType: 'image/png' },
      { ...unseen, kind: 'video', role: 'reference_video', contentType: 'video/mp4' },
      { ...unseen, kind: 'audio', role: 'reference_audio', contentType: 'audio/mpeg' },
    ],
  });
});
