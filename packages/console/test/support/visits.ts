import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import type { Stage } from './stage.ts';
import { type Look, openPage, type Visitor } from './visitor.ts';

export interface Visits {
  /** Visitors of the current story. */
  readonly visitors: readonly Visitor[];
  /** A page of a logged-in person with their own browser. */
  visit(path: string, look?: Look): Promise<Page>;
}

/** Lets people visit a stage; an error in a browser console fails the story. */
export function openVisits(stage: Stage): Visits {
  const visitors: Visitor[] = [];
  afterEach(() => {
    for (const { complaints } of visitors.splice(0)) expect(complaints).toEqual([]);
  });
  return {
    visitors,
    async visit(path, look = {}) {
      const visitor = await stage.welcome(look);
      visitors.push(visitor);
      await openPage(visitor.page, stage.gateway, path);
      return visitor.page;
    },
  };
}
