import { KEY_NAME } from '../../contract/values.ts';
import type { KeyRecord } from '../../keys/apiKeyStore.ts';
import { Field } from '../../web/components/form.tsx';
import type { Language } from '../../web/language.ts';
import { developersWords } from '../words/developers.ts';

export const keyName = ({ name }: Pick<KeyRecord, 'name'>, language: Language) =>
  name ?? developersWords[language].unnamed;

export function keyNameFault(typed: string, language: Language): string | undefined {
  const isGood = typed.length <= KEY_NAME.max && typed.trim() !== '';
  return isGood ? undefined : developersWords[language].nameMissing;
}

interface KeyNameFieldProperties {
  /** As typed; shown up to the longest name. */
  name: string;
  fault: string | undefined;
  language: Language;
}

export function KeyNameField({ name, fault, language }: KeyNameFieldProperties) {
  const words = developersWords[language];
  return (
    <Field
      name="name"
      label={words.name}
      value={name.slice(0, KEY_NAME.max)}
      hint={words.nameHint}
      error={fault}
      maxLength={KEY_NAME.max}
      autocomplete="off"
      isRequired
    />
  );
}
