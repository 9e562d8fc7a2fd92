/** Returns the object with some methods replaced; its private state stays reachable for the others. */
export function overlay<T extends object>(inner: T, replaced: Partial<T>): T {
  return new Proxy(inner, {
    get(target, name): unknown {
      const own: unknown = Object.hasOwn(replaced, name) ? Reflect.get(replaced, name) : undefined;
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function'
        ? (...given: readonly unknown[]): unknown => Reflect.apply(value, target, given)
        : value;
    },
  });
}
