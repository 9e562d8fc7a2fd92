import { serveCall, type CallResponse, type CallTarget, listed } from './serve-call.ts';
import type { ReceivedRequest } from '../http/received-request.ts';

/** A call from this process. */
export interface InProcessCall extends Pick<ReceivedRequest, 'headers'> {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Calls the mock without a connection, and needs no timer.
 *
 * @throws BrokenConnection where the connection would break; the reason of the signal if it is aborted
 */
export function callInProcess(
  { body, signal, ...call }: InProcessCall,
  target: CallTarget,
): Promise<CallResponse> {
  const received: ReceivedRequest = {
    ...call,
    socket: {
      remoteAddress: '127.0.0.1',
      get destroyed() {
        return signal?.aborted ?? false;
      },
      once: (_, gone) => signal?.addEventListener('abort', gone, { once: true }),
      off: (_, gone) => signal?.removeEventListener('abort', gone),
    },
    [Symbol.asyncIterator]: () => listed(body),
  };
  return serveCall(received, { signal, connection: null }, target);
}
