/** Page text in which texts of strangers are escaped. Only `html` creates it. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}
export type Html = Markup;

/** Content of a page; null is nothing. */
export type HtmlPart = Html | string | number | null | readonly HtmlPart[];

/** Builds a piece of a page: texts are escaped for elements and for quoted attributes [mock.page.escaped]. */
export function html(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Markup(String.raw({ raw: pieces }, ...parts.map((part) => textOf(part))));
}

function textOf(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.toString();
  return typeof part === 'object' ? part.map((one) => textOf(one)).join('') : escaped(String(part));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
