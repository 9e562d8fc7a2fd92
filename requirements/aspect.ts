import type { Requirement } from './requirement.ts';

/** Where the aspect of a task comes from. */
export const aspectRequirements: readonly Requirement[] = [
  {
    id: 'tasks.aspect.values',
    source: 'video-task-api §2.2',
    text: 'aspect_ratio is 16:9, 9:16 or 1:1; anything else is refused.',
  },
  {
    id: 'tasks.aspect.camel-case',
    source: 'video-task-api §2.2, decisions §3 aspect_ratio',
    text: 'aspectRatio is accepted for aspect_ratio; both with different values are refused with 400.',
  },
  {
    id: 'tasks.aspect.explicit-wins',
    source: 'video-task-api §2.2 aspect order 1',
    text: 'An explicit aspect ratio wins over size and prompt.',
  },
  {
    id: 'tasks.aspect.size-second',
    source: 'video-task-api §2.2 aspect order 2',
    text: 'Without one, the aspect comes from a size with width and height.',
  },
  {
    id: 'tasks.aspect.prompt-third',
    source: 'video-task-api §2.2 aspect order 3',
    text: 'Otherwise it is a ratio found in the prompt text.',
  },
  {
    id: 'tasks.aspect.default',
    source: 'video-task-api §2.2 aspect order 4',
    text: 'Otherwise it is 16:9.',
  },
  {
    id: 'tasks.aspect.signs',
    source: 'decisions §3 Aspect in the prompt',
    text: 'A ratio is written with :, the full-width ： or ∶, with optional spaces around the sign; 16x9 is none.',
  },
  {
    id: 'tasks.aspect.touching',
    source: 'decisions §3 Aspect in the prompt',
    text: 'A ratio does not count when an ASCII letter or digit touches it, or a dot, comma or colon with a digit on its far side.',
  },
  {
    id: 'tasks.aspect.time-of-day',
    source: 'decisions §3 Aspect in the prompt',
    text: "A time of day is no aspect: am, pm, a.m., p.m., o'clock, 点 or 分 right after it, or a Chinese word for a part of the day right before it.",
  },
  {
    id: 'tasks.aspect.fidelity',
    source: 'video-task-api §2.2 aspect order 3, decisions §3 Aspect in the prompt',
    text: 'A 1:1 directly before or after a word of fidelity, in English or Chinese, any inflection and case, is no aspect.',
  },
  {
    id: 'tasks.aspect.fidelity-joining',
    source: 'decisions §3 Aspect in the prompt',
    text: 'Between a 1:1 and its word of fidelity only spaces, =, a colon and one joining word may stand.',
  },
  {
    id: 'tasks.aspect.rank',
    source: 'video-task-api §2.2 aspect order 3',
    text: '16:9 and 9:16 outrank any 1:1 wherever they stand.',
  },
  {
    id: 'tasks.aspect.first-in-order',
    source: 'video-task-api §2.2 aspect order 3',
    text: 'Of several ratios of one rank the first in prompt order is taken, and no error is raised.',
  },
  {
    id: 'tasks.aspect.tokens-unread',
    source: 'decisions §3 Aspect in the prompt',
    text: 'Magic tokens are not read for ratios, yet they count towards the length and stay in the echoed prompt.',
  },
];
