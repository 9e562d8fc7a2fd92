/** The same port with some of its methods replaced; the others are called on the port itself. */
export function overrideMethods<Port extends object>(port: Port, changes: Partial<Port>): Port {
  const methods: Record<string, unknown> = {};
  for (const name of memberNames(port)) {
    const member: unknown = Reflect.get(port, name, port);
    methods[name] = typeof member === 'function' ? member.bind(port) : member;
  }
  return Object.assign({}, port, methods, changes);
}

function memberNames(port: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(port);
  const inherited =
    prototype === null || prototype === Object.prototype
      ? []
      : Object.getOwnPropertyNames(prototype);
  return [...Object.keys(port), ...inherited.filter((name) => name !== 'constructor')];
}
