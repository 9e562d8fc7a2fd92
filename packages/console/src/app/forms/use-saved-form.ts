import { useForm, type UseFormReturnType } from '@mantine/form';
import { type SyntheticEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import type { Failed, Outcome } from '../api/outcome.ts';
import { findProblems } from './find-problems.ts';
import { type RefusedField, refusedField } from './refused-field.ts';
import { type SaidRefusal, useSayRefusal } from './use-say-refusal.ts';
import { formsTexts } from '../texts/forms.ts';

/** Validates a request body; returns the problem of each field for the form. */
function useProblems(schema: z.ZodMiniType): (body: unknown) => Record<string, string> {
  const { t } = useTranslation(formsTexts);
  return (body) =>
    Object.fromEntries(
      Object.entries(findProblems(schema, body)).map(([field, { text, values }]) => [
        field,
        t(text, values),
      ]),
    );
}

export interface SavedFormRequest<Draft extends object, Body> {
  readonly initial: Draft;
  /** Schema of the body, so that nothing is sent that the server would refuse. */
  readonly schema: z.ZodMiniType;
  readonly bodyOf: (draft: Draft) => Body;
  /** Fields of the body that a refusal may name. */
  readonly fields: readonly string[];
  /** Fields by error code, for refusals whose message does not begin with the field. */
  readonly fieldsOfCodes?: { readonly [code: string]: string };
  /** Problems of a draft that the schema of its body does not cover, by field. */
  readonly furtherProblems?: (draft: Draft) => Record<string, string>;
  /** Form values that change after saving, such as an empty secret. */
  readonly afterSaving?: Partial<Draft>;
  readonly onSubmit: (body: Body) => Promise<Outcome<unknown>>;
}

export interface SavedForm<Draft extends object, Body> {
  readonly form: UseFormReturnType<Draft>;
  /** Failure of the last submission, unless it belongs to a field. */
  readonly failed: Failed | null;
  /** True while the form equals the saved values. */
  readonly isSaved: boolean;
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  /** Submits the form with additional fields, such as a confirmation. */
  readonly submitWith: (further: Partial<Body>) => void;
}

/** A form submitted as a request body: validated before sending, with the server's refusals shown at their fields. */
export function useSavedForm<Draft extends object, Body>(
  request: SavedFormRequest<Draft, Body>,
): SavedForm<Draft, Body> {
  const { bodyOf, onSubmit, afterSaving, furtherProblems } = request;
  const problems = useProblems(request.schema);
  const sayRefusal = useSayRefusal();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm<Draft>({
    initialValues: request.initial,
    validate: (draft) => ({ ...problems(bodyOf(draft)), ...furtherProblems?.(draft) }),
    onValuesChange: () => setSaved(false),
  });
  const send = async (body: Body): Promise<void> => {
    const outcome = await onSubmit(body);
    if (outcome.kind === 'answered') {
      setFailed(null);
      if (afterSaving !== undefined) form.setValues(afterSaving);
      setSaved(true);
      return;
    }
    const refused = refusalOf(outcome, request);
    if (refused !== null) form.setFieldError(refused.field, sayRefusal(refused));
    setFailed(refused === null ? outcome : null);
    setSaved(false);
  };
  return {
    form,
    failed,
    isSaved,
    submit: form.onSubmit((draft) => send(bodyOf(draft))),
    submitWith: (further) => form.onSubmit((draft) => send({ ...bodyOf(draft), ...further }))(),
  };
}

type Refusal = RefusedField & SaidRefusal;

function refusalOf(
  failed: Failed,
  {
    fields,
    fieldsOfCodes = {},
  }: Pick<SavedFormRequest<never, unknown>, 'fields' | 'fieldsOfCodes'>,
): Refusal | null {
  const code = failed.kind === 'refused' ? failed.code : null;
  const field = code === null ? undefined : fieldsOfCodes[code];
  if (failed.kind === 'refused' && field !== undefined)
    return { field, message: failed.detail, code };
  const refused = refusedField(failed, fields);
  return refused === null ? null : { ...refused, code };
}
