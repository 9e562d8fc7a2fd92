import type { Requirement } from './requirement.ts';

const source = 'docs/promise';

/** The world in which the whole gateway is tried on thousands of histories. */
export const simulatedWorldRequirements: readonly Requirement[] = [
  {
    id: 'simulation.deterministic',
    source,
    text: 'Equal histories run equally, down to the order and the instant of every call.',
  },
  {
    id: 'simulation.rare-situations',
    source,
    text: 'Every rare situation that is listed comes up at least once in 2,000 histories.',
  },
  {
    id: 'simulation.finds-mutants',
    source,
    text: 'Variants of the gateway that break a rule of the protocol are found out within 2,000 histories.',
  },
  {
    id: 'simulation.named-histories',
    source,
    text: 'A history that once broke a promise is kept by name and breaks none now.',
  },
  {
    id: 'simulation.unknown-is-explained',
    source,
    text: 'A job whose outcome is unknown had its answer lost, late or garbled, or its sender stopped before it could be saved; a sender that was told and lived never leaves one.',
  },
  {
    id: 'simulation.served-film-never-failed',
    source,
    text: 'No job fails whose film the provider still serves, unless an operator ruled so, and no job shows the film of another.',
  },
  {
    id: 'simulation.command',
    source,
    text: 'npm run simulate runs as many histories as it is asked for, and prints how often each rare situation came up and whether every promise was kept.',
  },
];
