import type { Requirement } from './requirement.ts';

/** The operator's way to real providers: what is offered by which routes, places, keys and accounts. */
export const providerPlacesRequirements: readonly Requirement[] = [
  {
    id: 'providers.catalog.file-of-before',
    source: 'docs/catalog',
    text: 'A catalog file written before there were routes stays valid and means the same.',
  },
  {
    id: 'providers.catalog.same-list',
    source: 'docs/catalog',
    text: 'The lists of models of the built-in catalog are the same bytes as before families had routes.',
  },
  {
    id: 'providers.catalog.surfaces',
    source: 'docs/catalog',
    text: 'A family on both surfaces has its plain id on tasks and its full ids on local.',
  },
  {
    id: 'providers.catalog.default-model',
    source: 'docs/catalog, Default models',
    text: 'A request that names no model gets the first one of the surface, or the one chosen for it by FILMGATE_DEFAULT_MODEL_TASKS or FILMGATE_DEFAULT_MODEL_LOCAL.',
  },
  {
    id: 'providers.catalog.extends',
    source: 'docs/catalog, Shipped catalogs',
    text: 'A catalog file may extend shipped catalogs; its families replace those of the same id. FILMGATE_CATALOG does the same without a file.',
  },
  {
    id: 'providers.places.known',
    source: 'docs/operating, Real providers',
    text: 'The places that come with the product are known by name before what knows their protocol is loaded.',
  },
  {
    id: 'providers.places.key',
    source: 'docs/operating, Real providers',
    text: 'FILMGATE_KEY_<PLACE> alone makes an account at a place and offers what its protocol makes; a name that is no place is refused with the nearest one.',
  },
  {
    id: 'providers.places.lazy',
    source: 'docs/operating, Real providers',
    text: 'A gateway with real accounts loads no code of the mock, and none of a protocol that neither an account nor a route needs.',
  },
];
