import type { Logger } from '@filmgate/core';
import type { Readiness } from './readiness.ts';
import type { SurfaceDescription } from '../mechanics/surface-description.ts';

/** What health and description of one listener need. */
export interface OperationDeps {
  /** The surfaces on this listener; the first gives the document its title. */
  readonly surfaces: readonly [SurfaceDescription, ...SurfaceDescription[]];
  /** Version of the product. */
  readonly version: string;
  /** Where this listener is reached from outside. */
  readonly publicUrl: () => string;
  /** Asks at each call: store reachable, migrations done, not draining. */
  readonly readiness: () => Promise<Readiness>;
  readonly log: Logger;
}
