import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from './html.ts';
import { stranger } from './shown-text.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '</bdi>', '<script>', '&lt;', 'a', '${'))
    .map((pieces) => pieces.join('')),
);

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

it('[mock.page.escaped] a text is in a page as itself, whatever it is, and ends no element and no attribute', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const [, attribute = '<', element = '<'] =
        /^<p title="([^]*)">([^]*)<\/p>$/.exec(String(html`<p title="${text}">${text}</p>`)) ?? [];
      for (const part of [attribute, element]) {
        expect(part).not.toMatch(/[<>"']/);
        expect(unescaped(part)).toBe(text);
      }
    }),
  );
});

it('[mock.page.escaped] a long text of a stranger is cut between characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, longest) => {
      const shown = unescaped(String(stranger(text, longest))).slice(
        '<bdi>'.length,
        -'</bdi>'.length,
      );
      const signs = Array.from(text);
      const cut = `${signs.slice(0, longest).join('')}…`;
      expect(shown).toBe(signs.length > longest ? cut : text);
    }),
  );
});

it('pieces of a page are put in as they are, lists one after the other, null not at all', () => {
  expect(String(html`<p>${[html`<b>${1}</b>`, 'a & b']}${null}</p>`)).toBe(
    '<p><b>1</b>a &#38; b</p>',
  );
});
