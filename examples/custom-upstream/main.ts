import { describe, it } from 'node:test';
import { upstreamConformance } from '@filmgate/conformance';
import { makeVideo } from './make-video.ts';
import { openReelhouse } from './open-reelhouse.ts';

/**
 * Holds the description of Reelhouse to every law of the upstream port: one submission, certainty only where there is proof,
 * reads that change nothing, no secret in anything it says. Any test runner with `describe` and `it` will do.
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
