import { useForm, type UseFormReturnType } from '@mantine/form';
import { type SyntheticEvent, useState } from 'react';
import type * as z from 'zod/mini';
import type { Failed, Outcome } from '../api/outcome.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findProblems } from './find-problems.ts';
import { formTexts } from './form-texts.ts';
import { type RefusedField, refusedField } from './refused-field.ts';
import { type SaidRefusal, useSayRefusal } from './use-say-refusal.ts';

/** Says what is wrong with each field of what would be sent, as forms want it. */
function useProblems(schema: z.ZodMiniType): (body: unknown) => Record<string, string> {
  const { t } = useTexts(formTexts);
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
  /** The body's, so that nothing is sent which the server would refuse. */
  readonly schema: z.ZodMiniType;
  readonly bodyOf: (draft: Draft) => Body;
  /** The fields of the body which a refusal may be about. */
  readonly fields: readonly string[];
  /** The field a refusal of a code is about, where the server's sentence does not begin with it. */
  readonly fieldsOfCodes?: { readonly [code: string]: string };
  /** What is wrong with a draft beside what the schema of its body says, by field. */
  readonly furtherProblems?: (draft: Draft) => Record<string, string>;
  /** What the form has in place of what was saved, such as an empty secret. */
  readonly afterSaving?: Partial<Draft>;
  readonly onSubmit: (body: Body) => Promise<Outcome<unknown>>;
}

export interface SavedForm<Draft extends object, Body> {
  readonly form: UseFormReturnType<Draft>;
  /** Why the last sending failed, where it is about no field. */
  readonly failed: Failed | null;
  /** What stands in the form is what the server has. */
  readonly isSaved: boolean;
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  /** Sends what stands in the form with further fields, such as the word that it is meant. */
  readonly submitWith: (further: Partial<Body>) => void;
}

/** A form whose values are sent as a body: checked before sending, and told field by field what the server refuses. */
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
