import { type RawBuilder, sql } from 'kysely';

/** Every column of the row that could not be inserted, for `on conflict do update`. */
export function excluded(row: object): { readonly [column: string]: RawBuilder<never> } {
  return Object.fromEntries(
    Object.keys(row).map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]),
  );
}
