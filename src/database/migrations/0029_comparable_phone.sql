-- A phone number as it is compared: + and its digits with the country code, so that 06 12 34 56 72, 0033 6 12 34 56 72 and
-- +33 (0)6 12 34 56 72 are one number. A number without a country code is French; (0) is dialled only within a country. Text
-- without digits is compared as it is. An index depends on this function, so it never changes: add another instead.
CREATE FUNCTION comparable_phone(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(
    replace(replace(replace(
      '+' || regexp_replace(replace(ltrim(phone, '('), '(0)', ''), '[^0-9]', '', 'g'),
      '+00', '+'), '+0', '+33'), '+330', '+33'), '+'), phone)
$$;
