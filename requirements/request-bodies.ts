import type { Requirement } from './requirement.ts';

/** What the body of a request may cost, before and after it is understood. */
export const requestBodyRequirements: readonly Requirement[] = [
  {
    id: 'bodies.json.structure',
    source: 'architecture § What a caller may cost',
    text: 'A JSON body with more than 20000 values, nested more than 32 levels deep, or with a name or a number that is too long is refused with 400 in the shape of its surface, naming the limit, before it is parsed.',
  },
  {
    id: 'bodies.json.long-strings',
    source: 'architecture § What a caller may cost',
    text: 'A JSON body of a few strings is taken up to the limit of its route, however long they are.',
  },
  {
    id: 'bodies.forms.bounded',
    source: 'architecture § What a caller may cost',
    text: 'A form has at most 1000 parts, each with at most 16 KiB of headers, 256 characters of name and 32 MiB of text; more is refused, naming the limit.',
  },
  {
    id: 'bodies.pieces',
    source: 'architecture § What a caller may cost',
    text: 'A body costs its bytes and never the number of its pieces: it is gathered as it arrives, and one in absurdly small pieces is refused.',
  },
  {
    id: 'bodies.lists.bounded',
    source: 'architecture § What a caller may cost',
    text: 'A list that is longer than its limit is refused by its length, and nothing in it is looked at.',
  },
  {
    id: 'bodies.answers.bounded',
    source: 'architecture § What a caller may cost',
    text: 'An answer to a request that is refused repeats a bounded part of what was sent, however much that was.',
  },
  {
    id: 'bodies.settings.bounded',
    source: 'architecture § What a caller may cost',
    text: 'The name and the value of a setting have a limit; the nearest name to one that is unknown is found in bounded time.',
  },
  {
    id: 'bodies.worst-case',
    source: 'architecture § What a caller may cost',
    text: 'Of the worst bodies every route can be sent, of 1, 4 and 64 MiB, none holds up the process for longer than some passes over its bytes, takes more than four times its size in memory, or leaves anything on the disk when it is refused.',
  },
  {
    id: 'bodies.images.unused-checked',
    source: 'architecture § What a caller may cost',
    text: 'Every image a request names is checked by the same rules, whether frame_mode uses it or not; a refusal names the item and the host.',
  },
  {
    id: 'bodies.fields.order',
    source: 'architecture § What a caller may cost',
    text: "Of any two bad fields of a creation the first in the order of the specification's table is named, in JSON and in forms.",
  },
];
