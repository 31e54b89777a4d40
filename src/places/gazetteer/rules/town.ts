import { greatCircleKm } from '../../embedded/greatCircle.ts';
import { isLink } from '../address.ts';
import { isBesideAirportOf } from '../meanings.ts';
import type { FoundName } from '../names.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Towns } from '../towns.ts';
import { isCredible } from './credible.ts';

/** A candidate town for one of the names in an address. */
export interface Candidate {
  row: number;
  name: FoundName;
  form: 'exact' | 'bare' | 'short';
  score: number;
  /** The postcode or the département confirms it. */
  isConfirmed: boolean;
  /** Too weak to be the result, but enough to make another doubtful. */
  isRivalOnly: boolean;
}

type TownVerdict = { town: Candidate } | { homonyms: Candidate[] };

// Chosen by hand and checked on the evaluation addresses and every commune: a postcode outweighs everything, then a
// named département, then the context of the name, then size, where six points are a factor of ten.
const WEIGHT = {
  word: 8,
  tenfoldPopulation: 6,
  samePostcode: 60,
  besidePostcode: 20,
  departmentOfPostcode: 15,
  otherPostcode: -40,
  sameDepartment: 40,
  otherDepartment: -40,
  wholePart: 12,
  endsPart: 5,
  earlierPart: -3,
  saidToBeIn: 6,
  afterStreet: -8,
  bare: -2,
  short: -4, // twice if postcode or département match: then the town of exactly that name is meant
  formerTown: -4,
  overseas: -25,
};
// A smaller lead decides nothing: it is about a fifth of the inhabitants.
const CLEAR_LEAD = 4;
// Namesakes this near each other are a town and its former neighbour, or as good as one.
const SAME_TOWN_KM = 12;
// A suburb is often named with its city: "Bron, Lyon", "Paris Nanterre".
const SUBURB_KM = 25;
export const CITY_POPULATION = 100_000;

// Of the town that is meant, and one by whose name something in it goes: at least a third.
const ABOUT_AS_BIG = 3;
// Smaller villages do not take precedence over a much bigger town overseas.
const VILLAGE_POPULATION = 2_000;
const FAR_BIGGER_FACTOR = 3;

export function findTown(parsed: ParsedAddress): TownVerdict | undefined {
  const named = parsed.names
    .flatMap((name) => candidatesFor(name, parsed))
    .sort((one, other) => other.score - one.score);
  const candidates = named.filter(
    (candidate) => !candidate.isRivalOnly && !named.some((other) => isOutrankedBy(other, candidate, parsed)),
  );
  const [best] = candidates;
  if (!best) return undefined;
  const { towns } = parsed.gazetteer;
  const point = towns.point(best.row);
  const rivals = named.filter(
    ({ name, row, score }) =>
      name === best.name &&
      (best.score - score < CLEAR_LEAD || isFarBiggerOverseas(row, best, towns) || isBesideAirport(row, best, towns)) &&
      greatCircleKm(towns.point(row), point) > SAME_TOWN_KM,
  );
  const suburb = suburbOf(best, candidates, parsed);
  if (suburb) return { town: suburb };
  return rivals.length > 0 ? { homonyms: [best, ...rivals] } : { town: best };
}

/**
 * Whether a town is rather the name of something in another one, about as big and far away, that stands more like a town:
 * "Saint-Étienne" in "Cathédrale Saint-Étienne Toulouse".
 */
function isOutrankedBy(other: Candidate, { name, row, isConfirmed }: Candidate, { gazetteer }: ParsedAddress): boolean {
  const { towns } = gazetteer;
  return (
    !isConfirmed &&
    !other.isRivalOnly &&
    other.form === 'exact' &&
    standingOf(other.name) > standingOf(name) &&
    towns.population(other.row) * ABOUT_AS_BIG >= towns.population(row) &&
    greatCircleKm(towns.point(other.row), towns.point(row)) > SUBURB_KM
  );
}

const standingOf = ({ isWholePart, endsPart }: FoundName): number => (isWholePart ? 2 : endsPart ? 1 : 0);

/** "Le Port" is a village in the Ariège and a town on La Réunion a hundred times its size: neither is obvious. */
const isFarBiggerOverseas = (row: number, best: Candidate, towns: Towns): boolean =>
  !best.isConfirmed &&
  towns.isOverseas(row) &&
  towns.population(best.row) < VILLAGE_POPULATION &&
  towns.population(row) >= towns.population(best.row) * FAR_BIGGER_FACTOR;

/** "10 rue X, Roissy" may be beside the airport of that name, though Roissy-en-Brie is bigger. */
const isBesideAirport = (row: number, { name, isConfirmed }: Candidate, towns: Towns): boolean =>
  !isConfirmed && isBesideAirportOf(name.text, towns.point(row));

function candidatesFor(name: FoundName, parsed: ParsedAddress): Candidate[] {
  const { towns, bareTowns, shortTowns } = name.meaning;
  return [
    ...towns.map((row) => weigh(row, name, 'exact', parsed)),
    ...bareTowns.map((row) => weigh(row, name, 'bare', parsed)),
    ...shortTowns.map((row) => weigh(row, name, 'short', parsed)),
  ].flatMap((candidate) => {
    if (isCredible(candidate, parsed)) return candidate;
    // "Hôtel Ibis Clermont" may be in Clermont-Ferrand, though it does not say so.
    return candidate.form === 'short' && name.endsPart ? { ...candidate, isRivalOnly: true } : [];
  });
}

function weigh(row: number, name: FoundName, form: Candidate['form'], parsed: ParsedAddress): Candidate {
  const { towns } = parsed.gazetteer;
  const area = weighArea(row, name, parsed);
  let score = area.score + WEIGHT.word * wordsOf(name, parsed) + weighStanding(name, parsed);
  score += WEIGHT.tenfoldPopulation * Math.log10(towns.population(row) + 10);
  if (form !== 'exact') score += WEIGHT[form] * (area.isConfirmed ? 2 : 1);
  if (towns.parent(row) >= 0) score += WEIGHT.formerTown;
  if (!area.isConfirmed && towns.isOverseas(row)) score += WEIGHT.overseas;
  return { row, name, form, score, isConfirmed: area.isConfirmed, isRivalOnly: false };
}

/** A hospital Saint-Vincent de Paul is no more likely to be in that village because of its "de". */
const wordsOf = ({ start, end }: FoundName, { address: { words } }: ParsedAddress): number =>
  words.slice(start, end).filter(({ text }) => !isLink(text)).length;

function weighArea(row: number, name: FoundName, { evidence, gazetteer: { towns } }: ParsedAddress) {
  const { postcode, postcodeAt, department, departmentName } = evidence;
  const byPostcode = postcode === undefined ? undefined : weighPostcode(row, name, postcode, postcodeAt, towns);
  if (department < 0 || departmentName === name) return byPostcode ?? { score: 0, isConfirmed: false };
  const isSame = towns.department(row) === department;
  const score = isSame ? WEIGHT.sameDepartment : WEIGHT.otherDepartment;
  return byPostcode ? { ...byPostcode, score: score + byPostcode.score } : { score, isConfirmed: isSame };
}

function weighPostcode(row: number, name: FoundName, postcode: string, postcodeAt: number, towns: Towns) {
  const isSame = towns.postcodes(row).includes(postcode);
  const isBeside = name.end === postcodeAt || name.start === postcodeAt + 1;
  const isNear = towns.department(row) === departmentOf(postcode, towns);
  const score = isSame ? WEIGHT.samePostcode : isNear ? WEIGHT.departmentOfPostcode : WEIGHT.otherPostcode;
  return { score: isBeside ? score + WEIGHT.besidePostcode : score, isConfirmed: isSame || (isNear && isBeside) };
}

const departmentOf = (postcode: string, towns: Towns): number => {
  const [first = -1] = towns.withPostcode(postcode);
  return towns.department(first);
};

function weighStanding(name: FoundName, { address }: ParsedAddress): number {
  let score = name.isWholePart ? WEIGHT.wholePart : name.endsPart ? WEIGHT.endsPart : 0;
  score += WEIGHT.earlierPart * Math.min(3, address.partCount - 1 - name.part);
  if (name.isAfterStreet) score += WEIGHT.afterStreet;
  if (address.words[name.start - 1]?.text === 'a') score += WEIGHT.saidToBeIn;
  return score;
}

/** If the best candidate is a big city and a smaller town next to it is named too, the smaller one is meant. */
function suburbOf(
  best: Candidate,
  candidates: Candidate[],
  { gazetteer: { towns } }: ParsedAddress,
): Candidate | undefined {
  if (towns.population(best.row) < CITY_POPULATION || best.isConfirmed) return undefined;
  const city = towns.point(best.row);
  return candidates.find(
    ({ row, name, form }) =>
      form === 'exact' &&
      name !== best.name &&
      !name.isAfterStreet &&
      row !== best.row &&
      greatCircleKm(city, towns.point(row)) <= SUBURB_KM,
  );
}
