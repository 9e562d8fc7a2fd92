import { useTexts } from '../../texts/use-texts.ts';
import { secretTexts } from './secret-texts.ts';

/** Fields of a credential the pages have words for. */
const known = ['api_key', 'access_key', 'secret_key'] as const;

/** Says the name of a field a provider asks for: in the language of the pages where they know it. */
export function useSayField(): (name: string) => string {
  const { t } = useTexts(secretTexts);
  return (name) => {
    const word = known.find((one) => one === name);
    if (word !== undefined) return t(`field.${word}`);
    const spaced = name.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  };
}
