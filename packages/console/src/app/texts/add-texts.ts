import type { Resources } from './resources.ts';
import { translations } from './translations.ts';

/** The keys of English without `_one`: Chinese has a single plural form, `_other`. */
type Chinese<T> = { readonly [K in keyof T as K extends `${string}_one` ? never : K]: string };

/**
 * Registers the texts of a namespace. Each namespace has a module that calls it, so that texts load with the pages that
 * import them.
 *
 * @returns the namespace, for `useTranslation`
 */
export function addTexts<N extends keyof Resources>(
  namespace: N,
  en: Resources[N],
  zh: Chinese<Resources[N]>,
): N {
  translations.addResourceBundle('en', namespace, en);
  translations.addResourceBundle('zh', namespace, zh);
  return namespace;
}
