import { Type } from 'typebox';
import { closed, DateTime } from './common.ts';
import { Pagination } from './pagination.ts';
import { Quote } from './quote.ts';
import { Trip, TripWithHistory } from './trip.ts';

const success = Type.Boolean({ description: 'Always true in a success body.', example: true });

export const QuoteResponse = Type.Object(
  { success, message: Type.String({ example: 'Quote calculated' }), data: Quote },
  { ...closed, title: 'QuoteResponse' },
);
export const CreateTripResponse = Type.Object(
  { success, message: Type.String({ example: 'Trip created' }), data: Trip },
  { ...closed, title: 'CreateTripResponse' },
);
export const TripResponse = Type.Object({ success, data: Trip }, { ...closed, title: 'TripResponse' });
export const TripWithHistoryResponse = Type.Object(
  { success, data: TripWithHistory },
  { ...closed, title: 'TripWithHistoryResponse' },
);
export const TripListResponse = Type.Object(
  { success, data: Type.Array(Trip), pagination: Pagination },
  { ...closed, title: 'TripListResponse' },
);

export const ErrorEnvelope = Type.Object(
  {
    code: Type.String({ description: 'What went wrong, for programs.' }),
    message: Type.Unsafe<string | string[]>({
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description:
        'What went wrong, for people. An array for VALIDATION_FAILED: one sentence per fault, naming its field.',
    }),
    statusCode: Type.Integer({ description: 'The HTTP status.' }),
    timestamp: DateTime('When, in UTC.'),
    path: Type.String({ description: 'The path of the request.' }),
  },
  { ...closed, title: 'ErrorEnvelope' },
);
