import type { CallerWait, WaitEnd } from '../personalities/personality.ts';
import type { MockSpace } from '../space/mock-space.ts';
import type { ProviderReply } from '../wire/provider-request.ts';
import type { ReceivedRequest } from './received-request.ts';

/** Most callers of a space who are kept waiting when another one comes to wait. */
const mostWaiting = 1_000;

/** Longest that a caller waits for a result, in ms of the real clock: then clients have given up, as Node's `fetch` has. */
const longestWaitMs = 5 * 60_000;

/** Serves a call whose caller may have to wait. What ends a wait resolves when the call is answered. */
export function serveWaiting(
  { socket }: Pick<ReceivedRequest, 'socket'>,
  { world, hung, callbacks }: Pick<MockSpace, 'world' | 'hung' | 'callbacks'>,
  serve: (wait: CallerWait) => Promise<ProviderReply>,
): Promise<ProviderReply> {
  let answered: Promise<unknown> = Promise.resolve();
  const wait = (instant: () => number) =>
    new Promise<WaitEnd>((resolve) => {
      const { era } = world;
      const stop = (end: WaitEnd) => {
        clearTimeout(timer);
        socket.off?.('close', leave);
        release();
        resolve(end);
      };
      const leave = () => stop('left');
      const isDue = () => world.era === era && world.clock.now() >= instant();
      const end = () => {
        stop(isDue() ? 'due' : 'released');
        return answered.then(() => undefined);
      };
      const release = hung.hold({ end }, instant);
      const timer = setTimeout(() => stop('too-long'), longestWaitMs);
      timer.unref();
      socket.once?.('close', leave);
    });
  const reply = serve({
    get isFull() {
      return hung.size >= mostWaiting;
    },
    until: async (instant) => {
      world.skipTo(instant());
      if (world.clock.now() >= instant()) return 'due';
      if (socket.destroyed === true) return 'left';
      world.evidence.exchanges.keepsWaiting();
      void callbacks.settle();
      return await wait(instant);
    },
  });
  answered = reply.catch(() => undefined);
  return reply;
}
