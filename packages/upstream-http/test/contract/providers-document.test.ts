import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ark } from '../../src/ark/index.ts';
import { findsBy } from '../../src/engine/find-task.ts';
import { dashscope } from '../../src/dashscope/index.ts';
import { fal } from '../../src/fal/index.ts';
import { google } from '../../src/google/index.ts';
import { keyedVideos } from '../../src/keyed-videos/index.ts';
import { kling } from '../../src/kling/index.ts';
import { luma } from '../../src/luma/index.ts';
import { minimax } from '../../src/minimax/index.ts';
import { openaiImages } from '../../src/openai-images/index.ts';
import { openaiVideos } from '../../src/openai-videos/index.ts';
import { openrouter } from '../../src/openrouter/index.ts';
import { replicate } from '../../src/replicate/index.ts';
import { runway } from '../../src/runway/index.ts';
import { vertex } from '../../src/vertex/index.ts';
import { vidu } from '../../src/vidu/index.ts';
import { xai } from '../../src/xai/index.ts';
import { withTables } from '../support/provider-tables.ts';

const file = new URL('../../../../docs/providers.md', import.meta.url);

/** The protocols in the document; a new one needs a line here and its marks there, and `-u` writes the tables. */
const descriptions = {
  kling: kling.describe({}),
  ark: ark.describe({}),
  minimax: minimax.describe({}),
  dashscope: dashscope.describe({}),
  google: google.describe({}),
  vertex: vertex.describe({}),
  runway: runway.describe({}),
  xai: xai.describe({}),
  luma: luma.describe({}),
  vidu: vidu.describe({}),
  openrouter: openrouter.describe({}),
  replicate: replicate.describe({}),
  fal: fal.describe({}),
  'openai-images': openaiImages.describe({}),
  'keyed-videos': keyedVideos.describe({}),
  'openai-videos': openaiVideos.describe({}),
  filmgate: openaiVideos.describe({ dialect: 'filmgate' }),
};

const words = {
  'own-key': 'Collected by its key',
  'own-id': 'Found by its own id',
  mark: 'Found by its mark in the list',
  list: 'Found in the list if the key is exclusive',
  notice: 'Found by the notice of the provider',
  none: 'An operator decides',
} as const;

function escaped(text: string): string {
  return text.replaceAll(/[()]/g, String.raw`\$&`);
}

describe('docs/providers.md', () => {
  const document = readFileSync(file, 'utf8');

  it('[providers.documents.tables][providers.desk.promised] shows the endpoints, models and refusals of the code, and the promises for each', async () => {
    await expect(withTables(document, descriptions)).toMatchFileSnapshot(file.pathname);
  });

  it('[providers.documents.tables] says of each protocol what a lost response means there', () => {
    for (const description of Object.values(descriptions)) {
      const { displayName } = description;
      const [, section = ''] = document.split(new RegExp(`\\n##+ ${escaped(displayName)}\\n`));
      const [own = ''] = section.split(/\n##+ /);
      expect(own).toContain(`**${words[findsBy(description, false)]}.**`);
    }
  });

  it('a table that is not there, or not known, is noticed', () => {
    expect(() => withTables('', descriptions)).toThrow('lacks: kling endpoints');
    expect(() => withTables('<!-- table no one -->\n<!-- end of table -->', {})).toThrow('no one');
  });
});
