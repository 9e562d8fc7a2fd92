import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { ModelFamily } from '../../api/responses.ts';
import { CopyButton } from '../../shell/copy-button.tsx';
import { FactList } from '../../shell/fact-list.tsx';
import { ToneBadge } from '../../shell/tone-badge.tsx';
import styles from './family-card.module.css';
import { sayFamily } from './say-family.ts';
import { modelsTexts } from '../../texts/models.ts';
import { sayDescription } from '../../texts/model-descriptions.ts';
import { useLanguage } from '../../texts/use-language.ts';

export interface FamilyCardProps {
  readonly family: ModelFamily;
  /** Ids that match the search. */
  readonly ids: readonly string[];
}

/** Ids shown before "show all". */
const examples = 3;

/** A family: types, inputs, prices and model ids. */
export function FamilyCard({ family, ids }: FamilyCardProps) {
  const { t } = useTranslation(modelsTexts);
  const language = useLanguage();
  const headingId = `family-${family.family}`;
  return (
    <Paper component="article" withBorder p="md" bg="var(--surface)" aria-labelledby={headingId}>
      <Stack gap="sm">
        <div>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h5" id={headingId}>
              {family.family}
            </Title>
            <Group gap={6}>
              <ToneBadge tone={family.media_type === 'video' ? 'busy' : 'good'}>
                {t(`type.${family.media_type}`)}
              </ToneBadge>
              {family.surfaces.map((surface) => (
                <ToneBadge key={surface} tone="quiet">
                  {t(`surface.${surface}`)}
                </ToneBadge>
              ))}
            </Group>
          </Group>
          <Text size="sm" c="dimmed">
            {sayDescription(family.description, language)}
          </Text>
        </div>
        <FactList facts={sayFamily(family, { t, language })} />
        <Ids ids={ids} family={family} />
        {family.aliases.length > 0 && <Aliases aliases={family.aliases} />}
      </Stack>
    </Paper>
  );
}

function Ids({ ids, family }: FamilyCardProps) {
  const { t } = useTranslation(modelsTexts);
  const [isWhole, whole] = useDisclosure(false);
  const shown = isWhole ? ids : ids.slice(0, examples);
  return (
    <Stack gap={6}>
      <Title order={3} size="h6">
        {t('ids', { count: ids.length })}
      </Title>
      <ul className={styles['ids']} aria-label={t('ids.label', { family: family.family })}>
        {shown.map((id) => (
          <IdLine key={id} id={id} />
        ))}
      </ul>
      {ids.length > examples && (
        <Group>
          <Button size="compact-sm" variant="subtle" aria-expanded={isWhole} onClick={whole.toggle}>
            {isWhole ? t('ids.fewer') : t('ids.all', { count: ids.length })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Aliases({ aliases }: Pick<ModelFamily, 'aliases'>) {
  const { t } = useTranslation(modelsTexts);
  return (
    <Stack gap={6}>
      <Title order={3} size="h6">
        {t('aliases')}
      </Title>
      <ul className={styles['ids']}>
        {aliases.map(({ alias, id }) => (
          <IdLine key={alias} id={alias} target={id} />
        ))}
      </ul>
    </Stack>
  );
}

interface IdLineProps {
  readonly id: string;
  /** The id an alias points to. */
  readonly target?: string;
}

function IdLine({ id, target }: IdLineProps) {
  const { t } = useTranslation(modelsTexts);
  return (
    <li>
      <span>
        <Code>{id}</Code>
        {target !== undefined && <small> → {target}</small>}
      </span>
      <CopyButton text={id} size="compact-xs" variant="subtle" aria-label={t('copy', { id })} />
    </li>
  );
}
