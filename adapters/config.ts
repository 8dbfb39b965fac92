import { SHOWN_CHARS_MAX } from '../domain/values/quoted.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import type { BudgetName, Quota } from '../schema/limits.ts';
import { REQUEST_BUDGETS } from '../schema/limits.ts';
import { unknownName } from './config/names.ts';
import { notYetFault } from './config/not_yet.ts';
import { projectHome } from './config/project_home.ts';
import { BUDGET_VARIABLES, usualBudget, VARIABLES, type Variable } from './config/variables.ts';
import type { LogStyle } from './log.ts';

/** What the table's variables hold; null where one is not set and nothing stands for it. */
type Values = {
  readonly [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T, infer F>
    ? F extends string
      ? T
      : T | null
    : never;
};

/** What an operator sets by environment variables (contract, section 7). */
export interface Config extends Omit<Values, 'log'> {
  readonly log: LogStyle;
  readonly budgets: Readonly<Record<BudgetName, Quota>>;
  /** Whether the holder of an install id may create a grant bound to it: not in this release (config/not_yet.ts). */
  readonly selfGrants: false;
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
export const readConfig = (env: Env, { terminal, home = projectHome() }: Surroundings): Result<Config, string> => {
  const fault = nameFault(env);
  if (fault !== null) return err(fault);
  try {
    const values = Object.fromEntries(
      Object.entries(VARIABLES).map(([key, variable]) => [
        key,
        settingOf(env, variable as Variable<unknown, string | null>),
      ]),
    ) as unknown as Values;
    return ok({
      ...values,
      sourceUrl: values.sourceUrl ?? home,
      log: values.log ?? (terminal ? 'pretty' : 'json'),
      budgets: budgetsOf(env),
      selfGrants: false,
    });
  } catch (error) {
    if (error instanceof WrongValue) return err(error.message);
    throw error;
  }
};

class WrongValue extends Error {}

/** An empty value counts as not set, as container files often leave one. */
const read = (env: Env, name: string): string | null => {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
};

const settingOf = <T>(env: Env, { name, fallback, read: parse }: Variable<T, string | null>): T | null => {
  const set = read(env, name);
  const text = set ?? fallback;
  if (text === null) return null;
  const value = parse(text);
  if (value.ok) return value.value;
  throw new WrongValue(`${name} must be ${value.error}; it is ${JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))}.`);
};

const budgetsOf = (env: Env): Record<BudgetName, Quota> => {
  const names = Object.keys(REQUEST_BUDGETS) as BudgetName[];
  const quotas = names.map((name) => {
    const variable = BUDGET_VARIABLES.get(name);
    return [name, variable === undefined ? usualBudget(name) : settingOf(env, variable)!] as const;
  });
  return Object.fromEntries(quotas) as Record<BudgetName, Quota>;
};

/** The first variable that is not known, or not built yet. */
const nameFault = (env: Env): string | null => {
  for (const name of Object.keys(env).sort()) {
    const value = read(env, name);
    const fault = value === null ? null : (unknownName(name) ?? notYetFault(name, value));
    if (fault !== null) return fault;
  }
  return null;
};
