import type { IncomingHttpHeaders } from 'node:http';

/** A request, whether it came over a connection or was made in this process. To iterate reads its body. */
export interface ReceivedRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  /** Path with query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: {
    readonly localPort?: number | undefined;
    readonly localAddress?: string | undefined;
    /** Whether its caller has gone; who is told of it, and who no more. */
    readonly destroyed?: boolean;
    once?(event: 'close', gone: () => void): unknown;
    off?(event: 'close', gone: () => void): unknown;
  };
}
