import { describe, expect, it } from 'vitest';
import { parseSize } from './parse-size.ts';

describe('parseSize', () => {
  it.each([
    ['1280x720', 1280, 720],
    ['720X1280', 720, 1280],
    ['1080×1080', 1080, 1080],
    ['16x9', 16, 9],
    ['999999x1', 999_999, 1],
  ])('[tasks.size.form] reads %s', (text, width, height) => {
    expect(parseSize(text)).toEqual({ kind: 'pixels', width, height });
  });

  it.each(['720p', '1080p'])('[tasks.size.resolution-words] reads %s as a resolution', (text) => {
    expect(parseSize(text)).toEqual({ kind: 'resolution', resolution: text });
  });

  it.each([
    '',
    '480p',
    '720P',
    '720',
    '1280',
    'x',
    '1280x',
    'x720',
    '1280 x 720',
    ' 1280x720',
    '1280x720 ',
    '1280x720x1',
    '0x0',
    '0x720',
    '01280x720',
    '1280*720',
    '1280:720',
    '-1280x720',
    '1280.0x720',
    '1e3x720',
    '１２８０x720',
    '1000000x1',
    '1280x720\n',
    '16:9',
  ])('[tasks.size.form] refuses %j', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });
});
