/** Kebab-case parts joined by dots. */
const ID = String.raw`[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+`;
const WHOLE_ID = new RegExp(`^${ID}$`);
const CITED_ID = new RegExp(String.raw`\[(${ID})\]`, 'g');

/** Whether a text has the form of a requirement's id: `tasks.create.first-202`. */
export function isRequirementId(text: string): boolean {
  return WHOLE_ID.test(text);
}

/** The ids a test title cites in square brackets; brackets around anything else are only text. */
export function citedIds(title: string): readonly string[] {
  return [...title.matchAll(CITED_ID)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}
