import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { escapeHtml, escapeProse } from '../http/escape-html.ts';

describe('escapeHtml', () => {
  it('makes markup text', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    );
  });

  test.prop([fc.string()])('leaves nothing that could begin a tag or end an attribute', (text) => {
    expect(escapeHtml(text)).not.toMatch(/[<>"']/);
  });
});

test.prop([fc.string()])('prose holds no markup but code', (text) => {
  expect(escapeProse(text).replaceAll(/<\/?code>/g, '')).not.toMatch(/[<>"']/);
});
