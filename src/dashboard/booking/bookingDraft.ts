import { randomUUID } from 'node:crypto';
import type { ServiceTier } from '../../catalogue/serviceTierStore.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../../contract/common.ts';
import type { Trip } from '../../contract/trip.ts';
import type { TripType } from '../../money/vat.ts';
import { type Form, fieldOf } from '../../web/formBody.ts';
import { hoursText } from '../pricing/hireHours.tsx';
import { type RiderDraft, readRiderDraft, riderDraftOf } from '../riders/riderDraft.ts';
import type { TripFields } from '../trips/tripFields.ts';
import { readText } from '../typedText.ts';

/** What is typed into the form of a booking. */
export interface BookingDraft extends TripFields {
  pickup: string;
  dropoff: string;
  at: string;
  /** Which of two times is meant that look the same; empty for any other time. */
  which: string;
  tripType: TripType;
  hireHours: string;
  serviceTierId: string;
  pricingSchemeId: string;
  /** An existing rider, or `NEW_RIDER`. */
  rider: string;
  newRider: RiderDraft;
  externalReference: string;
  /** Empty for the price of the quote. */
  price: string;
}

export const NEW_RIDER = 'new';

/** Whether nobody was chosen, and nothing of a new rider typed. */
export const isRiderMissing = ({ rider, newRider }: BookingDraft): boolean =>
  rider === NEW_RIDER && Object.values(newRider).every((text) => text === '');

/** The form of a booking. */
export interface BookingForm {
  draft: BookingDraft;
  /** The Idempotency-Key of the booking: a form that is sent twice books once. */
  key: string;
  riderSearch: string;
  /** The search whose riders the page showed. */
  shownSearch: string;
  /** The trip whose addresses, with their coordinates, the form began with; empty if there is none. */
  copiedFrom: string;
  isReturn: boolean;
  /** The ride that the page showed, and its price in cents: nothing else is booked without asking again. */
  shownRide: string;
  shownCents: string;
}

const KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

export const newKey = (): string => randomUUID();

export function readBookingForm(form: Form): BookingForm {
  const key = fieldOf(form, 'key');
  return {
    draft: readDraft(form),
    key: KEY.test(key) ? key : newKey(),
    riderSearch: readText(form, 'riderSearch'),
    shownSearch: fieldOf(form, 'shownSearch'),
    copiedFrom: fieldOf(form, 'copiedFrom'),
    isReturn: fieldOf(form, 'isReturn') !== '',
    shownRide: fieldOf(form, 'shownRide'),
    shownCents: fieldOf(form, 'shownCents'),
  };
}

/** A button beside an address that was not found replaces it by one that is. */
const readAddress = (form: Form, name: 'pickup' | 'dropoff') => readText(form, `use-${name}`) || readText(form, name);

const readDraft = (form: Form): BookingDraft => ({
  pickup: readAddress(form, 'pickup'),
  dropoff: readAddress(form, 'dropoff'),
  at: fieldOf(form, 'at'),
  which: fieldOf(form, 'which'),
  passengers: readText(form, 'passengers'),
  tripType: fieldOf(form, 'tripType') === 'AVAILABILITY' ? 'AVAILABILITY' : 'TRIP',
  hireHours: readText(form, 'hireHours'),
  serviceTierId: fieldOf(form, 'serviceTierId'),
  pricingSchemeId: fieldOf(form, 'pricingSchemeId'),
  vehicleId: fieldOf(form, 'vehicleId'),
  rider: fieldOf(form, 'rider') || NEW_RIDER,
  newRider: readRiderDraft(form),
  note: readText(form, 'note'),
  externalReference: readText(form, 'externalReference'),
  price: readText(form, 'price'),
});

const formOf = (draft: BookingDraft, copiedFrom = '', isReturn = false): BookingForm => ({
  draft,
  key: newKey(),
  riderSearch: '',
  shownSearch: '',
  copiedFrom,
  isReturn,
  shownRide: '',
  shownCents: '',
});

export const newBookingForm = (tiers: readonly ServiceTier[], rider = NEW_RIDER): BookingForm =>
  formOf({
    ...{ pickup: '', dropoff: '', at: '', which: '', passengers: '1', tripType: 'TRIP', hireHours: '', vehicleId: '' },
    ...{ serviceTierId: tiers[0]?.serviceTierId ?? '', pricingSchemeId: '' },
    ...{ rider, newRider: riderDraftOf(undefined), note: '', externalReference: '', price: '' },
  });

interface Offered {
  schemes: readonly { pricingSchemeId: string }[];
  vehicles: readonly { vehicleId: string }[];
}

/**
 * A copy of a trip, at the price of its own quote; a return trip starts at its destination. The time is left to fill in: the
 * same trip at the same time would most likely be a mistake. A scheme or vehicle that is retired by now is left out.
 */
export function copiedBookingForm(trip: Trip, isReturn: boolean, { schemes, vehicles }: Offered): BookingForm {
  const [from, to] = [trip.pickupAddress.address, trip.destinationAddress.address];
  const draft: BookingDraft = {
    pickup: isReturn ? to : from,
    dropoff: isReturn ? from : to,
    at: '',
    which: '',
    passengers: String(trip.paxNumber),
    tripType: trip.tripType,
    hireHours: hoursText(trip),
    serviceTierId: trip.serviceTierId ?? '',
    pricingSchemeId: schemes.find((scheme) => scheme.pricingSchemeId === trip.pricingSchemeId)?.pricingSchemeId ?? '',
    vehicleId: vehicles.find((vehicle) => vehicle.vehicleId === trip.vehicleId)?.vehicleId ?? '',
    rider: trip.clientId,
    newRider: riderDraftOf(undefined),
    note: trip.note ?? '',
    externalReference: trip.externalReference ?? '',
    price: '',
  };
  return formOf(draft, trip._id, isReturn);
}

/** Vehicles and pricing schemes that are retired are not offered. */
export const isInUse = ({ retiredAt }: { retiredAt: Date | null }): boolean => retiredAt === null;
