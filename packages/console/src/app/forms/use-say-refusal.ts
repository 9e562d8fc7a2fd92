import { sayServerError } from '../texts/server-errors.ts';
import { useTexts } from '../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';

export interface SaidRefusal {
  readonly code: string | null;
  readonly message: string;
}

/** Says a refusal below its field: in the language of the pages where they have words for it, with the server's own sentence. */
export function useSayRefusal(): (refusal: SaidRefusal) => string {
  const { language } = useTexts(formTexts);
  return ({ code, message }) => {
    const said = sayServerError(code, language);
    return said === null ? message : `${said} ${message}`;
  };
}
