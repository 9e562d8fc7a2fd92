import { mediaConformance } from '@filmgate/conformance';
import { describe, it } from 'vitest';
import { inspectMedia } from '../../src/index.ts';
import { mediaSamples } from '../media/media-samples.ts';

mediaConformance({ runner: { describe, it }, inspect: inspectMedia, ...mediaSamples });
