/** How long a rider's details may be, in characters: for the contract, and for the operator's command, which loads no schemas. */
export const RIDER_BOUNDS = {
  name: { max: 120 },
  phone: { min: 4, max: 40 },
  email: { max: 200 },
  companyName: { max: 200 },
  address: { max: 200 },
  city: { max: 120 },
  country: { max: 120 },
  postalCode: { max: 20 },
} as const;
