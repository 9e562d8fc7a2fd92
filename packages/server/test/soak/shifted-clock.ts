/**
 * Preloaded into a gateway of a soak: its wall clock is wrong, and jumps. `CLOCK_JUMPS` is JSON, `[[afterMs, offMs],
 * …]`: from `afterMs` after the start on, the clock is `offMs` off. Measured durations stay right.
 */
const jumps: unknown = JSON.parse(process.env['CLOCK_JUMPS'] ?? '[]');
const RealDate = Date;

function offMs(): number {
  const livedMs = performance.now();
  let off = 0;
  for (const jump of Array.isArray(jumps) ? jumps : [])
    if (Array.isArray(jump) && livedMs >= Number(jump[0])) off = Number(jump[1]);
  return off;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], called): Date => {
    const parts = given.length === 0 ? [RealDate.now() + offMs()] : given;
    return Reflect.construct(target, parts, called) as Date;
  },
  get: (target, name) =>
    name === 'now' ? () => RealDate.now() + offMs() : (Reflect.get(target, name) as unknown),
});
