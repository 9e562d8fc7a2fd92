import { type Limit, LimitSource } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';
const settings = 'packages/server/src/settings';

const accountBodies = new LimitSource(`${http}/admin-api/schemas/account-bodies.ts`);
const actOnJobs = new LimitSource(`${http}/admin-api/schemas/act-on-jobs.ts`);
const adminFailure = new LimitSource(`${http}/admin-api/failure.ts`);
const amounts = new LimitSource(`${core}/upstream/told-numbers.ts`);
const command = new LimitSource(`${core}/use-cases/checks/command-schema.ts`);
const commandShape = new LimitSource(`${core}/use-cases/checks/check-accept-command.ts`);
const forms = new LimitSource(`${settings}/forms.ts`);
const nearest = new LimitSource(`${settings}/nearest-names.ts`);
const otherInputs = new LimitSource(`${core}/use-cases/checks/other-inputs.ts`);
const settingChanges = new LimitSource(`${http}/admin-api/schemas/setting.ts`);
const settingTexts = new LimitSource(`${settings}/read-setting-changes.ts`);

/** Limits of the administration API, and of programs that embed the core. */
export const adminLimits: readonly Limit[] = [
  {
    limit: 'Families of an account',
    value: `${accountBodies.count('mostFamilies')} of ${accountBodies.count('longestFamily')} characters`,
    exceeded: '422',
    source: accountBodies,
  },
  {
    limit: 'Settings changed in one request',
    value: settingChanges.count('mostSettings'),
    exceeded: '422',
    source: settingChanges,
  },
  {
    limit: 'Text of a setting',
    value: `${settingTexts.count('longestText')} characters`,
    exceeded: '422',
    source: settingTexts,
  },
  {
    limit: 'Items of a list in a setting',
    value: forms.count('mostItems'),
    exceeded: '422',
    source: forms,
  },
  {
    limit: 'Unknown setting name that is compared with known ones',
    value: `${nearest.count('longestCompared')} characters`,
    exceeded: 'no suggestion',
    source: nearest,
  },
  {
    limit: '`detail` of an error',
    value: `${adminFailure.count('longestDetail')} characters`,
    exceeded: 'truncated',
    source: adminFailure,
  },
  {
    limit: 'Jobs in one bulk action',
    value: actOnJobs.count('mostJobs'),
    exceeded: '422',
    source: actOnJobs,
  },
  {
    limit: 'Credits of an account; `total_limit`',
    value: amounts.count('mostAmount'),
    exceeded: '422',
    source: amounts,
  },
  {
    limit: 'Page of a list',
    value: `${otherInputs.count('largestPage')} jobs`,
    exceeded: '422; embedded `invalid-request`',
    source: otherInputs,
  },
  {
    limit: 'Texts of a search',
    value: `${otherInputs.count('mostSearchTexts')} of ${otherInputs.count('longestSearch')} characters`,
    exceeded: '422; embedded `invalid-request`',
    source: otherInputs,
  },
  {
    limit: 'Models in a filter',
    value: otherInputs.count('mostModels'),
    exceeded: '422; embedded `invalid-request`',
    source: otherInputs,
  },
  {
    limit: 'Command of an embedding program: values; levels; text units',
    value: ['values', 'depth', 'textUnits']
      .map((bound) => commandShape.count(`commandLimits.${bound}`))
      .join('; '),
    exceeded: '`invalid-request`',
    source: commandShape,
  },
  {
    limit: 'Command: references; warnings',
    value: `${command.count('mostReferences')}; ${command.count('mostWarnings')}`,
    exceeded: '`invalid-request`',
    source: command,
  },
];
