import type { FastifyServerOptions } from 'fastify';
import { parseDateTime } from '../contract/dateTime.ts';
import { describeFaults } from '../contract/faults.ts';
import { validationFailed } from '../errors.ts';

/**
 * Bodies are taken as they are sent: nothing is coerced, dropped or filled in, so that what was accepted is what the
 * caller wrote. All faults are told at once.
 */
export const validationOptions: Pick<FastifyServerOptions, 'ajv' | 'schemaErrorFormatter'> = {
  ajv: {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allErrors: true,
      strictRequired: false, // "one of phone and email" names members that are declared one level up
      keywords: ['example'],
    },
    onCreate: (ajv) => {
      ajv.addFormat('date-time', { type: 'string', validate: (text: string) => parseDateTime(text) !== undefined });
    },
  },
  schemaErrorFormatter: (errors, part) => validationFailed(describeFaults(errors, part)),
};
