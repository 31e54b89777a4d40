import type { FastifyServerOptions } from 'fastify';
import { isDate, parseDateTime } from '../contract/dateTime.ts';
import { describeFaults } from '../contract/faults.ts';
import { isEmail } from '../contract/values.ts';
import { validationFailed } from '../errors.ts';

/** Bodies are taken as sent: nothing is coerced, dropped or filled in. All faults are reported at once. */
export const validationOptions: Pick<FastifyServerOptions, 'ajv' | 'schemaErrorFormatter'> = {
  ajv: {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allErrors: true,
      verbose: true,
      strictRequired: false, // "one of phone and email" names members that are declared one level up
      keywords: ['example'],
    },
    onCreate: (ajv) => {
      ajv.addFormat('email', isEmail);
      ajv.addFormat('date-time', (text) => parseDateTime(text) !== undefined);
      ajv.addFormat('date', isDate);
    },
  },
  schemaErrorFormatter: (errors, part) => validationFailed(describeFaults(errors, part)),
};
