import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IndexFile, type TownColumns, toE4 } from './indexFile.ts';
import { airportsOf, foreignCities } from './sources/foreign.ts';
import { readPackages, type SourceDepartment, type Sources } from './sources/packages.ts';
import type { Town } from './sources/town.ts';
import { cityQuarters, frenchTowns } from './sources/towns.ts';

// Run by the build: node build.js TARGET writes TARGET/places/gazetteer.json from the data packages, so the running
// service does not need them.

const ATTRIBUTION =
  'Made from GeoNames (geonames.org, CC BY 4.0), the administrative division of France by Etalab (Insee, DGCL, La Poste; ' +
  'Licence Ouverte 2.0) and OurAirports (public domain), with changes: see docs/attribution.md of the service.';

function townColumns(towns: Town[], departments: SourceDepartment[]): TownColumns {
  const departmentRow = new Map(departments.map(({ code }, row) => [code, row]));
  const townRow = new Map(towns.map(({ code }, row) => [code, row]));
  return {
    names: towns.map(({ name }) => name),
    latE4: towns.map(({ point }) => toE4(point?.lat ?? 0)),
    lngE4: towns.map(({ point }) => toE4(point?.lng ?? 0)),
    populations: towns.map(({ population }) => population),
    departments: towns.map(({ department }) => departmentRow.get(department) ?? -1),
    postcodes: towns.map(({ postcodes }) => postcodes.join(' ')),
    parents: towns.map(({ parentCode }) => townRow.get(parentCode ?? '-') ?? -1),
    origins: towns.map(({ origin }) => origin).join(''),
    districts: towns.map(({ district }) => district),
  };
}

function buildIndex(sources: Sources): IndexFile {
  const { departments } = sources;
  const towns = frenchTowns(sources);
  const quarters = cityQuarters(sources, towns);
  return {
    attribution: ATTRIBUTION,
    towns: townColumns(towns, departments),
    quarters: {
      names: quarters.map(({ name }) => name),
      latE4: quarters.map(({ lat }) => toE4(lat)),
      lngE4: quarters.map(({ lng }) => toE4(lng)),
      towns: quarters.map(({ town }) => town),
    },
    departments: { codes: departments.map(({ code }) => code), names: departments.map(({ nom }) => nom) },
    ...foreignCities(sources.places),
    airports: airportsOf(sources.airports),
  };
}

const [, , target] = process.argv;
if (!target) throw new Error('build: name the directory to write to');
mkdirSync(join(target, 'places'), { recursive: true });
writeFileSync(join(target, 'places', 'gazetteer.json'), JSON.stringify(buildIndex(readPackages())));
