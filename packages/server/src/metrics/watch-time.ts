import type { TimeWatch } from '@filmgate/runtime-node';
import { Gauge, type Registry } from '@platformatic/prom-client';

/** Whether the clock is believed where something is removed for its age. */
export function watchTime(registry: Registry, time: Pick<TimeWatch, 'jump'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_clock_jump_seconds',
      help: 'By how much the clock is ahead of what is witnessed while that is not confirmed, else 0.',
      registers: [],
      collect() {
        const jump = time.jump();
        this.set(jump === null ? 0 : (jump.to - jump.from) / 1_000);
      },
    }),
  );
}
