import { upstreamConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { makerNames } from '../support/makers.ts';
import { openMaker } from '../support/open-maker.ts';

describe.each(makerNames)('models of @ai-sdk/%s', (maker) => {
  upstreamConformance({ runner: { describe, it }, open: () => openMaker(maker) });
});
