import { createRouteBook, type RouteBook } from '../../account/route-book.ts';
import type { Work } from './work.ts';

/** Who could make what, as the gateway is set up. */
export function bookOf({ ports, options }: Pick<Work, 'ports' | 'options'>): RouteBook {
  return createRouteBook(options, ports.upstreams);
}
