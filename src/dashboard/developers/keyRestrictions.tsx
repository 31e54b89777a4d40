import { KEY_NETWORKS, KEY_SCOPES } from '../../contract/values.ts';
import type { Restrictions } from '../../keys/restrictions.ts';
import { meantByNetwork, parseNetwork } from '../../limits/networks.ts';
import { Checkboxes } from '../../web/components/choices.tsx';
import { TextArea } from '../../web/components/form.tsx';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import type { Faults } from '../textBounds.ts';
import { keyWords } from '../words/keys.ts';

/** As typed. */
export interface RestrictionsDraft {
  scopes: readonly string[];
  /** One per line. */
  networks: string;
}

export const NO_RESTRICTIONS: RestrictionsDraft = { scopes: [], networks: '' };

const MAX_TYPED = 2_000;

export const readRestrictions = (form: Form): RestrictionsDraft => ({
  scopes: form.get('scopes') ?? [],
  networks: fieldOf(form, 'networks').slice(0, MAX_TYPED),
});

const linesOf = ({ networks }: RestrictionsDraft): string[] => networks.split(/[\s,]+/).filter((line) => line !== '');

function networkFault(text: string, language: Language): string | undefined {
  const words = keyWords[language];
  const network = parseNetwork(text);
  if (!network) return words.notNetwork(text);
  const meant = meantByNetwork(network);
  return meant && words.bitsBeyondPrefix(text, meant.address, meant.network);
}

/** Nothing chosen means everything and everywhere. */
export function checkRestrictions(
  draft: RestrictionsDraft,
  language: Language,
): { faults: Faults; restrictions: Restrictions } {
  const words = keyWords[language];
  const scopes = KEY_SCOPES.filter((scope) => draft.scopes.includes(scope));
  const networks = linesOf(draft);
  const networkFaults = networks.flatMap((network) => networkFault(network, language) ?? []);
  const faults = new Map<string, string>();
  if (scopes.length < new Set(draft.scopes).size) faults.set('scopes', words.unknownScope);
  if (networkFaults[0] !== undefined) faults.set('networks', networkFaults[0]);
  else if (networks.length > KEY_NETWORKS.max) faults.set('networks', words.tooManyNetworks(KEY_NETWORKS.max));
  const restrictions = {
    scopes: scopes.length === 0 ? null : scopes,
    networks: networks.length === 0 ? null : [...new Set(networks)],
  };
  return { faults, restrictions };
}

interface RestrictionFieldsProperties {
  draft: RestrictionsDraft;
  faults: Faults;
  language: Language;
}

export function RestrictionFields({ draft, faults, language }: RestrictionFieldsProperties) {
  const words = keyWords[language];
  return (
    <>
      <Checkboxes
        name="scopes"
        label={words.scopes}
        choices={KEY_SCOPES.map((scope) => ({ value: scope, label: words[scope], code: scope }))}
        values={draft.scopes}
        hint={words.scopesHint}
        error={faults.get('scopes')}
      />
      <TextArea
        name="networks"
        label={words.networks}
        value={draft.networks}
        hint={words.networksHint}
        error={faults.get('networks')}
        maxLength={MAX_TYPED}
      />
    </>
  );
}

/** What a key may do, in the list of keys. */
export function KeyRestrictions({ of: { scopes, networks }, language }: { of: Restrictions; language: Language }) {
  const words = keyWords[language];
  return (
    <span class="key-rules">
      {scopes?.map((scope) => (
        <span key={scope}>
          {words[scope]} <code>{scope}</code>
        </span>
      )) ?? <span>{words.everything}</span>}
      {networks && <span class="breakable">{words.from(networks.join(', '))}</span>}
    </span>
  );
}
