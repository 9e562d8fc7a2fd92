import { type RawBuilder, sql } from 'kysely';

/** A CHECK that a column holds one of some words, as a chain of comparisons: `IN` builds a table at each write. */
export function oneOf(column: string, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(
    words.map((word) => sql`${sql.ref(column)} = ${sql.lit(word)}`),
    sql` or `,
  )}`;
}
