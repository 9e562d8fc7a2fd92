import { EventEmitter, getEventListeners } from 'node:events';
import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createOpenWaits } from './open-waits.ts';

/** The parts of a response that a wait listens to. */
function response(): { readonly reply: FastifyReply; readonly raw: EventEmitter } {
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  return { reply: { raw } as unknown as FastifyReply, raw };
}

describe('open waits', () => {
  it('[local.wait.hang-up] are cut by their own caller only', () => {
    const waits = createOpenWaits(new AbortController().signal);
    const [one, other] = [response(), response()];
    const wait = waits.begin(one.reply);
    const untouched = waits.begin(other.reply);
    expect([wait.cut(), wait.signal.aborted]).toEqual([null, false]);
    one.raw.emit('close');
    expect([wait.cut(), wait.signal.aborted]).toEqual(['caller-gone', true]);
    expect([untouched.cut(), untouched.signal.aborted]).toEqual([null, false]);
  });

  it('[local.wait.draining] are all cut when the server stops, and those that begin then at once', () => {
    const stopping = new AbortController();
    const waits = createOpenWaits(stopping.signal);
    const before = waits.begin(response().reply);
    stopping.abort();
    const after = waits.begin(response().reply);
    expect([before.cut(), after.cut()]).toEqual(['stopping', 'stopping']);
    expect(after.signal.aborted).toBe(true);
  });

  it('keep the first reason', () => {
    const stopping = new AbortController();
    const { reply, raw } = response();
    const wait = createOpenWaits(stopping.signal).begin(reply);
    raw.emit('close');
    stopping.abort();
    expect(wait.cut()).toBe('caller-gone');
  });

  it('are cut at once where the caller has left already', () => {
    const raw = Object.assign(new EventEmitter(), { destroyed: true });
    const reply = { raw } as unknown as FastifyReply;
    const wait = createOpenWaits(new AbortController().signal).begin(reply);
    expect(wait.cut()).toBe('caller-gone');
  });

  it('[local.wait.cheap] hang on the server by one listener, and leave none behind', () => {
    const stopping = new AbortController();
    const waits = createOpenWaits(stopping.signal);
    const { reply, raw } = response();
    const open = Array.from({ length: 50 }, () => waits.begin(response().reply));
    const wait = waits.begin(reply);
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1);
    wait.end();
    expect(raw.listenerCount('close')).toBe(0);
    stopping.abort();
    expect(wait.cut()).toBeNull();
    expect(open.every((one) => one.cut() === 'stopping')).toBe(true);
  });
});
