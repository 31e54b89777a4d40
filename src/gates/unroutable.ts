import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { pathOf, withoutOrigin } from './errorEnvelope.ts';
import type { Gate } from './gate.ts';

/**
 * Answers requests without a route: 404 for an unknown path, 405 with Allow for a known path with another method. The
 * router lets a parameter be empty; here `/v1/trips/` is an unknown path, not an unknown trip. It runs before the body
 * is read, so that faults of the body are not reported first.
 */
export function unroutableGate(app: FastifyInstance): Gate {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPath.set(url, methods);
  });
  app.setNotFoundHandler(async () => {
    throw new ApiError('NOT_FOUND');
  });
  return (request) => {
    if (!request.is404 && !hasEmptyParameter(request.params as Record<string, string>)) return;
    const path = pathOf(request.url);
    const known = [...methodsByPath].find(([pattern]) => matchesPath(pattern, path));
    if (!known) throw new ApiError('NOT_FOUND');
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: [...known[1]].sort().join(', ') } });
  };
}

function hasEmptyParameter(parameters: Record<string, string>): boolean {
  for (const name in parameters) if (parameters[name] === '') return true;
  return false;
}

/** Whether a path leads to the route of a pattern such as `/trips/:id`. */
export function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

/**
 * Makes routable what the router would refuse before any gate: an absolute URL becomes its path, and a path with broken
 * percent-encoding is taken literally. It then matches no trip or no route, like any other unknown path. What does not
 * begin with a slash (`*`) is made an unknown path: the router would skip its first character.
 */
export function routableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/') && !url.includes('%')) return url; // the usual case
  const target = withoutOrigin(url);
  if (!target.startsWith('/')) return `/${encodeURIComponent(target)}`;
  const path = pathOf(target);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}
