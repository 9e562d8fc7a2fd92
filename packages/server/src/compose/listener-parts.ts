import type { RequestBounds } from '@filmgate/http-adapter';
import type { Logger as PinoLogger } from 'pino';
import type { ListenerAddress } from './public-urls.ts';

/** What one listener needs besides the services both share. */
export interface ListenerParts {
  readonly address: ListenerAddress;
  readonly isDraining: () => boolean;
  /** Aborts when open waits are to be cut, because the runner has stopped. */
  readonly stopping: AbortSignal;
  readonly logger: PinoLogger;
  /** What callers may cost, for all listeners together. */
  readonly bounds: RequestBounds;
}

/** The local listener's, whose console also speaks of the other one. */
export interface LocalListenerParts extends ListenerParts {
  readonly tasks: ListenerAddress;
}
