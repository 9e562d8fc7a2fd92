import type { Locator } from 'playwright-core';
import type { Stage } from './stage.ts';

/** What stories look at on the pages with figures. */
export interface Figures {
  /** What is drawn over time, by its name. */
  plot(label: string): Locator;
  /** A number at a glance, by its name. */
  tile(name: string): Locator;
  /** Presses one of several choices. */
  choose(name: string): Promise<void>;
}

export function figuresOf(stage: Stage): Figures {
  return {
    plot: (label) => stage.page.getByRole('group', { name: label, exact: true }),
    tile: (name) =>
      stage.page
        .locator('dl > *')
        .filter({ has: stage.page.getByRole('term').getByText(name, { exact: true }) }),
    choose: (name) => stage.page.getByRole('radiogroup').getByText(name, { exact: true }).click(),
  };
}
