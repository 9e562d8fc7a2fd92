import { describe, expect, it } from 'vitest';
import { readTrace, UnreadableTrace } from './read-trace.ts';

function read(...lines: readonly string[]) {
  return readTrace(lines.map((line) => `${line}\n`).join(''));
}

describe('a trace', () => {
  it('is read call by call, with what was written as it was written', () => {
    const calls = read(
      String.raw`812  openat(AT_FDCWD</home/me>, "/data/a.db-wal", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 23</data/a.db-wal>`,
      String.raw`812  pwrite64(23</data/a.db-wal>, "\r\0\0\0\"\377\n) = 5", 11, 56) = 11`,
      '812  fsync(23</data/a.db-wal>)       = 0',
      '812  writev(31<socket:[77]>, [{iov_base="HTTP/1.1 ", iov_len=9}, {iov_base="202", iov_len=3}], 2) = 12',
    );
    const shown = calls.map(({ name, file, texts }) => [name, file, texts]);
    expect(shown).toEqual([
      ['openat', '/home/me', ['/data/a.db-wal']],
      ['pwrite64', '/data/a.db-wal', ['\r\0\0\0"\u00ff\n) = 5']],
      ['fsync', '/data/a.db-wal', []],
      ['writev', 'socket:[77]', ['HTTP/1.1 ', '202']],
    ]);
    expect([...(calls[0]?.flags ?? [])]).toContain('O_CREAT');
  });

  it('records when a call began and when it returned, whatever other threads did meanwhile', () => {
    const calls = read(
      '812  fsync(23</data/a> <unfinished ...>',
      '813  write(9</data/b>, "x", 1 <unfinished ...>',
      '812  <... fsync resumed>)              = 0',
      '814  mkdir("/data/c", 0700)            = 0',
      '813  <... write resumed>)              = 1',
    );
    expect(calls.map(({ name, begun, ended }) => [name, begun, ended])).toEqual([
      ['fsync', 0, 2],
      ['mkdir', 3, 3],
      ['write', 1, 4],
    ]);
  });

  it('has no calls that failed, that were not carried out, or that the process did not outlive', () => {
    const calls = read(
      '812  fsync(23</data/a>) = -1 EIO (Input/output error)',
      '812  fsync(23</data/a>) = 0 (INJECTED)',
      '812  --- SIGTERM {si_signo=SIGTERM, si_code=SI_USER, si_pid=1, si_uid=0} ---',
      '812  fsync(23</data/a>) = ?',
      '812  fsync(23</data/a> <unfinished ...>',
      '812  +++ killed by SIGKILL +++',
    );
    expect(calls).toEqual([]);
  });

  it.each(['hello', '812  something else', '812  <... fsync resumed>) = 0'])(
    'with a line of no known kind is not checked: %s',
    (line) => {
      expect(() => read(line)).toThrow(UnreadableTrace);
    },
  );
});
