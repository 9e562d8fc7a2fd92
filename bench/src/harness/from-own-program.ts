/**
 * A value that another program of this folder made and sent as JSON: both ends are written against the same type, and
 * nobody else can send one.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type both ends share
export function fromOwnProgram<Value>(value: unknown): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return value as Value;
}
