import { expect, it } from 'vitest';
import { estimateCost } from '../account/cost-on.ts';

const video = { resolution: '720p', durationSeconds: 5 } as const;
const image = { resolution: '2k', durationSeconds: null } as const;

it.each([
  ['the price where its place counts credits and the route says nothing', {}, 'credits', video, 20],
  ['nothing that is known where it counts something else', {}, 'usd', video, 0],
  ['its seconds at its resolution', { perSecond: { '720p': 50_000 } }, 'usd', video, 250_000],
  ['what each costs beside', { perSecond: { '720p': 2 }, each: 3 }, 'units', video, 13],
  ['one second for an image', { perSecond: { '2k': 40_000 } }, 'usd', image, 40_000],
  [
    'nothing at a resolution the route does not price',
    { perSecond: { '1080p': 9 } },
    'usd',
    video,
    0,
  ],
] as const)(
  '[providers.money.estimate] a video is expected to cost %s',
  (_case, cost, unit, request, expected) => {
    const route = Object.keys(cost).length === 0 ? {} : { cost };
    expect(estimateCost(route, { unit, price: 20, request })).toBe(expected);
  },
);
