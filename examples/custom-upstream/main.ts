import { describe, it } from 'node:test';
import { upstreamConformance } from '@filmgate/conformance';
import { makeVideo } from './make-video.ts';
import { openReelhouse } from './open-reelhouse.ts';

/**
 * Checks the description of Reelhouse against every law of the provider port: one submission, certainty only with
 * proof, reads that change nothing, no secret in any output. Works with any test runner that has `describe` and `it`.
 */
void describe('Reelhouse on the engine', () => {
  upstreamConformance({
    runner: {
      describe: (name, body) => void describe(name, body),
      it: (name, body) => void it(name, body),
    },
    open: openReelhouse,
  });
});

void it('Reelhouse makes a video behind a gateway', async (test) => {
  test.diagnostic(`a video of ${await makeVideo()} bytes`);
});
