import { describe, expect, it } from 'vitest';
import { readAnnouncement } from './redis-job-events.ts';

const head = ['7', '8', '1', '1', 'tasks', 'vidA', 'native', ''];
const status = ['7.1', 'queued', 'reserved', 'none', '0', '1', '1', ''];

describe('readAnnouncement', () => {
  it('reads a commit with its job', () => {
    const message = ['w', 'vt_1', ...head, ...status, '{"a":1}', '{}'].join('\n');
    expect(readAnnouncement(message)).toEqual({
      isWork: true,
      saved: {
        id: 'vt_1',
        tag: '7.1',
        record: {
          head: head.join('\n'),
          status: status.join('\n'),
          request: '{"a":1}',
          changing: '{}',
        },
      },
    });
  });

  it('distinguishes work from other messages', () => {
    const message = ['-', 'vt_1', ...head, ...status, '{}', '{}'].join('\n');
    expect(readAnnouncement(message)?.isWork).toBe(false);
    expect(readAnnouncement('w')).toEqual({ isWork: true, saved: null });
  });

  it.each(['', '-', 'x', 'w\nvt_1', head.join('\n')])('passes over %j', (message) => {
    expect(readAnnouncement(message)).toBeUndefined();
  });
});
