import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ark } from '../../src/ark/index.ts';
import { kling } from '../../src/kling/index.ts';
import { withTables } from '../support/provider-tables.ts';

const file = new URL('../../../../docs/providers.md', import.meta.url);

/** What the document shows; a protocol more is a line here and its marks there, and `-u` writes the tables. */
const descriptions = {
  kling: kling.describe({}),
  'kling-legacy': kling.describe({ dialect: 'legacy' }),
  ark: ark.describe({}),
};

describe('docs/providers.md', () => {
  const document = readFileSync(file, 'utf8');

  it('[providers.documents.tables] shows the places, models and refusals of the code', async () => {
    await expect(withTables(document, descriptions)).toMatchFileSnapshot(file.pathname);
  });

  it('[providers.documents.tables] says of each protocol what a lost answer means there', () => {
    for (const { displayName, find } of Object.values(descriptions)) {
      const words =
        find?.kind === 'own-id' ? 'Found by its own id' : 'Found in the list when unambiguous';
      const [, section = ''] = document.split(`\n## ${displayName}\n`);
      expect(section.split('\n## ')[0]).toContain(`**${words}.**`);
    }
  });

  it('a table that is not there, or not known, is noticed', () => {
    expect(() => withTables('', descriptions)).toThrow('lacks: kling places');
    expect(() => withTables('<!-- table no one -->\n<!-- end of table -->', {})).toThrow('no one');
  });
});
