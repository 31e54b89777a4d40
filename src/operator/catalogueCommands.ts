import { insertRider, listRiders, type Rider } from '../catalogue/riderStore.ts';
import {
  insertServiceTier,
  listServiceTiers,
  type ServiceTier,
  updateServiceTier,
} from '../catalogue/serviceTierStore.ts';
import { insertVehicle, listVehicles } from '../catalogue/vehicleStore.ts';
import { tierView, vehicleView } from '../catalogueApi/views.ts';
import { RIDER_BOUNDS, VEHICLE_BOUNDS } from '../contract/values.ts';
import { OperatorFault } from '../fault.ts';
import { newId } from '../identifiers.ts';
import type { Command } from './command.ts';
import { accountOption, givenAccount, listOfAccount } from './givenAccount.ts';
import { parseCount, parseEmail, parseIdentifier, parseMultiplier, parseName, parseText } from './values.ts';
import { listedVehicleView, riderView } from './views.ts';

const addTier: Command = {
  words: 'tiers add',
  help: 'add a vehicle category to the platform',
  options: {
    name: { value: 'NAME', help: 'such as Berline', isRequired: true },
    multiplier: { value: 'NUMBER', help: 'factor for prices, such as 1.3', isRequired: true },
  },
  async run(given, { database, clock }) {
    const tier = {
      serviceTierId: newId(),
      name: parseName(given.required('name')),
      multiplierThousandths: parseMultiplier(given.required('multiplier')),
    };
    expectFreeName(tier.name, await listServiceTiers(database));
    if (!(await insertServiceTier(database, tier, clock()))) throw nameIsTaken(tier.name);
    return tierView(tier);
  },
};

const setTier: Command = {
  words: 'tiers set',
  argument: 'ID',
  help: 'change the name or multiplier of a vehicle category; for new quotes, everywhere within a second',
  options: {
    name: { value: 'NAME', help: 'another name, also shown for trips that have it' },
    multiplier: { value: 'NUMBER', help: 'another factor for prices, such as 1.3' },
  },
  async run(given, { database }) {
    const [name, multiplier] = [given.text('name'), given.text('multiplier')];
    if (name === undefined && multiplier === undefined)
      throw new OperatorFault('--name NAME or --multiplier NUMBER is required');
    const serviceTierId = parseIdentifier(given.argument, 'ID');
    const tiers = await listServiceTiers(database);
    const tier = tiers.find((each) => each.serviceTierId === serviceTierId);
    if (!tier) throw new OperatorFault(`there is no vehicle category ${serviceTierId}`);
    const changed = {
      serviceTierId,
      name: name === undefined ? tier.name : parseName(name),
      multiplierThousandths: multiplier === undefined ? tier.multiplierThousandths : parseMultiplier(multiplier),
    };
    expectFreeName(
      changed.name,
      tiers.filter((each) => each !== tier),
    );
    await updateServiceTier(database, changed);
    return tierView(changed);
  },
};

/** Tiers are shown to everybody and cannot be removed: no two may differ in capitals only. */
function expectFreeName(name: string, tiers: readonly ServiceTier[]): void {
  const taken = tiers.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (taken) throw nameIsTaken(taken.name);
}

const nameIsTaken = (name: string) => new OperatorFault(`a vehicle category named ${name} already exists`);

const listTiers: Command = {
  words: 'tiers list',
  help: 'all vehicle categories',
  run: async (_given, { database }) => (await listServiceTiers(database)).map(tierView),
};

const addVehicle: Command = {
  words: 'vehicles add',
  help: 'add a vehicle to an account',
  options: {
    ...accountOption,
    name: { value: 'NAME', help: 'such as "Mercedes Classe E"', isRequired: true },
    plate: { value: 'PLATE', help: 'registration plate' },
    seats: { value: 'NUMBER', help: 'seats for passengers' },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const [plate, seats] = [given.text('plate'), given.text('seats')];
    const vehicle = {
      accountId,
      vehicleId: newId(),
      name: parseName(given.required('name')),
      plate: plate === undefined ? null : parseText(plate, 'plate', VEHICLE_BOUNDS.plate),
      seats: seats === undefined ? null : parseCount(seats, 'seats', VEHICLE_BOUNDS.seats.max),
    };
    await insertVehicle(context.database, vehicle, context.clock());
    return vehicleView(vehicle);
  },
};

const listVehiclesCommand = listOfAccount(
  'vehicles list',
  'the vehicles of an account, retired ones last',
  listVehicles,
  listedVehicleView,
);

const addClient: Command = {
  words: 'clients add',
  help: 'add a rider to an account; a phone number or an e-mail address is required',
  options: {
    ...accountOption,
    'first-name': { value: 'NAME', help: 'given name', isRequired: true },
    'last-name': { value: 'NAME', help: 'family name', isRequired: true },
    phone: { value: 'PHONE', help: `${RIDER_BOUNDS.phone.min} to ${RIDER_BOUNDS.phone.max} characters` },
    email: { value: 'EMAIL', help: 'e-mail address' },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const [phone, email] = [given.text('phone'), given.text('email')];
    if (phone === undefined && email === undefined)
      throw new OperatorFault('--phone PHONE or --email EMAIL is required');
    const rider: Rider = {
      accountId,
      clientId: newId(),
      firstName: parseName(given.required('first-name'), 'first-name', RIDER_BOUNDS.name.max),
      lastName: parseName(given.required('last-name'), 'last-name', RIDER_BOUNDS.name.max),
      ...(phone === undefined ? {} : { phone: parseText(phone, 'phone', RIDER_BOUNDS.phone) }),
      ...(email === undefined ? {} : { email: parseEmail(email) }),
    };
    await insertRider(context.database, rider, context.clock());
    return riderView(rider);
  },
};

/** It shows names and phone numbers of all riders, so it is recorded like an export. */
const listClients = listOfAccount(
  'clients list',
  'the riders of an account',
  async (database, accountId, { note }) => {
    await note(accountId)(database, 'RIDERS_EXPORTED');
    return listRiders(database, accountId);
  },
  riderView,
);

export const catalogueCommands = [addTier, setTier, listTiers, addVehicle, listVehiclesCommand, addClient, listClients];
