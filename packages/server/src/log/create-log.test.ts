import { describe, expect, it } from 'vitest';
import { createLogger, createPino } from './create-log.ts';

interface Wish {
  readonly level?: string;
  readonly logPrompts?: boolean;
  readonly time?: 'epoch' | 'iso';
}

function logging({ level = 'trace', logPrompts = false, time = 'epoch' }: Wish = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const pino = createPino({
    level,
    logPrompts: () => logPrompts,
    node: 'studio-1',
    time,
    destination,
  });
  const log = createLogger(pino);
  const parsed = (): readonly unknown[] => lines.map((line): unknown => JSON.parse(line));
  return { log, lines, parsed };
}

describe('the log', () => {
  it('[logs.structured] is one JSON object a line, with the node, the event, its words, its fields and the time', () => {
    const { log, parsed } = logging();
    log.info('video-sent', { job: 'vt_1', bytes: 3 });
    log.warn('login-failed');
    expect(parsed()).toMatchObject([
      {
        level: 30,
        node: 'studio-1',
        event: 'video-sent',
        msg: 'video sent',
        job: 'vt_1',
        bytes: 3,
      },
      { level: 40, event: 'login-failed' },
    ]);
    expect(parsed()[0]).toMatchObject({ time: expect.any(Number) });
    const iso = logging({ time: 'iso' });
    iso.log.info('started');
    expect(iso.parsed()[0]).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('[logs.structured] keeps the stack of a fault', () => {
    const { log, parsed } = logging();
    log.error('step-failed', new TypeError('what it was'), { job: 'vt_1' });
    expect(parsed()).toMatchObject([
      { level: 50, event: 'step-failed', job: 'vt_1', err: { type: 'TypeError' } },
    ]);
    expect(JSON.stringify(parsed())).toContain('create-log.test.ts');
  });

  it('[logs.structured][invariants.i13-no-secret-leaves] redacts what is secret by its name, at two depths', () => {
    const { log, lines } = logging();
    const secrets = {
      authorization: 'canary',
      cookie: 'canary',
      key: 'canary',
      secret: 'canary',
      password: 'canary',
      token: 'canary',
      signature: 'canary',
    };
    log.info('careless', {
      ...secrets,
      prompt: 'canary',
      request: { ...secrets, prompt: 'canary' },
    });
    expect(lines.join('')).not.toContain('canary');
    expect(lines.join('').match(/\[redacted\]/g)).toHaveLength(16);
  });

  it('[settings.log-prompts] holds prompts only where the operator wants them', () => {
    const fields = { prompt: 'a lighthouse', secret: 'canary' };
    const quiet = logging();
    quiet.log.info('accepted', fields);
    expect(quiet.lines.join('')).not.toContain('lighthouse');
    const open = logging({ logPrompts: true });
    open.log.info('accepted', fields);
    expect(open.lines.join('')).toContain('lighthouse');
    expect(open.lines.join('')).not.toContain('canary');
  });

  it('holds nothing below its level', () => {
    const { log, lines } = logging({ level: 'warn' });
    log.info('chatter');
    expect(lines).toEqual([]);
  });
});
