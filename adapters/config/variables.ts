import * as v from 'valibot';
import { INSTALLS_TO_PUBLISH } from '../../domain/values/corroboration.ts';
import { USUAL_LOCALE } from '../../domain/values/language.ts';
import { LIMITS } from '../../schema/limits.ts';
import { type BudgetName, type Quota, REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import { GAMES, LOCALES } from '../../schema/vocabulary.ts';
import { LOG_STYLES } from '../log.ts';
import {
  baseUrl,
  choice,
  contact,
  integer,
  libsqlUrl,
  link,
  onOff,
  portOrOff,
  primaryUrl,
  quota,
  token,
  words,
} from './parsers.ts';

export interface Variable<T> {
  readonly name: string;
  /** String to parse if the variable is not set, or null if it has no default. */
  readonly fallback: string | null;
  readonly schema: v.GenericSchema<string | null, T>;
  /** Set if error messages must not quote the value. */
  readonly secret?: true;
}

function variable<T>(name: string, fallback: string, schema: v.GenericSchema<string, T>): Variable<T> {
  return { name, fallback, schema };
}

function unset<T>(name: string, schema: v.GenericSchema<string, T>): Variable<T | null> {
  return { name, fallback: null, schema: v.nullable(schema) };
}

function secret<T>(variable: Variable<T>): Variable<T> {
  return { ...variable, secret: true };
}

const PAGE: Quota = { anonymous: LIMITS.pageRowsAnonymousMax.value, keyed: LIMITS.pageRowsKeyedMax.value };
const PAGE_ROWS_MAX = 100_000;
const REQUESTS_MAX = 1_000_000_000;
const INSTALL_AGE_DAYS_MAX = 365;

function quotaVariable(name: string, fallback: Quota, max: number): Variable<Quota> {
  return variable(name, `${fallback.anonymous}/${fallback.keyed}`, quota(fallback, max));
}

/**
 * Variables on which public data depend. An instance writes them to its data folder, and commands use those values instead
 * of their own environment (contract, section 7, Settings of the folder). Keyed as in VARIABLES.
 */
export const FOLDER_VARIABLES = {
  game: unset('TW_GAME', choice(...GAMES)),
  publicUrl: unset('TW_PUBLIC_URL', baseUrl),
  serviceName: variable('TW_SERVICE_NAME', 'Third Witness', words),
  contact: unset('TW_CONTACT', contact),
  sourceUrl: unset('TW_SOURCE_URL', link),
  installAgeDays: variable('TW_INSTALL_AGE_DAYS', '0', integer(0, INSTALL_AGE_DAYS_MAX)),
  witnessNetworks: variable('TW_WITNESS_NETWORKS', '1', integer(1, INSTALLS_TO_PUBLISH)),
  locale: variable('TW_LOCALE', USUAL_LOCALE, choice(...LOCALES)),
  feedTime: variable('TW_FEED_TIME', 'exact', choice('exact', 'day')),
  exportEvidence: variable('TW_EXPORT_EVIDENCE', 'off', onOff),
} as const;

/** Environment variables that operators set (contract, section 7), keyed by their names in the configuration. */
export const VARIABLES = {
  host: variable('TW_HOST', '127.0.0.1', words),
  port: variable('TW_PORT', '8787', integer(0, 65_535)),
  ...FOLDER_VARIABLES,
  metricsPort: variable('TW_METRICS_PORT', 'off', portOrOff),
  dataDir: variable('TW_DATA_DIR', './data', words),
  iconDir: unset('TW_ICON_DIR', words),
  mapDir: unset('TW_MAP_DIR', words),
  snapshotIntervalS: variable('TW_SNAPSHOT_INTERVAL_S', '600', integer(1, 86_400)),
  snapshotMaxAgeS: variable('TW_SNAPSHOT_MAX_AGE_S', '1800', integer(1, 864_000)),
  keys: variable('TW_KEYS', 'on', onOff),
  selfGrants: variable('TW_SELF_GRANTS', 'off', onOff),
  limits: variable('TW_LIMITS', 'on', onOff),
  page: quotaVariable('TW_PAGE', PAGE, PAGE_ROWS_MAX),
  trustedProxies: variable('TW_TRUSTED_PROXIES', '0', integer(0, 16)),
  publishUrl: secret(unset('TW_PUBLISH_URL', libsqlUrl)),
  publishToken: secret(unset('TW_PUBLISH_TOKEN', token)),
  replica: variable('TW_REPLICA', 'off', choice('off', 'public')),
  role: variable('TW_ROLE', 'primary', choice('primary', 'edge')),
  syncUrl: secret(unset('TW_SYNC_URL', libsqlUrl)),
  syncToken: secret(unset('TW_SYNC_TOKEN', token)),
  replicaUrl: secret(unset('TW_REPLICA_URL', primaryUrl)),
  syncIntervalS: variable('TW_SYNC_INTERVAL_S', '60', integer(1, 86_400)),
  primaryUrl: secret(unset('TW_PRIMARY_URL', primaryUrl)),
  log: unset('TW_LOG', choice(...LOG_STYLES)),
} as const;

/** Returns a request budget's default limits for clients without and with an API key. */
function defaultBudget(name: BudgetName): Quota {
  const { anonymous, keyed } = REQUEST_BUDGETS[name];
  return { anonymous, keyed: keyed ?? anonymous };
}

/** Environment variables for the request limits, keyed by budget name. */
export const BUDGET_VARIABLES = Object.fromEntries(
  (Object.keys(REQUEST_BUDGETS) as BudgetName[]).map((name) => [
    name,
    quotaVariable(`TW_LIMIT_${name.toUpperCase()}`, defaultBudget(name), REQUESTS_MAX),
  ]),
) as Readonly<Record<BudgetName, Variable<Quota>>>;
