import type { TrailEntry } from '@filmgate/core';

/** The details of the money entries of a trail, in order. */
export function moneyOf(trail: readonly TrailEntry[]): readonly TrailEntry['detail'][] {
  return trail.filter(({ what }) => what === 'money').map(({ detail }) => detail);
}
