import { type UseFormReturnType, useForm } from '@mantine/form';
import { type SyntheticEvent, useState } from 'react';
import type * as z from 'zod/mini';
import type { Failed, Outcome } from '../api/outcome.ts';
import { type RefusedField, refusedField } from './refused-field.ts';
import { useProblems } from './use-problems.ts';
import { type SaidRefusal, useSayRefusal } from './use-say-refusal.ts';

export interface SavedFormRequest<Draft extends object, Body> {
  readonly initial: Draft;
  /** The body's, so that nothing is sent which the server would refuse. */
  readonly schema: z.ZodMiniType;
  readonly bodyOf: (draft: Draft) => Body;
  /** The fields of the body which a refusal may be about. */
  readonly fields: readonly string[];
  /** The field a conflict is about; one of the form as a whole when absent. */
  readonly conflictField?: string;
  /** What the form has in place of what was saved, such as an empty secret. */
  readonly afterSaving?: Partial<Draft>;
  readonly onSubmit: (body: Body) => Promise<Outcome<unknown>>;
}

export interface SavedForm<Draft extends object> {
  readonly form: UseFormReturnType<Draft>;
  /** Why the last sending failed, where it is about no field. */
  readonly failed: Failed | null;
  /** What stands in the form is what the server has. */
  readonly isSaved: boolean;
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
}

/** A form whose values are sent as a body: checked before sending, and told field by field what the server refuses. */
export function useSavedForm<Draft extends object, Body>(
  request: SavedFormRequest<Draft, Body>,
): SavedForm<Draft> {
  const { bodyOf, onSubmit, afterSaving } = request;
  const problems = useProblems(request.schema);
  const sayRefusal = useSayRefusal();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isSaved, setSaved] = useState(false);
  const form = useForm<Draft>({
    initialValues: request.initial,
    validate: (draft) => problems(bodyOf(draft)),
    onValuesChange: () => setSaved(false),
  });
  const send = async (draft: Draft): Promise<void> => {
    const outcome = await onSubmit(bodyOf(draft));
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
  return { form, failed, isSaved, submit: form.onSubmit((draft) => send(draft)) };
}

type Refusal = RefusedField & SaidRefusal;

function refusalOf(
  failed: Failed,
  { fields, conflictField }: Pick<SavedFormRequest<object, unknown>, 'fields' | 'conflictField'>,
): Refusal | null {
  const code = failed.kind === 'refused' ? failed.code : null;
  const isConflict = failed.kind === 'refused' && failed.status === 409;
  if (isConflict && conflictField !== undefined)
    return { field: conflictField, message: failed.detail, code };
  const refused = refusedField(failed, fields);
  return refused === null ? null : { ...refused, code };
}
