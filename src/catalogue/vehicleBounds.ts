/** How a vehicle may be described: lengths in characters, seats for passengers. */
export const VEHICLE_BOUNDS = {
  name: { min: 1, max: 200 },
  plate: { max: 20 },
  seats: { min: 1, max: 99 },
} as const;
