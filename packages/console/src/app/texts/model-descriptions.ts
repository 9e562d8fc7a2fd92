import inChinese from './zh/model-descriptions.json' with { type: 'json' };

/** Chinese texts of the families of the shipped catalogs, by their description in the catalog. */
const describedFamilies: ReadonlyMap<string, string> = new Map(Object.entries(inChinese));

/** Description of a family in the language of the pages; those of an operator's own catalog are shown as written. */
export function sayDescription(description: string, language: string): string {
  return language === 'zh' ? (describedFamilies.get(description) ?? description) : description;
}
