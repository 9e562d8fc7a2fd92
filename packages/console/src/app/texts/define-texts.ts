/** Languages the pages speak. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Key of a text, as it is asked for: i18next picks the plural form. */
export type TextKey<T> = keyof T extends infer K
  ? K extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : K
  : never;

/** Texts of a part of the pages, in every language; flat keys, `{{name}}` for values. */
export interface Texts<T extends { readonly [key: string]: string }> {
  readonly namespace: string;
  readonly en: T;
  readonly zh: { readonly [K in keyof T]: string };
}

/** Chinese has one plural form only: both keys of a counted text say the same there. */
export function defineTexts<const T extends { readonly [key: string]: string }>(
  namespace: string,
  texts: Omit<Texts<T>, 'namespace'>,
): Texts<T> {
  return { namespace, ...texts };
}
