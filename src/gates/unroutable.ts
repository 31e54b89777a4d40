import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { pathOf, withoutOrigin } from './errorEnvelope.ts';
import type { Gate } from './gate.ts';

/**
 * Answers what no route takes: an unknown path with 404, a known one under another method with 405 and Allow. It does so
 * before the body is read, whose faults would otherwise be told first.
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
    if (!request.is404) return;
    const path = pathOf(request.url);
    const known = [...methodsByPath].find(([pattern]) => matches(pattern, path));
    if (!known) throw new ApiError('NOT_FOUND');
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: [...known[1]].sort().join(', ') } });
  };
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

/**
 * What the router would refuse before any gate of ours is made routable: a whole address becomes its path, and a path whose
 * percent-encoding is broken is taken letter by letter. It names no trip, or leads nowhere, as others do.
 */
export function routableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/') && !url.includes('%')) return url; // nearly every one
  const target = withoutOrigin(url);
  const path = pathOf(target);
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}
