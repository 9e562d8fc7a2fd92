/** The same port with some of its methods replaced; the others are called on the port itself. */
export function overrideMethods<Port extends object>(port: Port, changes: Partial<Port>): Port {
  const copy: Record<string, unknown> = {};
  for (const name of memberNames(port)) {
    const member: unknown = Reflect.get(port, name, port);
    copy[name] = typeof member === 'function' ? member.bind(port) : member;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is there, as itself or replaced
  return Object.assign(copy, changes) as Port;
}

function memberNames(port: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(port);
  const inherited =
    prototype === null || prototype === Object.prototype
      ? []
      : Object.getOwnPropertyNames(prototype);
  return [...Object.keys(port), ...inherited.filter((name) => name !== 'constructor')];
}
