import { addedColumns, createdTable, partsOf, statementsOf } from './sqlText.ts';

export interface MigrationFile {
  name: string;
  sql: string;
}

/** What a file is judged by: what there was before it, and what it says of itself. */
interface Setting {
  /** Columns by table, as the files before left them. */
  before: ReadonlyMap<string, ReadonlySet<string>>;
  isOutside: boolean;
  isContract: boolean;
  statements: string[];
}

type Judge = (setting: Setting, ...found: string[]) => string[];
const fine: Judge = () => [];
const only =
  (when: (setting: Setting) => boolean, breach: string): Judge =>
  (setting) =>
    when(setting) ? [] : [breach];
const inContract = (what: string) => only(({ isContract }) => isContract, `${what} breaks the previous release`);
const never = (what: string) => only(() => false, what);

const judgeIndex: Judge = ({ before, isOutside, isContract, statements }, unique, concurrently, index, table = '') => {
  if (!before.has(table)) return [];
  if (!concurrently || !isOutside)
    return [`an index of ${table} stops its writers: outside a transaction, CONCURRENTLY`];
  const isRepeatable = statements.includes(`drop index concurrently if exists ${index}`);
  return [
    ...(isRepeatable ? [] : [`${index} is not dropped first: a start cut short leaves half of it`]),
    ...(unique && !isContract ? ['a unique index refuses what the previous release writes'] : []),
  ];
};

const judgeIndexDrop: Judge = ({ isContract, statements }, index) =>
  isContract || statements.some((statement) => statement.includes(`index concurrently ${index} on`))
    ? []
    : ['DROP breaks the previous release'];

const CONSTANT = /default (''|-?\d+(\.\d+)?|true|false|null|now\(\))(::\w+)?( |$)/;

const judgeNewColumn: Judge = (_, definition = '') => [
  ...(/\bnot null\b/.test(definition) && !/\bdefault\b/.test(definition)
    ? ['a column that is NOT NULL without a DEFAULT refuses what the previous release writes']
    : []),
  ...(/\bdefault\b/.test(definition) && !CONSTANT.test(definition)
    ? ['a DEFAULT that is not constant rewrites the whole table']
    : []),
  ...(/\b(unique|primary key|references|check|generated|\w*serial)\b/.test(definition)
    ? ['a new column brings no constraint, index or computed value along']
    : []),
];

const isNotValid = (rest: string) => (/\bnot valid$/.test(rest) ? [] : ['a constraint is added NOT VALID']);

const columnsBefore = ({ before }: Setting, table: string) => before.get(table) ?? new Set<string>();

const judgeCheck =
  (table: string): Judge =>
  (setting, expression = '', rest = '') => {
    const old = (expression.match(/\w+/g) ?? []).filter((word) => columnsBefore(setting, table).has(word));
    const narrows = old.length > 0 && !setting.isContract;
    return [
      ...isNotValid(rest),
      ...(narrows ? [`a CHECK of ${old.join(', ')} refuses what the previous release writes`] : []),
    ];
  };

const judgeForeignKey =
  (table: string): Judge =>
  (setting, columns = '', rest = '') => {
    const areAllOld = partsOf(columns).every((column) => columnsBefore(setting, table).has(column));
    const narrows = areAllOld && !setting.isContract;
    return [...isNotValid(rest), ...(narrows ? ['a FOREIGN KEY refuses what the previous release writes'] : [])];
  };

const actionsOn = (table: string): [RegExp, Judge][] => [
  [/^add column (?:if not exists )?\w+ (.+)$/, judgeNewColumn],
  [/^add (?:constraint \w+ )?check \((.+)\)(.*)$/, judgeCheck(table)],
  [/^add (?:constraint \w+ )?foreign key \(([^)]+)\)(.*)$/, judgeForeignKey(table)],
  [/^validate constraint \w+$/, fine],
  [/^alter (?:column )?\w+ (?:set default|drop not null|set statistics)\b/, fine],
  [/^set \(/, fine],
  [/^alter (?:column )?\w+ (?:set data )?type\b/, never('a type is not changed: add another column')],
  [/^alter (?:column )?\w+ (?:set not null|drop default)\b/, inContract('a stricter column')],
  [/^rename\b/, never('nothing is renamed: the previous release knows it by its name')],
  [/^drop constraint \w+_check$/, () => []], // what the previous release writes is still accepted
  [/^drop\b/, inContract('DROP')],
];

const judgeAlteration: Judge = (setting, table = '', actions = '') =>
  setting.before.has(table) ? partsOf(actions).flatMap((action) => judge(action, actionsOn(table), setting)) : [];

const STATEMENTS: [RegExp, Judge][] = [
  [/^create table \w+/, fine],
  [/^create (unique )?index (concurrently )?(?:if not exists )?(\w+) on (?:only )?(\w+)/, judgeIndex],
  [/^create (?:function|trigger|view|type|sequence|statistics)\b/, fine],
  [/^create or replace (?:function|view)\b/, inContract('CREATE OR REPLACE')],
  [/^delete from\b/, inContract('DELETE')],
  [/^comment on\b/, fine],
  [/^revoke execute on function\b/, fine],
  [/^insert into\b/, fine],
  [/^alter table (?:only )?(\w+) (.+)$/, judgeAlteration],
  [/^drop index concurrently if exists (\w+)$/, judgeIndexDrop],
  [/^drop index\b/, never('an index is dropped CONCURRENTLY, IF EXISTS, outside a transaction')],
  [/^drop\b/, inContract('DROP')],
];

function judge(text: string, rules: [RegExp, Judge][], setting: Setting): string[] {
  const [pattern, judgement] = rules.find(([each]) => each.test(text)) ?? [];
  if (!pattern || !judgement) return [`not known to be safe: ${text.slice(0, 60)}`];
  return judgement(setting, ...(pattern.exec(text) ?? []).slice(1));
}

/** Locks are held until the file ends. */
const LOCKING = /^alter table (?:only )?(\w+) (?!validate )|^create trigger .* on (\w+)/;
const LONG = /^alter table .* validate constraint|^insert into .* select /;

function breachesOfFile({ name, sql }: MigrationFile, place: number, setting: Setting): string[] {
  const { statements, isOutside, isContract, before } = setting;
  const locked = statements.map((statement) => (LOCKING.exec(statement) ?? []).slice(1).find(Boolean) ?? '');
  const inUse = new Set(locked.filter((table) => before.has(table)));
  const isInOrder = new RegExp(`^${String(place).padStart(4, '0')}_[a-z0-9_]+\\.sql$`).test(name);
  const rules: [isKept: boolean, breach: string][] = [
    [isInOrder, `is not the migration number ${place}`],
    [sql.startsWith('-- '), 'does not begin with a comment'],
    [inUse.size < 2, `locks ${[...inUse].join(' and ')}: one table in use a file, so that no lock waits for another`],
    // A contract may have to copy something small in the moment in which it drops the original.
    [
      inUse.size === 0 || isContract || !statements.some((each) => LONG.test(each)),
      'does something long while a table is locked',
    ],
    [
      !isOutside || statements.every((each) => / index concurrently /.test(each)),
      'is outside a transaction without need',
    ],
  ];
  return [
    ...rules.filter(([isKept]) => !isKept).map(([, breach]) => breach),
    ...statements.flatMap((statement) => judge(statement, STATEMENTS, setting)),
  ];
}

/** Everything in which migrations, in their order, would break a release that runs beside, or stop it for long. */
export function breaches(files: MigrationFile[]): string[] {
  const before = new Map<string, Set<string>>();
  return files.flatMap((file, index) => {
    const statements = statementsOf(file.sql);
    const isOutside = file.sql.startsWith('-- outside a transaction\n');
    const isContract = /^-- contract: \S/m.test(file.sql);
    const found = breachesOfFile(file, index + 1, { before, statements, isOutside, isContract });
    for (const statement of statements) {
      const made = createdTable(statement) ?? addedColumns(statement);
      if (made) before.set(made.table, new Set([...(before.get(made.table) ?? []), ...made.columns]));
    }
    return found.map((breach) => `${file.name}: ${breach}`);
  });
}
