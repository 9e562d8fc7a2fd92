import { describe } from 'vitest';
import { holdsGoldenRequests } from '../support/golden-requests.ts';
import { holdsRefusalTable } from '../support/refusal-table.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import { sampleCorrelationId, sampleReference } from '../support/sample-request.ts';

const reference = sampleReference('first_frame');

describe('a described provider', () => {
  holdsRefusalTable('[providers.engine.proof]', {
    description: reelDescription(),
    bodyOf: (code) => (code === null ? undefined : { fault: code, words: 'said so' }),
    codes: ['bad-key', 'text-forbidden', 'text-', 'busy', 'no-film', 'other', ''],
  });

  holdsGoldenRequests('[providers.engine.assets]', reelDescription(), [
    {
      name: 'of a video with a still and a constant',
      request: { references: [reference] },
      route: { model: 'short', fixed: { color: 'sepia' } },
      path: '/films/short',
      headers: { 'x-reel-key': 'secret-key-1' },
      sends: {
        json: {
          color: 'sepia',
          name: sampleCorrelationId,
          text: 'A paper boat on a rainy street',
          seconds: 5,
          still: [Buffer.from(reference.sha256).toString('base64')],
        },
      },
    },
  ]);
});
