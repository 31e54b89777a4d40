import type { Geocoder, Place, Unplaced } from '../src/places/place.ts';

interface KnownAddress {
  text: string;
  lat: number;
  lng: number;
  withinKm: number;
}

export interface AddressReport {
  right: number;
  wrong: { text: string; understoodAs: string; offKm: number }[];
  refusedWrongly: { text: string; reason: string }[];
  refusedRightly: number;
  acceptedWrongly: { text: string; understoodAs: string }[];
}

type GreatCircleKm = typeof import('../src/places/embedded/greatCircle.ts')['greatCircleKm'];

export async function checkAddresses(
  geocoder: Geocoder,
  known: readonly KnownAddress[],
  mustRefuse: readonly string[],
  greatCircleKm: GreatCircleKm,
): Promise<AddressReport> {
  const report: AddressReport = { right: 0, wrong: [], refusedWrongly: [], refusedRightly: 0, acceptedWrongly: [] };
  for (const address of known) {
    const answer = await geocoder.place(address.text);
    if (!isPlace(answer)) {
      report.refusedWrongly.push({ text: address.text, reason: answer.reason });
      continue;
    }
    const offKm = greatCircleKm(answer, address);
    if (offKm <= address.withinKm) report.right++;
    else report.wrong.push({ text: address.text, understoodAs: answer.label, offKm });
  }
  for (const text of mustRefuse) {
    const answer = await geocoder.place(text);
    if (isPlace(answer)) report.acceptedWrongly.push({ text, understoodAs: answer.label });
    else report.refusedRightly++;
  }
  return report;
}

export const isPlace = (answer: Place | Unplaced): answer is Place => 'lat' in answer;
