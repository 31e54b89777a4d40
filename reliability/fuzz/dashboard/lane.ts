import { mayRole } from '../../../src/accounts/permissions.ts';
import { type DashboardRoute, routeOf } from '../../support/dashboardRoutes.ts';
import { formsIn, linksIn, type PageAnswer, type PageForm } from '../../support/pages.ts';
import type { Random } from '../../support/random.ts';
import { ODD_IDENTIFIERS } from '../mutations/oddities.ts';
import type { RunState } from '../running/runState.ts';
import { credentials, FORGERIES, fillIn } from './forms.ts';
import { type PageRequest, pageFaults } from './judge.ts';
import { type DashboardTarget, type DashboardWorld, FORM_TOKEN, furnishWorld, type Person, signIn } from './people.ts';
import { changesBetween, type Rows, rowReader } from './rows.ts';
import { SPOILINGS, type Submission } from './spoiling.ts';

const FORM_SHARE = 0.6;
const FORGED_SHARE = 0.2;
const SPOILT_SHARE = 0.6;
// People who may not use a form, or were not shown it, send it too.
const ANYBODY_SHARE = 0.4;
const MOST_PER_ROUTE = 8;
// After ten minutes the dashboard asks for the password again.
const SESSION_MS = 8 * 60_000;
const REQUESTS_PER_WORLD = 2_000;
const LANES = 2;

interface Asking {
  person: Person;
  method: 'GET' | 'POST';
  path: string;
  /** How it was spoilt and forged. */
  ways?: readonly string[];
  isTokenValid?: boolean;
  body?: string;
  headers?: Record<string, string>;
}

interface DashboardRun {
  state: RunState;
  target: DashboardTarget;
  routes: readonly DashboardRoute[];
  random: Random;
}

/** Sends requests to the dashboard, one at a time in each lane, so that each changed row has one cause. */
export async function fuzzDashboard(run: DashboardRun): Promise<void> {
  const readRows = await rowReader(run.target.database);
  const lanes = Array.from({ length: LANES }, async (_, index) => {
    const random = run.random.fork(`lane ${index}`);
    for (let worlds = 0; !run.state.isDashboardOver; worlds += 1) {
      const world = await furnishWorld(run.target);
      const { contractor, driver, other } = world;
      const accountIds = [contractor, driver, other].map(({ accountId }) => accountId);
      await new Lane(run, random.fork(`world ${worlds}`), world, () => readRows(accountIds)).run();
    }
  });
  await Promise.all(lanes);
}

class Lane {
  readonly #run: DashboardRun;
  readonly #random: Random;
  readonly #world: DashboardWorld;
  readonly #readRows: () => Promise<Rows>;
  /** Addresses and forms that pages had, by route. Those of the other account are among them. */
  readonly #paths = new Map<string, string[]>();
  readonly #forms = new Map<string, PageForm[]>();
  readonly #tokens = new Map<Person, string>();
  readonly #foreignIds: Set<string>;
  readonly #turns = { page: 0, form: 0, spoiling: 0, forgery: 0 };
  #rows: Rows = { digests: new Map(), roles: new Map() };
  #sent = 0;

  constructor(run: DashboardRun, random: Random, world: DashboardWorld, readRows: () => Promise<Rows>) {
    this.#run = run;
    this.#random = random;
    this.#world = world;
    this.#readRows = readRows;
    this.#foreignIds = new Set(world.other.tripIds);
  }

  async run(): Promise<void> {
    const { state } = this.#run;
    const { people, bystander } = this.#world;
    this.#rows = await this.#readRows();
    for (const person of [bystander, ...people]) await this.#crawl(person);
    while (this.#sent < REQUESTS_PER_WORLD && !state.isDashboardOver) {
      const random = this.#random.fork(`request ${this.#sent}`);
      await (random.happens(FORM_SHARE) ? this.#sendForm(random) : this.#openPage(random));
    }
  }

  /** Visits the pages that lead on from the first one, one of each route. */
  async #crawl(person: Person): Promise<void> {
    const waiting = ['/app', '/app/account', '/app/sign-in'];
    const seen = new Set<string>();
    for (let path = waiting.shift(); path !== undefined && !this.#run.state.isDashboardOver; path = waiting.shift()) {
      const answer = await this.#ask({ person, method: 'GET', path });
      const links = [...linksIn(answer.html), ...redirectOf(answer)];
      if (person === this.#world.bystander)
        for (const id of links.flatMap((link) => link.match(IDENTIFIERS) ?? [])) this.#foreignIds.add(id);
      for (const link of links) {
        const route = routeOf(this.#run.routes, 'GET', link);
        if (route && !seen.has(route.url)) waiting.push(link);
        seen.add(route?.url ?? '');
      }
    }
  }

  async #openPage(random: Random): Promise<void> {
    const { url } = this.#next('page', this.#routes('GET'));
    const known = this.#paths.get(`GET ${url}`) ?? [];
    const path = known.length > 0 && random.happens(0.8) ? random.pick(known) : this.#addressOf(url, random);
    await this.#ask({ person: random.pick(this.#world.people), method: 'GET', path });
  }

  async #sendForm(random: Random): Promise<void> {
    const withQuery = [...this.#forms.keys()].filter((each) => each.startsWith('GET'));
    const name = this.#next('form', [...withQuery, ...this.#routes('POST').map(({ url }) => `POST ${url}`)]);
    const [, url = ''] = name.split(' ');
    // No page may have had the form yet, or only the page of somebody who turned on two-step verification.
    const unseen: PageForm = { method: 'post', action: this.#addressOf(url, random), fields: [] };
    const form = random.pick(this.#forms.get(name) ?? [unseen]);
    const submission = fillIn(form, random);
    const ways = random.happens(SPOILT_SHARE) ? this.#spoil(submission, random) : [];
    const person = random.happens(ANYBODY_SHARE)
      ? random.pick(this.#world.people)
      : random.pick(this.#world.people.filter((each) => this.#may(each, name)));
    if (submission.method === 'get') {
      const path = `${submission.path}?${new URLSearchParams(submission.pairs)}`;
      return void (await this.#ask({ person, method: 'GET', path, ways }));
    }
    const forgery = random.happens(FORGED_SHARE) ? this.#next('forgery', FORGERIES) : undefined;
    const others = this.#world.people.filter((each) => each !== person);
    const [token, headers] = credentials(
      forgery,
      await this.#tokenOf(person),
      await this.#tokenOf(random.pick(others)),
    );
    const body = submission.body ?? new URLSearchParams([...token, ...submission.pairs]).toString();
    const isForm = submission.body === undefined && submission.contentType.endsWith('urlencoded');
    await this.#ask({
      person,
      method: 'POST',
      path: submission.path,
      ways: forgery ? [forgery, ...ways] : ways,
      isTokenValid: forgery === undefined && isForm,
      headers: { ...headers, 'content-type': submission.contentType },
      body,
    });
  }

  #routes(method: 'GET' | 'POST'): DashboardRoute[] {
    return this.#run.routes.filter((route) => route.method === method);
  }

  /** An address of a route, with records of the other account or none. */
  #addressOf(url: string, random: Random): string {
    const ids = [...this.#foreignIds, ...ODD_IDENTIFIERS.filter((id) => id !== '')];
    return url.replaceAll(/:\w+/g, () => encodeURIComponent(random.pick(ids)));
  }

  /** The next in turn, so that all are used. */
  #next<Item>(kind: 'page' | 'form' | 'spoiling' | 'forgery', items: readonly Item[]): Item {
    this.#turns[kind] += 1;
    return items[this.#turns[kind] % items.length] as Item;
  }

  #spoil(submission: Submission, random: Random): string[] {
    const chosen = [this.#next('spoiling', SPOILINGS), ...(random.happens(0.2) ? [random.pick(SPOILINGS)] : [])];
    const context = { random, foreignIds: [...this.#foreignIds] };
    return chosen.filter((spoiling) => spoiling.spoil(submission, context)).map(({ name }) => name);
  }

  #may(person: Person, name: string): boolean {
    const route = this.#run.routes.find(({ method, url }) => `${method} ${url}` === name);
    if (!route?.permission) return true;
    const role = this.#rows.roles.get(person.memberId);
    return role !== undefined && mayRole(role, route.permission);
  }

  /** Every form of a person's pages has the same token. */
  async #tokenOf(person: Person): Promise<string> {
    await this.#beSignedIn(person);
    if (!this.#tokens.has(person))
      await this.#ask({ person, method: 'GET', path: person.account ? '/app/account' : '/app/sign-in' });
    return this.#tokens.get(person) ?? '';
  }

  /** A form may have ended the session, or changed or removed the member. */
  async #beSignedIn(person: Person): Promise<void> {
    const isSame = this.#rows.roles.get(person.memberId) === person.role && Date.now() - person.signedInAt < SESSION_MS;
    if (isSame) return;
    this.#tokens.delete(person);
    await signIn(this.#run.target, person);
    this.#rows = await this.#readRows();
  }

  async #ask(asking: Asking): Promise<PageAnswer> {
    await this.#beSignedIn(asking.person);
    return this.#run.state.lock.shared(() => this.#send(asking));
  }

  async #send(asking: Asking): Promise<PageAnswer> {
    const { person, method, path, ways = [], body, headers = {} } = asking;
    const { state, routes } = this.#run;
    const route = routeOf(routes, method, path);
    const before = this.#rows;
    const name = `${method} ${route?.url ?? 'an unknown path'}`;
    const what = `${name} by the ${person.name} with ${ways.join(', ') || 'no mutation'}`;
    const answer = await person.browser
      .request(path, { method, headers, ...(body === undefined ? {} : { body }) })
      .catch((cause: unknown) => {
        throw new Error(`no answer that a browser could read to ${what}: ${path.slice(0, 200)}`, { cause });
      });
    this.#rows = await this.#readRows();
    this.#sent += 1;
    state.tally.notePage(name, person.name, ways, answer.status);
    const asked = this.#asked(asking, route, before);
    const faults = pageFaults(asked, answer, changesBetween(before, this.#rows));
    if (faults.length > 0)
      state.failures.add({
        request: undefined,
        what,
        faults,
        bytes: bytesOf(asking),
        outcome: { ...NO_OUTCOME, answers: [{ ...answer, text: answer.html, closes: false }] },
      });
    this.#learn(person, answer);
    return answer;
  }

  #asked(
    { person, method, isTokenValid = false }: Asking,
    route: DashboardRoute | undefined,
    before: Rows,
  ): PageRequest {
    const { contractor, driver, other } = this.#world;
    const { account, memberId } = person;
    const own = account ? [account.accountId] : [];
    return {
      ...{ method, route, isTokenValid, role: before.roles.get(memberId) },
      // A driver answers contractors, and advances the trips that they assigned.
      mayChange: account === driver ? [...own, contractor.accountId] : own,
      foreignTexts: [contractor, driver, other].filter((each) => each !== account).map((each) => each.privateText),
    };
  }

  #learn(person: Person, answer: PageAnswer): void {
    for (const form of formsIn(answer.html)) {
      const token = form.fields.find(({ name }) => name === FORM_TOKEN)?.value;
      if (token !== undefined) this.#tokens.set(person, token);
      const method = form.method === 'get' ? 'GET' : 'POST';
      const route = routeOf(this.#run.routes, method, form.action);
      if (route) keep(this.#forms, `${method} ${route.url}`, form);
    }
    for (const path of [...linksIn(answer.html), ...redirectOf(answer)]) {
      const route = routeOf(this.#run.routes, 'GET', path);
      if (route) keep(this.#paths, `GET ${route.url}`, path);
    }
    if (person.account && redirectOf(answer).some((path) => path.startsWith('/app/sign-in'))) person.signedInAt = 0;
  }
}

const IDENTIFIERS = /\b[0-9a-f]{24}\b/g;
const NO_OUTCOME = {
  ...{ malformed: undefined, rest: Buffer.alloc(0), isClosedByService: false, isTimedOut: false },
  milliseconds: 0,
};

/** Without the session, which would be over. */
function bytesOf({ method, path, headers = {}, body = '' }: Asking): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

const redirectOf = ({ headers }: PageAnswer): string[] => {
  const location = headers.get('location');
  return location?.startsWith('/app') ? [location] : [];
};

/** The first one is kept for good; later ones replace each other. */
function keep<Item>(kept: Map<string, Item[]>, name: string, item: Item): void {
  const items = kept.get(name) ?? [];
  kept.set(name, items.length < MOST_PER_ROUTE ? [...items, item] : [...items.slice(0, 3), ...items.slice(4), item]);
}
