import { err, ok, type Result } from '../domain/result.ts';
import { type BudgetName, LIMITS, type Quota, REQUEST_BUDGETS } from '../schema/limits.ts';
import type { LogStyle } from './log.ts';

/** What an operator sets by environment variables (contract, section 7). */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash: the only source of absolute URLs. */
  readonly publicUrl: string;
  readonly serviceName: string;
  readonly dataDir: string;
  /** A folder of icon pictures for cards and pages; null: none. */
  readonly iconDir: string | null;
  readonly snapshotIntervalS: number;
  readonly snapshotMaxAgeS: number;
  /** Off: a key sent is ignored, and nobody is told where to get one. */
  readonly keys: boolean;
  /** Whether the holder of an install id may create a grant bound to it at /connect. */
  readonly selfGrants: boolean;
  /** Off lifts every hourly limit. */
  readonly limits: boolean;
  readonly budgets: Readonly<Record<BudgetName, Quota>>;
  /** Rows a page may hold. */
  readonly page: Quota;
  /** How many proxies in front append to X-Forwarded-For. */
  readonly trustedProxies: number;
  readonly feedTime: 'exact' | 'day';
  readonly log: LogStyle;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the configuration, or says in a sentence which variable is wrong, what is needed and what came. */
export const readConfig = (env: Env, terminal: boolean): Result<Config, string> => {
  try {
    return ok({
      host: text(env, 'TW_HOST', '127.0.0.1'),
      port: integer(env, 'TW_PORT', 8787, 0, 65_535),
      publicUrl: url(env, 'TW_PUBLIC_URL', 'http://localhost:8787'),
      serviceName: text(env, 'TW_SERVICE_NAME', 'Third Witness'),
      dataDir: text(env, 'TW_DATA_DIR', './data'),
      iconDir: read(env, 'TW_ICON_DIR') === null ? null : text(env, 'TW_ICON_DIR', ''),
      snapshotIntervalS: integer(env, 'TW_SNAPSHOT_INTERVAL_S', 600, 1, 86_400),
      snapshotMaxAgeS: integer(env, 'TW_SNAPSHOT_MAX_AGE_S', 1800, 1, 864_000),
      keys: choice(env, 'TW_KEYS', ['on', 'off'], 'on') === 'on',
      selfGrants: choice(env, 'TW_SELF_GRANTS', ['on', 'off'], 'off') === 'on',
      limits: choice(env, 'TW_LIMITS', ['on', 'off'], 'on') === 'on',
      budgets: budgets(env),
      page: quota(
        env,
        'TW_PAGE',
        { anonymous: LIMITS.pageRowsAnonymousMax.value, keyed: LIMITS.pageRowsKeyedMax.value },
        100_000,
      ),
      trustedProxies: integer(env, 'TW_TRUSTED_PROXIES', 0, 0, 16),
      feedTime: choice(env, 'TW_FEED_TIME', ['exact', 'day'], 'exact'),
      log: choice(env, 'TW_LOG', ['pretty', 'json', 'off'], terminal ? 'pretty' : 'json'),
    });
  } catch (error) {
    if (error instanceof WrongValue) return err(error.message);
    throw error;
  }
};

class WrongValue extends Error {
  constructor(name: string, needed: string, came: string) {
    super(`${name} must be ${needed}; it is ${JSON.stringify(came.slice(0, 80))}.`);
  }
}

/** An empty value counts as not set, as container files often leave one. */
const read = (env: Env, name: string): string | null => {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
};

/** Leaves room for the name in a credit line (schema, attribution). */
const TEXT_CHARS_MAX = 400;

const text = (env: Env, name: string, fallback: string): string => {
  const value = read(env, name) ?? fallback;
  if (/[\p{Cc}\p{Cs}]/u.test(value) || value.length > TEXT_CHARS_MAX) {
    throw new WrongValue(name, `at most ${TEXT_CHARS_MAX} characters without control characters`, value);
  }
  return value;
};

const integer = (env: Env, name: string, fallback: number, min: number, max: number): number => {
  const value = read(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < min || number > max) {
    throw new WrongValue(name, `a whole number from ${min} to ${max}`, value);
  }
  return number;
};

const choice = <T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T => {
  const value = read(env, name);
  if (value === null) return fallback;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new WrongValue(name, allowed.join(' or '), value);
  return found;
};

const url = (env: Env, name: string, fallback: string): string => {
  const value = read(env, name) ?? fallback;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  const plain =
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.search === '' &&
    parsed.hash === '';
  if (!plain) throw new WrongValue(name, 'an http or https URL without user, query or fragment', value);
  return parsed.href.replace(/\/+$/, '');
};

/** `30/2000`: requests an hour without a key / with one. A single number counts for both. */
const quota = (env: Env, name: string, fallback: Quota, max = 1_000_000_000): Quota => {
  const value = read(env, name);
  if (value === null) return fallback;
  const match = /^(\d{1,10})(?:\/(\d{1,10}))?$/.exec(value);
  const anonymous = Number(match?.[1]);
  const keyed = Number(match?.[2] ?? match?.[1]);
  if (match === null || anonymous < 1 || keyed < 1 || anonymous > max || keyed > max) {
    throw new WrongValue(
      name,
      `one or two whole numbers from 1 to ${max}, such as ${fallback.anonymous}/${fallback.keyed}`,
      value,
    );
  }
  return { anonymous, keyed };
};

const budgets = (env: Env): Record<BudgetName, Quota> => {
  const names = Object.keys(REQUEST_BUDGETS) as BudgetName[];
  const entries = names.map((name) => {
    const { anonymous, keyed } = REQUEST_BUDGETS[name];
    return [name, quota(env, `TW_LIMIT_${name.toUpperCase()}`, { anonymous, keyed: keyed ?? anonymous })] as const;
  });
  return Object.fromEntries(entries) as Record<BudgetName, Quota>;
};
