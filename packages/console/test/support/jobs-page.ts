import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { stateOf } from './job-acts.ts';
import type { Stage } from './stage.ts';

/** Elements of the jobs page. */
export interface JobsPage {
  /** The job whose prompt contains this text. */
  rowOf(prompt: string): Locator;
  /** Details of the open job. */
  drawer(page?: Page): Locator;
  /** A step of its timeline. */
  step(title: string | RegExp): Locator;
  untilState(id: string, state: string): Promise<void>;
}

export function jobsPageOf(stage: Stage): JobsPage {
  const drawer = (page: Page = stage.page): Locator => page.getByRole('dialog');
  return {
    rowOf: (prompt) => stage.page.getByRole('row').filter({ hasText: prompt }),
    drawer,
    step: (title) =>
      drawer()
        .getByRole('list', { name: 'Timeline' })
        .getByRole('listitem')
        .filter({ hasText: title }),
    async untilState(id, state) {
      await expect.poll(() => stateOf(stage, id)).toBe(state);
    },
  };
}
