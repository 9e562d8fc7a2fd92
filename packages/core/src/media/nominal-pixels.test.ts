import { describe, expect, it } from 'vitest';
import { aspectRatios } from './aspect-ratio.ts';
import { nominalPixels } from './nominal-pixels.ts';
import { resolutions } from './resolution.ts';

describe('nominalPixels', () => {
  it.each([
    ['16:9', '1080p', '1920x1080'],
    ['9:16', '1080p', '1080x1920'],
    ['1:1', '1080p', '1080x1080'],
    ['16:9', '720p', '1280x720'],
    ['9:16', '720p', '720x1280'],
    ['1:1', '720p', '720x720'],
    ['16:9', '480p', '854x480'],
    ['9:16', '480p', '480x854'],
    ['21:9', '720p', '1680x720'],
    ['21:9', '480p', '1120x480'],
    ['4:3', '720p', '960x720'],
    ['3:4', '480p', '480x640'],
    ['16:9', '360p', '640x360'],
    ['16:9', '540p', '960x540'],
    ['16:9', '768p', '1366x768'],
    ['9:16', '1440p', '1440x2560'],
    ['16:9', '2160p', '3840x2160'],
    ['3:2', '720p', '1080x720'],
    ['2:3', '1080p', '1080x1620'],
    ['9:21', '720p', '720x1680'],
    ['1:1', '1k', '1024x1024'],
    ['16:9', '1k', '1024x576'],
    ['9:16', '2k', '1152x2048'],
    ['4:3', '2k', '2048x1536'],
    ['3:4', '1k', '768x1024'],
  ] as const)('gives %s at %s as %s', (aspectRatio, resolution, expected) => {
    const { width, height } = nominalPixels({ aspectRatio, resolution });
    expect(`${width}x${height}`).toBe(expected);
  });

  it('gives even sides for every aspect and resolution', () => {
    for (const aspectRatio of aspectRatios) {
      for (const resolution of resolutions) {
        const { width, height } = nominalPixels({ aspectRatio, resolution });
        expect([width % 2, height % 2]).toEqual([0, 0]);
      }
    }
  });
});
