import type { CallerWait, WaitEnd } from '../engine/personality.ts';
import type { MockSpace } from '../space/mock-space.ts';
import type { ProviderReply } from '../http/provider-request.ts';
import type { ReceivedRequest } from '../http/received-request.ts';

/** Maximum waiting calls of a space before another one may wait. */
const mostWaiting = 1_000;

/** Maximum wait for a result, in ms of the real clock: by then clients have timed out, as Node's `fetch` does. */
const longestWaitMs = 5 * 60_000;

const nothing = () => undefined;

type WaitingSpace = Pick<MockSpace, 'world' | 'hung' | 'callbacks'>;

/** Serves a call that may have to wait. Ending a wait on purpose resolves when the response has been sent. */
export function serveWaiting(
  { socket }: Pick<ReceivedRequest, 'socket'>,
  { world, hung, callbacks }: WaitingSpace,
  serve: (wait: CallerWait) => Promise<ProviderReply>,
): Promise<ProviderReply> {
  let answered: Promise<void> = Promise.resolve();
  const waitUntil = (instant: () => number) =>
    new Promise<WaitEnd>((resolve) => {
      const { generation } = world.control;
      const isDue = () => world.control.generation === generation && world.clock.now() >= instant();
      const stop = (end: WaitEnd) => {
        clearTimeout(timer);
        socket.off?.('close', leave);
        release();
        resolve(end);
      };
      const leave = () => stop('left');
      const end = () => {
        stop(isDue() ? 'due' : 'released');
        return answered;
      };
      const release = hung.hold({ end }, instant);
      const timer = setTimeout(() => stop('too-long'), longestWaitMs).unref();
      socket.once?.('close', leave);
    });
  const reply = serve({
    get isFull() {
      return hung.size >= mostWaiting;
    },
    until: async (instant) => {
      if (world.clock.now() >= instant()) return 'due';
      if (socket.destroyed === true) return 'left';
      world.requestHistory.exchanges.keepsWaiting();
      void callbacks.settle();
      return await waitUntil(instant);
    },
  });
  answered = reply.then(nothing, nothing);
  return reply;
}

/** Serves a call, whose response a rule may delay by the clock of the space. */
export async function delayed(
  request: Pick<ReceivedRequest, 'socket'>,
  space: WaitingSpace,
  serve: () => Promise<ProviderReply>,
): Promise<ProviderReply> {
  const { clock, requestHistory } = space.world;
  const begun = clock.now();
  const reply = await serve();
  const { delay } = requestHistory.exchanges;
  if (delay === 0) return reply;
  return await serveWaiting(request, space, async (wait) => {
    const end = await wait.until(() => begun + clock.scaled(delay));
    if (end === 'left') return { kind: 'hang', until: null };
    return end === 'released' ? { kind: 'reset' } : reply;
  });
}
