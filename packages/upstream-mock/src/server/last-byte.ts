import type { ServerResponse } from 'node:http';
import timers from 'node:timers';

/** The timers of the process, also while a test fakes them. */
const { setTimeout } = timers;

/**
 * Turns of the event loop, of at least 1 ms of the real clock each, that a client has to leave before the last byte is
 * sent. A busy process or machine lengthens each of them, and so gives its client more time.
 */
const turns = 5;

/** Offset of the last byte of a file: a client that has not read it has not taken the file [mock.taken]. */
export function lastByteOf(length: number): number {
  return Math.max(0, length - 1);
}

/**
 * Sends a file, or the rest of it. A small file fits into the buffers of a connection, which hide that its reader has
 * left: its last byte is sent after a pause, to a client that is still connected.
 */
export function sendFile(response: ServerResponse, body: Uint8Array): void {
  const { socket } = response.req;
  const last = lastByteOf(body.length);
  const end = (after: number) => {
    if (!socket.writable) return;
    if (after === 0) response.end(body.subarray(last));
    else setTimeout(end, 1, after - 1);
  };
  if (body.length === 0) response.end();
  else response.write(body.subarray(0, last), () => end(turns));
}
