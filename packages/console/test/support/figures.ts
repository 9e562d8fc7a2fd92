import type { Locator } from 'playwright-core';
import type { Stage } from './stage.ts';

/** Elements of the pages with figures. */
export interface Figures {
  /** A plot by its caption. */
  plot(label: string): Locator;
  /** A figure by its name. */
  tile(name: string): Locator;
  /** Presses one option of a switch. */
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
