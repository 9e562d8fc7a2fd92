import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { interruptions } from './interruptions.ts';

describe('interruptions', () => {
  it('ask at the first signal, and end the process at the second', () => {
    const source = new EventEmitter();
    const exits: number[] = [];
    const signal = interruptions(source, (code) => exits.push(code));
    expect(signal.aborted).toBe(false);
    source.emit('SIGINT');
    expect([signal.aborted, exits]).toEqual([true, []]);
    source.emit('SIGTERM');
    expect(exits).toEqual([130]);
  });
});
