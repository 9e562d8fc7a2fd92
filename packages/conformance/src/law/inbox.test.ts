import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.ts';

describe('createInbox', () => {
  it('is content with what arrived already', async () => {
    const inbox = createInbox<number>(1);
    inbox.deliver(1);
    await inbox.until((numbers) => numbers.length === 1);
    expect(inbox.received).toEqual([1]);
  });

  it('waits for what arrives later', async () => {
    const inbox = createInbox<number>(60_000);
    const waiting = inbox.until((numbers) => numbers.length === 2);
    inbox.deliver(1);
    inbox.deliver(2);
    await waiting;
    expect(inbox.received).toEqual([1, 2]);
  });

  it('loses its patience with what never arrives', async () => {
    const inbox = createInbox<number>(1);
    inbox.deliver(1);
    await expect(inbox.until((numbers) => numbers.length === 2)).rejects.toThrow('never arrived');
  });
});
