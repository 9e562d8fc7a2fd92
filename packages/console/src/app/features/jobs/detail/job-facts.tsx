import { Code, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AdminJob } from '../../../api/responses.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { FactList } from '../../../shell/fact-list.tsx';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { sayFile, saySpan } from '../../../shell/say-time.ts';
import { type Translate, useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import { OwnerText } from '../owner-text.tsx';
import { detailTexts } from './detail-texts.ts';

/** Surfaces that have words; one of a program that embeds Filmgate is shown by its name. */
const ourSurfaces = ['tasks', 'native', 'local', 'workbench'] as const;

function isOurSurface(name: string): name is (typeof ourSurfaces)[number] {
  return ourSurfaces.some((surface) => surface === name);
}

type Fact = readonly [name: string, value: ReactNode];

/** Settings, money and instants. */
export function JobFacts({ job }: { readonly job: AdminJob }) {
  const { t } = useTexts(detailTexts);
  const facts = useFacts(job);
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('facts')}
      </Title>
      <FactList facts={facts} />
    </section>
  );
}

function useFacts(job: AdminJob): readonly Fact[] {
  const { t, language } = useTexts(detailTexts);
  const { t: word } = useTexts(jobWords);
  const facts: readonly (Fact | null)[] = [
    [t('id'), <Copied key="id" text={job.id} />],
    [t('model'), job.model],
    [t('settings'), saySettings(job, t)],
    [t('owner'), <OwnerText key="owner" job={job} />],
    [t('origin'), isOurSurface(job.origin) ? word(`origin.${job.origin}`) : job.origin],
    [t('account'), job.account ?? job.account_id ?? '–'],
    ...sayRoute(job, t),
    [t('price'), sayMoney(job.price, 'credits', language)],
    [t('quota'), t(`quota.${job.quota}`)],
    ...sayCost(job, t, language),
    [t('attempts'), job.attempts],
    [t('created'), <InstantText key="created" at={job.created_at} isFull />],
    [t('submitted'), <InstantText key="submitted" at={job.submitted_at} isFull />],
    [t('completed'), <InstantText key="completed" at={job.completed_at} isFull />],
    job.completed_at === null
      ? null
      : [t('took'), saySpan(Date.parse(job.completed_at) - Date.parse(job.created_at))],
    ...sayResult(job.result, t, language),
    job.warnings.length === 0
      ? null
      : [
          t('warnings'),
          job.warnings.map(({ param, message }) => `${param}: ${message}`).join('; '),
        ],
  ];
  return facts.filter((fact) => fact !== null);
}

/** How it is made: where, and what its model is called there. */
function sayRoute({ route }: AdminJob, t: Translate<(typeof detailTexts)['en']>): readonly Fact[] {
  if (route === null) return [];
  return [
    [t('place'), route.endpoint],
    [t('provider-model'), <Code key="model">{route.model}</Code>],
  ];
}

function sayResult(
  result: AdminJob['result'],
  t: Translate<(typeof detailTexts)['en']>,
  language: string,
): readonly Fact[] {
  if (result === null) return [];
  return [
    [t('size'), sayFile(result, language)],
    [t('sha256'), <Copied key="sha" text={result.sha256} />],
    [t('expires'), <InstantText key="expires" at={result.expires_at} isFull />],
  ];
}

/** What it costs the account, in the account's unit; nothing while no account was chosen. */
function sayCost(
  { credit, spend }: AdminJob,
  t: Translate<(typeof detailTexts)['en']>,
  language: string,
): readonly Fact[] {
  const standing: Fact = [t('credit'), t(`credit.${credit}`)];
  if (spend === null) return [standing];
  const { unit, estimate, actual, charges, usage } = spend;
  const said = (amount: number) => sayMoney(amount, unit, language);
  return [
    standing,
    [t('spend.estimate'), said(estimate)],
    [t('spend.actual'), actual === null ? t('spend.untold') : said(actual)],
    [t('spend.charges'), t(`spend.charges.${charges}`)],
    [t('spend.usage'), usage === null ? t('spend.untold') : <Usage key="usage" usage={usage} />],
  ];
}

type ReportedUsage = NonNullable<NonNullable<AdminJob['spend']>['usage']>;

/** What the provider says it took, and the fields of its response that say so. */
function Usage({ usage: { amount, unit, figures } }: { readonly usage: ReportedUsage }) {
  const { language } = useTexts(detailTexts);
  return (
    <>
      {sayMoney(amount, unit, language)}
      <Code block mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(figures, null, 1)}
      </Code>
    </>
  );
}

function saySettings(job: AdminJob, t: Translate<(typeof detailTexts)['en']>): string {
  return [
    job.seconds === null ? null : `${job.seconds} s`,
    job.aspect_ratio,
    job.resolution,
    t(job.generate_audio ? 'settings.audio' : 'settings.silent'),
    job.references.length === 0 ? null : t('settings.images', { count: job.references.length }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function Copied({ text }: { readonly text: string }) {
  return (
    <Group gap="xs">
      <Code>{text}</Code>
      <CopyButton text={text} size="compact-xs" />
    </Group>
  );
}
