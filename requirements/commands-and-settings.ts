import type { Requirement } from './requirement.ts';

/** Commands, settings and the first run. */
export const commandsAndSettingsRequirements: readonly Requirement[] = [
  {
    id: 'commands.start',
    source: 'decisions §1.1 npm start',
    text: 'npm start installs and builds what is missing, runs the gateway on SQLite with the mock upstream, and prints the URLs, the first-run credentials and a curl ready to paste.',
  },
  {
    id: 'commands.start-idempotent',
    source: 'decisions §1.1 npm start',
    text: 'A second npm start keeps the data.',
  },
  {
    id: 'commands.test',
    source: 'decisions §1.1 npm test',
    text: 'npm test runs every check CI runs and skips none silently.',
  },
  {
    id: 'commands.test-second-try',
    source: 'decisions §1.1 npm test',
    text: 'Only stories in a browser are tried a second time, of two files at the most, and one that needed it is named at the end of the run.',
  },
  {
    id: 'commands.generate',
    source: 'decisions §1.1 filmgate generate',
    text: 'filmgate generate makes a video without a server and writes the file, with a progress bar on a terminal and JSON lines otherwise.',
  },
  {
    id: 'commands.generate-failure',
    source: 'decisions §1.1 filmgate generate',
    text: 'filmgate generate exits non-zero with a readable reason on failure.',
  },
  {
    id: 'commands.generate-store',
    source: 'decisions §1.1 filmgate generate',
    text: 'filmgate generate keeps its store in cli/ under the data directory, so a running server is not in its way.',
  },
  {
    id: 'commands.serve',
    source: 'decisions §1.1 filmgate serve',
    text: 'filmgate serve takes its settings from the environment only and makes no demo data.',
  },
  {
    id: 'commands.mock-serve',
    source: 'decisions §1.1, §7',
    text: 'filmgate-mock serve runs the mock upstream as its own HTTP process, reading FILMGATE_MOCK_SPEED and FILMGATE_MOCK_SEED.',
  },
  {
    id: 'commands.from-clone',
    source: 'decisions §1.1',
    text: "npx filmgate and npx filmgate-mock work from the clone's root before anything is installed, under a lock, and need no network once all is in place.",
  },
  {
    id: 'quickstart.file',
    source: 'decisions §1.2 quickstart.json',
    text: 'npm start writes quickstart.json, mode 0600, with URLs, admin, service key, API user and upstream key into the data directory.',
  },
  {
    id: 'quickstart.demo-data',
    source: 'decisions §1.2 quickstart.json',
    text: 'Demo credentials exist only under npm start: an API user without limit, a service key, two mock accounts with 8 slots and 1000000 credits each.',
  },
  {
    id: 'quickstart.mock-ledger-kept',
    source: 'decisions §1.2 quickstart.json',
    text: 'The in-process mock keeps its ledger in the data directory across restarts.',
  },
  {
    id: 'settings.validated',
    source: 'decisions §1.2',
    text: 'Settings are validated once at start: a bad value is refused by name, an unknown FILMGATE_ name with the nearest known one.',
  },
  {
    id: 'settings.secret-files',
    source: 'decisions §1.2',
    text: 'Secrets may come from a file named by the _FILE variant.',
  },
  {
    id: 'settings.defaults',
    source: 'decisions §1.2',
    text: 'Settings left out have their documented defaults.',
  },
  {
    id: 'settings.admin-password',
    source: 'decisions §1.2',
    text: 'An unset admin password is generated and printed once.',
  },
  {
    id: 'settings.master-key',
    source: 'decisions §1.2',
    text: 'FILMGATE_MASTER_KEY encrypts account secrets and is generated into the data directory when absent.',
  },
  {
    id: 'settings.mock-url',
    source: 'decisions §1.2',
    text: 'FILMGATE_MOCK_URL takes the mock over HTTP; unset, it runs in process.',
  },
  {
    id: 'settings.catalog-file',
    source: 'decisions §1.2',
    text: 'FILMGATE_CATALOG_FILE replaces the catalog.',
  },
  {
    id: 'settings.retention',
    source: 'decisions §1.2',
    text: 'Results and jobs are removed after their retention times.',
  },
  {
    id: 'settings.log-prompts',
    source: 'decisions §1.2',
    text: 'Prompts reach the log only with FILMGATE_LOG_PROMPTS.',
  },
  {
    id: 'settings.one-process',
    source: 'architecture §6',
    text: 'One process owns the data directory; a second is refused with a sentence that names the owner.',
  },
];
