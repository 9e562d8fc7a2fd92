import { Code, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { FactList } from '../../../shell/fact-list.tsx';
import { InstantText } from '../../../shell/instant-text.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { sayFile, saySpan, sayUnit } from '../../../shell/say-time.ts';
import { OwnerText } from '../owner-text.tsx';
import { useLanguage } from '../../../texts/use-language.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';

/** Surfaces with a translated name. Those of a program that embeds Filmgate are shown by their own name. */
const ourSurfaces = ['tasks', 'native', 'local', 'workbench'] as const;

function isOurSurface(name: string): name is (typeof ourSurfaces)[number] {
  return ourSurfaces.some((surface) => surface === name);
}

type Fact = readonly [name: string, value: ReactNode];

export function JobFacts({ job }: { readonly job: AdminJob }) {
  const { t } = useTranslation(jobDetailsTexts);
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
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { t: word } = useTranslation(jobWordsTexts);
  const facts: readonly (Fact | null)[] = [
    [t('id'), <Copied key="id" text={job.id} />],
    [t('model'), job.model],
    [t('settings'), saySettings(job, t, language)],
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
      : [t('took'), saySpan(Date.parse(job.completed_at) - Date.parse(job.created_at), language)],
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

/** Provider and provider model of the job. */
function sayRoute({ route }: AdminJob, t: TFunction<'job-details'>): readonly Fact[] {
  if (route === null) return [];
  return [
    [t('provider'), route.endpoint],
    [t('provider-model'), <Code key="model">{route.model}</Code>],
  ];
}

function sayResult(
  result: AdminJob['result'],
  t: TFunction<'job-details'>,
  language: string,
): readonly Fact[] {
  if (result === null) return [];
  return [
    [t('size'), sayFile(result, language)],
    [t('sha256'), <Copied key="sha" text={result.sha256} />],
    [t('expires'), <InstantText key="expires" at={result.expires_at} isFull />],
  ];
}

/** Cost to the account in the account's unit; nothing before an account is chosen. */
function sayCost(
  { credit, spend }: AdminJob,
  t: TFunction<'job-details'>,
  language: string,
): readonly Fact[] {
  const standing: Fact = [t('credit'), t(`credit.${credit}`)];
  if (spend === null) return [standing];
  const { unit, estimate, actual, charges, usage } = spend;
  const said = (amount: number) => sayMoney(amount, unit, language);
  return [
    standing,
    [t('spend.estimate'), said(estimate)],
    [t('spend.actual'), actual === null ? t('spend.unreported') : said(actual)],
    [t('spend.charges'), t(`spend.charges.${charges}`)],
    [
      t('spend.usage'),
      usage === null ? t('spend.unreported') : <Usage key="usage" usage={usage} />,
    ],
  ];
}

type ReportedUsage = NonNullable<NonNullable<AdminJob['spend']>['usage']>;

/** Usage reported by the provider, with the response fields that contain it. */
function Usage({ usage: { amount, unit, figures } }: { readonly usage: ReportedUsage }) {
  const language = useLanguage();
  return (
    <>
      {sayMoney(amount, unit, language)}
      <Code block mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(figures, null, 1)}
      </Code>
    </>
  );
}

function saySettings(job: AdminJob, t: TFunction<'job-details'>, language: string): string {
  return [
    job.seconds === null ? null : sayUnit(job.seconds, { unit: 'second' }, language),
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
