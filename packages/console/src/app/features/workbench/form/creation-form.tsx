import { Button, Group, Paper, Stack, Switch, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchModel, WorkbenchModels } from '../../../api/responses.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { AccountPicker } from './account-picker.tsx';
import { accountsQuery } from './accounts-query.ts';
import styles from './creation-form.module.css';
import {
  type CreationRequest,
  type Draft,
  type DraftProblem,
  checkDraft,
  requestOf,
} from './draft.ts';
import { FieldChips, PromptField } from './form-fields.tsx';
import { freeSlots } from './free-slots.ts';
import { modelFields, withField } from './model-choice.ts';
import { ModelPicker } from './model-picker.tsx';
import { ReferenceImages } from './reference-images.tsx';
import { useImageFiles } from './use-image-files.ts';
import type { Settings } from './use-settings.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface CreationFormProps {
  readonly catalog: WorkbenchModels;
  readonly settings: Settings;
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onSubmit: (request: CreationRequest) => void;
  /** True while part of the draft is loading; submitting is disabled. */
  readonly isReading: boolean;
  /** Problem of the draft as a whole. */
  readonly children?: ReactNode;
}

/** Inputs of a new video; values the model does not support cannot be chosen. */
export function CreationForm(props: CreationFormProps) {
  const { t } = useTranslation(workbenchTexts);
  const { settings, draft, onSubmit } = props;
  const { model, generateAudio, account } = settings;
  const [isTried, setTried] = useState(false);
  const problems = checkDraft(draft, model);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(problems.length > 0);
    if (problems.length === 0) onSubmit(requestOf({ ...draft, generateAudio, account }, model));
  };
  // Missing fields are marked only after the first attempt.
  const shown = problems.filter(
    ({ kind }) => isTried || kind === 'prompt-long' || kind === 'images-many',
  );
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      bg="var(--surface)"
      aria-label={t('form')}
      onSubmit={submit}
      noValidate
    >
      <Stack gap="md">
        <Title order={2} size="h5">
          {t('form')}
        </Title>
        {props.children}
        <DraftFields {...props} problems={shown} />
        <AccountPicker family={model.family} value={account} onPick={settings.setAccount} />
        <FormEnd settings={settings} isReading={props.isReading} />
      </Stack>
    </Paper>
  );
}

/** Cost and submit button. */
function FormEnd({ settings, isReading }: Pick<CreationFormProps, 'settings' | 'isReading'>) {
  const { t } = useTranslation(workbenchTexts);
  return (
    <div className={styles['foot']}>
      <CostLine model={settings.model} account={settings.account} />
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={isReading}
        leftSection={<Icon name="spark" />}
      >
        {t('submit')}
      </Button>
    </div>
  );
}

interface DraftFieldsProps extends CreationFormProps {
  readonly problems: readonly DraftProblem[];
}

function DraftFields({ catalog, settings, draft, onChange, problems }: DraftFieldsProps) {
  const { t } = useTranslation(workbenchTexts);
  const { model } = settings;
  const images = useImageFiles({ model, images: draft.references, onChange });
  const say = ({ kind, ...values }: DraftProblem): string => t(`problem.${kind}`, values);
  const [promptProblem] = problems.filter((problem) => !concernsImages(problem));
  return (
    <>
      <PromptField
        value={draft.prompt}
        onChange={(prompt) => onChange({ prompt })}
        onPasteFiles={images.addFiles}
        error={promptProblem === undefined ? null : say(promptProblem)}
      />
      <ModelSettings catalog={catalog} settings={settings} />
      <ReferenceImages
        model={model}
        images={draft.references}
        problems={[...images.problems, ...problems.filter(concernsImages).map(say)]}
        onAddFiles={images.addFiles}
        onChange={(references) => onChange({ references })}
      />
      {model.negative_prompt && (
        <Textarea
          label={t('negative')}
          placeholder={t('negative.placeholder')}
          autosize
          value={draft.negativePrompt}
          onChange={({ currentTarget }) => onChange({ negativePrompt: currentTarget.value })}
        />
      )}
    </>
  );
}

const concernsImages = ({ kind }: DraftProblem): boolean =>
  kind === 'images-few' || kind === 'images-many';

/** Model and the values fixed by its id. */
function ModelSettings({ catalog, settings }: Pick<CreationFormProps, 'catalog' | 'settings'>) {
  const { t } = useTranslation(workbenchTexts);
  const { model, generateAudio, setModel, setAudio } = settings;
  return (
    <>
      <ModelPicker models={catalog.models} value={model} onChange={setModel} />
      {modelFields.map((field) => (
        <FieldChips
          key={field}
          models={catalog.models}
          model={model}
          field={field}
          onPick={(value) => setModel(withField(catalog.models, model, { field, value }))}
        />
      ))}
      <div>
        <Switch
          label={t('audio')}
          checked={generateAudio}
          disabled={!model.audio.supported || model.audio.default}
          onChange={({ currentTarget }) => setAudio(currentTarget.checked)}
        />
        {!model.audio.supported && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('audio.none', { family: model.family })}
          </Text>
        )}
      </div>
    </>
  );
}

export interface CostLineProps {
  readonly model: WorkbenchModel;
  /** Id of the chosen account; null for automatic choice. */
  readonly account: string | null;
}

/** Cost of the video and free slots, before submission. */
function CostLine({ model, account }: CostLineProps) {
  const { t } = useTranslation(workbenchTexts);
  const { data } = useQuery(accountsQuery(useApi()));
  const usable = data?.filter(({ id }) => account === null || id === account);
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={650}>{t('cost', { count: model.credits })}</Text>
      <Text size="sm" c="dimmed">
        {usable !== undefined && saySlots(freeSlots(usable, model.family))}
      </Text>
    </Group>
  );

  function saySlots({ free, total }: ReturnType<typeof freeSlots>): string {
    if (total === 0) return t('slots.none');
    return free === 0 ? t('slots.wait', { total }) : t('slots', { free, total });
  }
}
