-- Which set of members fixed_members has (MEMBERS_SHAPE in src/contract/trip.ts). Where it is not today's, or there is no text, a
-- trip is rendered from its columns. Release 1.0 writes no number; its members are those of shape 1.
ALTER TABLE trips ADD COLUMN members_shape smallint;
