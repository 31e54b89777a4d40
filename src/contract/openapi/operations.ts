import { cataloguePaths } from './catalogueOperations.ts';
import { eventPaths } from './eventOperations.ts';
import { tripPaths } from './tripOperations.ts';
import { webhookPaths } from './webhookOperations.ts';

/** In the order of the reference. */
export const paths = { ...tripPaths, ...eventPaths, ...cataloguePaths, ...webhookPaths };
