import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { stateOf } from './job-acts.ts';
import type { Stage } from './stage.ts';

/** What the stories of a stage look at on its page of jobs. */
export interface JobsPage {
  /** The job with some words in its prompt. */
  rowOf(prompt: string): Locator;
  /** The details of the job that is open. */
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
