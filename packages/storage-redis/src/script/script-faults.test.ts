import { describe, expect, it } from 'vitest';
import { refusedByServer, sortError } from './script-faults.ts';

function response(message: string): Error {
  const error = new Error(message);
  error.name = 'ReplyError';
  return error;
}

describe('sortError', () => {
  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'.", 'refused'],
    ['LOADING Redis is loading the dataset in memory', 'refused'],
    ["READONLY You can't write against a read only replica.", 'refused'],
    ['MISCONF Errors writing to the AOF file', 'refused'],
    ['NOREPLICAS Not enough good replicas to write.', 'refused'],
    ['BUSY Redis is busy running a script.', 'refused'],
    ['MASTERDOWN Link with MASTER is down', 'refused'],
    ['MOVED 866 127.0.0.1:7001', 'refused'],
    ['NOPERM this user has no permissions', 'refused'],
    ['NOSCRIPT No matching script. Please use EVAL.', 'not-cached'],
    ['ERR user_script:3: attempt to index a nil value', 'broken'],
    ['WRONGTYPE Operation against a key holding the wrong kind of value', 'broken'],
    ['', 'broken'],
  ])('takes the answer %j as %s', (message, kind) => {
    expect(sortError(response(message)).kind).toBe(kind);
  });

  it.each([
    new Error('Command timed out'),
    new Error('Connection is closed.'),
    new Error('read ECONNRESET'),
    // The text of a refusal, but not in a response of the server.
    new Error('OOM command not allowed'),
    'no error at all',
  ])('takes the want of an answer for what it is: %s', (error) => {
    expect(sortError(error)).toEqual({ kind: 'lost' });
  });

  it('[disk-full.redis] gives a full memory as the reason, and no other refusal', () => {
    const reasonOf = (code: string) =>
      refusedByServer({ kind: 'refused', code, message: '' }).reason;
    expect(reasonOf('OOM')).toBe('full');
    expect(reasonOf('MISCONF')).toBeNull();
  });

  it('knows what never left', () => {
    const error = new Error("Stream isn't writeable and enableOfflineQueue options is false");
    expect(sortError(error)).toEqual({ kind: 'unsent' });
  });
});
