import * as v from 'valibot';
import { SHOWN_CHARS_MAX } from '../domain/values/quoted.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import type { BudgetName, Quota } from '../schema/limits.ts';
import { unknownName } from './config/names.ts';
import { projectHome } from './config/project_home.ts';
import { BUDGET_VARIABLES, VARIABLES, type Variable } from './config/variables.ts';
import type { LogStyle } from './log.ts';

/** What variables hold; null where one is not set and nothing stands for it. */
type ValuesOf<V> = { readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never };

/** What an operator sets by environment variables (contract, section 7). */
export interface Config extends Omit<ValuesOf<typeof VARIABLES>, 'log'> {
  readonly log: LogStyle;
  readonly budgets: Readonly<Record<BudgetName, Quota>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What stands where a variable is not set, as far as it is not the same everywhere. */
export interface Surroundings {
  /** Whether a person watches standard error. */
  readonly terminal: boolean;
  /** Where the code of this program is found; null: nobody says. */
  readonly home?: string | null;
}

/** Reads the configuration, or says in a sentence which variable is wrong, what is needed and what came. */
export function readConfig(env: Env, { terminal, home = projectHome() }: Surroundings): Result<Config, string> {
  const fault = nameFault(env);
  if (fault !== null) return err(fault);
  const values = valuesIn(env, VARIABLES);
  if (!values.ok) return values;
  const budgets = valuesIn(env, BUDGET_VARIABLES);
  if (!budgets.ok) return budgets;
  if (values.value.publishUrl === null && values.value.publishToken !== null) {
    return err('TW_PUBLISH_TOKEN must stand beside TW_PUBLISH_URL or be left out; it is set alone.');
  }
  const misplaced = roleFault(env, values.value);
  if (misplaced !== null) return err(misplaced);
  return ok({
    ...values.value,
    sourceUrl: values.value.sourceUrl ?? home,
    log: values.value.log ?? (terminal ? 'pretty' : 'json'),
    budgets: budgets.value,
  });
}

/** An empty value counts as not set, as container files often leave one. */
function read(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function valuesIn<V extends Readonly<Record<string, Variable<unknown>>>>(
  env: Env,
  variables: V,
): Result<ValuesOf<V>, string> {
  const values: Record<string, unknown> = {};
  for (const [key, { name, fallback, schema, secret }] of Object.entries(variables)) {
    const text = read(env, name) ?? fallback;
    const parsed = v.safeParse(schema, text);
    if (!parsed.success) {
      const came = secret === true ? 'set' : JSON.stringify(text?.slice(0, SHOWN_CHARS_MAX));
      return err(`${name} must be ${parsed.issues[0].message}; it is ${came}.`);
    }
    values[key] = parsed.output;
  }
  return ok(values as ValuesOf<V>);
}

/** What a role has no use for: whoever sets it has another role in mind. */
const OF_OTHER_ROLE = {
  primary: ['TW_SYNC_URL', 'TW_SYNC_TOKEN', 'TW_SYNC_INTERVAL_S', 'TW_PRIMARY_URL'],
  edge: ['TW_PUBLISH_URL', 'TW_PUBLISH_TOKEN'],
} as const;

/** A variable that does not go with the role, or that the role cannot do without. */
function roleFault(env: Env, { role, syncUrl }: Pick<Config, 'role' | 'syncUrl'>): string | null {
  const set = OF_OTHER_ROLE[role].find((name) => read(env, name) !== null);
  if (set !== undefined) return `${set} must be left out where TW_ROLE is ${role}; it is set.`;
  return role === 'edge' && syncUrl === null ? SERVER_MISSING : null;
}

const SERVER_MISSING =
  'TW_SYNC_URL must be the libSQL server that the primary publishes to where TW_ROLE is edge; it is not set.';

/** The first variable that is not known. */
function nameFault(env: Env): string | null {
  for (const name of Object.keys(env).sort()) {
    const value = read(env, name);
    const fault = value === null ? null : unknownName(name);
    if (fault !== null) return fault;
  }
  return null;
}
