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
    id: 'providers.catalog.no-names',
    source: 'docs/catalog, the first lines',
    text: 'Nothing in the product names a model of the built-in catalog but that catalog: what is printed and described is true with any other.',
  },
  {
    id: 'providers.catalog.extends',
    source: 'docs/catalog, Shipped catalogs',
    text: 'A catalog file may extend shipped catalogs; its families replace those of the same id. FILMGATE_CATALOG does the same without a file.',
  },
  {
    id: 'providers.catalog.routes',
    source: 'docs/catalog, Routes',
    text: 'A catalog is refused, by file, line and column where it is a file, when it offers a combination that none of its routes takes, names an unknown place, or fixes a field that Filmgate writes.',
  },
  {
    id: 'providers.catalog.check',
    source: 'docs/commands, filmgate catalog check',
    text: 'filmgate catalog check prints each combination a family offers with what each of its routes makes of it.',
  },
  {
    id: 'providers.places.file',
    source: 'docs/operating, Real providers',
    text: 'FILMGATE_PROVIDERS_FILE adds places of a protocol at a base URL, or says another base URL or other options of a known place.',
  },
  {
    id: 'providers.places.file-problems',
    source: 'docs/operating, Real providers',
    text: 'What is wrong with the file of places is named by line, column and path before anything starts; only a base URL may be private.',
  },
  {
    id: 'providers.places.accounts-file',
    source: 'docs/operating, Real providers',
    text: 'FILMGATE_ACCOUNTS_FILE names accounts whose secrets are elsewhere; what is wrong with it is named by line, column and path, never with a secret.',
  },
  {
    id: 'providers.places.accounts-kept',
    source: 'docs/operating, Real providers',
    text: 'Each start brings the accounts of environment and file into the store by their label: it makes what is missing, changes what differs, removes none, and seals the secrets.',
  },
  {
    id: 'providers.places.demo',
    source: 'docs/operating, Real providers',
    text: 'Beside an account at a real provider no demo account is made, and one that is there takes no more work.',
  },
  {
    id: 'providers.places.key-in-use',
    source: 'docs/errors, Administration API',
    text: 'Where handles belong to keys, a new secret is refused while jobs are in flight, with their number, unless it is forced, which the audit log says.',
  },
  {
    id: 'providers.places.details',
    source: 'docs/operating, Real providers',
    text: 'What an account can be made with says of each place where it is, what it asks for, how a lost answer is found, when it charges, and what it can make.',
  },
  {
    id: 'providers.places.console',
    source: 'docs/operating, Real providers',
    text: 'The console asks for the provider first, shows what it can make and what a lost answer means there, and then asks for what it logs in with.',
  },
  {
    id: 'providers.places.check',
    source: 'docs/commands, filmgate providers',
    text: 'filmgate providers check says of each account of the settings whether its place is reached, has the same time and lets it in, and orders nothing.',
  },
  {
    id: 'providers.places.spend',
    source: 'docs/commands, filmgate providers',
    text: 'filmgate providers check --spend has the cheapest film of each place made, by the way of every job and never at an estimate above the amount; one whose end it does not see is kept, and taken up again instead of another.',
  },
  {
    id: 'providers.places.back',
    source: 'docs/operating, Places of your own',
    text: 'Jobs under way at a place that the settings no longer name wait, which the log and their account say, and go on when it is back; nothing is sent twice.',
  },
  {
    id: 'providers.places.key',
    source: 'docs/operating, Real providers',
    text: 'FILMGATE_KEY_<PLACE> alone makes an account at a place and offers what its protocol makes; a name that is no place is refused with the nearest one.',
  },
  {
    id: 'providers.places.lazy',
    source: 'docs/operating, Real providers',
    text: 'A gateway with real accounts loads no code of the mock, on SQLite and on Redis alike, and none of a protocol that neither an account nor a route needs.',
  },
  {
    id: 'providers.places.own',
    source: 'docs/write-a-provider, 6. Use it',
    text: 'A provider described outside Filmgate is given to composeGateway, and makes films behind it like those that come along.',
  },
];
