/** One text for a scope and key; JSON keeps apart what joining would confuse. */
export function keyOf({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return JSON.stringify([scope, key]);
}
