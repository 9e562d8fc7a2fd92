import type { Hazard } from './history.ts';

/** Hazards that are in no history yet: what they break is being mended. */
export const notYetHeld: ReadonlySet<Hazard> = new Set<Hazard>(['files-rot']);
