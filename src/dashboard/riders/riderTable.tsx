import { emailOf } from '../../catalogue/riderContact.ts';
import type { KeptRider } from '../../catalogue/riderStore.ts';
import { type Column, Table } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { ridersWords } from '../words/riders.ts';
import { fullName } from './riderName.ts';

export const RIDERS_PATH = '/app/riders';

export function RiderTable({ language, riders }: { language: Language; riders: readonly KeptRider[] }) {
  return (
    <Table
      caption={ridersWords[language].caption}
      columns={columns(language)}
      rows={riders}
      keyOf={({ clientId }) => clientId}
      linkTo={({ clientId }) => `${RIDERS_PATH}/${clientId}`}
    />
  );
}

function columns(language: Language): Column<KeptRider>[] {
  const words = ridersWords[language];
  return [
    { title: words.name, cell: (rider) => fullName(rider, language) },
    { title: words.phone, inCard: 'main', cell: ({ phone }) => phone && <span class="phone">{phone}</span> },
    { title: words.email, maxLines: 1, inCard: 'wide', class: 'email', cell: emailOf },
    { title: words.companyName, maxLines: 2, inCard: 'wide', cell: ({ companyName }) => companyName },
  ];
}
