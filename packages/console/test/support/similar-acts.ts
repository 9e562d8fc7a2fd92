import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Stage } from './stage.ts';
import { openWorkbench } from './visitor.ts';
import { cardOf, smallPicture } from './workbench-acts.ts';

/** Actions of the stories about similar videos. */
export interface SimilarActs {
  negative(): Locator;
  account(): Locator;
  similarTo(prompt: string): Promise<void>;
  /** Submits a video with every input, and opens the workbench with another model. Returns the account's id. */
  askForAll(prompt: string, number: number): Promise<string>;
}

/** The image that `askForAll` sends. */
export const pictureUrl = `data:image/png;base64,${smallPicture.toString('base64')}`;

const accountSchema = z.object({ account: z.object({ id: z.string() }) });

export function similarActsOn(stage: Stage): SimilarActs {
  /** An account for the videos of one story only. */
  const addAccount = async (label: string): Promise<string> => {
    const { page, gateway } = stage;
    const data = { label, endpoint: 'mock', families: ['*'], concurrency: 1, credits: 1000 };
    const response = await page.request.post(`${gateway.url}/api/v1/admin/accounts`, { data });
    return accountSchema.parse(await response.json()).account.id;
  };
  return {
    negative: () => stage.page.getByRole('textbox', { name: 'Negative prompt' }),
    account: () => stage.page.getByRole('combobox', { name: 'Account' }),
    similarTo: (prompt) =>
      cardOf(stage.page, prompt).getByRole('button', { name: 'Create similar' }).click(),
    async askForAll(prompt, number) {
      const { page, gateway } = stage;
      await openWorkbench(page, gateway);
      const id = await addAccount(`Number ${number}`);
      const data = {
        id: `ui-00000000-0000-4000-8000-00000000a11${number}`,
        account: id,
        model: 'vidA-4s-9x16-720p',
        prompt,
        negative_prompt: 'rain, crowds',
        reference_images: [pictureUrl],
      };
      const made = await page.request.post(`${gateway.url}/local-video/jobs`, { data });
      expect(made.status()).toBe(202);
      await openWorkbench(page, gateway, '?model=vidD-6s-1x1-1080p');
      return id;
    },
  };
}
