import * as v from 'valibot';
import { INSTALLS_TO_PUBLISH } from '../../domain/values/corroboration.ts';
import { DEFAULT_LOCALE } from '../../domain/values/language.ts';
import { LIMITS } from '../../schema/limits.ts';
import { type BudgetName, type Quota, REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import { GAMES, LOCALES } from '../../schema/vocabulary.ts';
import { LOG_STYLES } from '../log.ts';
import {
  parseBaseUrl,
  parseChoice,
  parseContact,
  parseInteger,
  parseLibsqlUrl,
  parseLink,
  parseOnOff,
  parsePortOrOff,
  parsePrimaryUrl,
  parseQuota,
  parseToken,
  parseWords,
} from './parsers.ts';

export interface Variable<T> {
  readonly name: string;
  /** String to parse if the variable is not set, or null if it has no default. */
  readonly fallback: string | null;
  readonly schema: v.GenericSchema<string | null, T>;
  /** Set if error messages must not quote the value. */
  readonly secret?: true;
}

function defineVariable<T>(name: string, fallback: string, schema: v.GenericSchema<string, T>): Variable<T> {
  return { name, fallback, schema };
}

function defineOptionalVariable<T>(name: string, schema: v.GenericSchema<string, T>): Variable<T | null> {
  return { name, fallback: null, schema: v.nullable(schema) };
}

function hideSecret<T>(variable: Variable<T>): Variable<T> {
  return { ...variable, secret: true };
}

const PAGE_ROW_LIMITS: Quota = { anonymous: LIMITS.pageRowsAnonymousMax.value, keyed: LIMITS.pageRowsKeyedMax.value };
const PAGE_ROWS_MAX = 100_000;
const REQUESTS_MAX = 1_000_000_000;
const INSTALL_AGE_DAYS_MAX = 365;

function defineQuotaVariable(name: string, fallback: Quota, max: number): Variable<Quota> {
  return defineVariable(name, `${fallback.anonymous}/${fallback.keyed}`, parseQuota(fallback, max));
}

/**
 * Variables on which public data depend. An instance writes them to its data folder, and commands use those values instead
 * of their own environment (contract, section 7, Settings of the folder). Keyed as in VARIABLES.
 */
export const FOLDER_VARIABLES = {
  game: defineOptionalVariable('TW_GAME', parseChoice(...GAMES)),
  publicUrl: defineOptionalVariable('TW_PUBLIC_URL', parseBaseUrl),
  serviceName: defineVariable('TW_SERVICE_NAME', 'Third Witness', parseWords),
  contact: defineOptionalVariable('TW_CONTACT', parseContact),
  sourceUrl: defineOptionalVariable('TW_SOURCE_URL', parseLink),
  installAgeDays: defineVariable('TW_INSTALL_AGE_DAYS', '0', parseInteger(0, INSTALL_AGE_DAYS_MAX)),
  witnessNetworks: defineVariable('TW_WITNESS_NETWORKS', '1', parseInteger(1, INSTALLS_TO_PUBLISH)),
  locale: defineVariable('TW_LOCALE', DEFAULT_LOCALE, parseChoice(...LOCALES)),
  feedTime: defineVariable('TW_FEED_TIME', 'exact', parseChoice('exact', 'day')),
  exportEvidence: defineVariable('TW_EXPORT_EVIDENCE', 'off', parseOnOff),
} as const;

/** Environment variables that operators set (contract, section 7), keyed by their names in the configuration. */
export const VARIABLES = {
  host: defineVariable('TW_HOST', '127.0.0.1', parseWords),
  port: defineVariable('TW_PORT', '8787', parseInteger(0, 65_535)),
  ...FOLDER_VARIABLES,
  metricsPort: defineVariable('TW_METRICS_PORT', 'off', parsePortOrOff),
  dataDir: defineVariable('TW_DATA_DIR', './data', parseWords),
  iconDir: defineOptionalVariable('TW_ICON_DIR', parseWords),
  mapDir: defineOptionalVariable('TW_MAP_DIR', parseWords),
  snapshotIntervalS: defineVariable('TW_SNAPSHOT_INTERVAL_S', '600', parseInteger(1, 86_400)),
  snapshotMaxAgeS: defineVariable('TW_SNAPSHOT_MAX_AGE_S', '1800', parseInteger(1, 864_000)),
  keys: defineVariable('TW_KEYS', 'on', parseOnOff),
  selfGrants: defineVariable('TW_SELF_GRANTS', 'off', parseOnOff),
  limits: defineVariable('TW_LIMITS', 'on', parseOnOff),
  page: defineQuotaVariable('TW_PAGE', PAGE_ROW_LIMITS, PAGE_ROWS_MAX),
  trustedProxies: defineVariable('TW_TRUSTED_PROXIES', '0', parseInteger(0, 16)),
  publishUrl: hideSecret(defineOptionalVariable('TW_PUBLISH_URL', parseLibsqlUrl)),
  publishToken: hideSecret(defineOptionalVariable('TW_PUBLISH_TOKEN', parseToken)),
  replica: defineVariable('TW_REPLICA', 'off', parseChoice('off', 'public')),
  role: defineVariable('TW_ROLE', 'primary', parseChoice('primary', 'edge')),
  syncUrl: hideSecret(defineOptionalVariable('TW_SYNC_URL', parseLibsqlUrl)),
  syncToken: hideSecret(defineOptionalVariable('TW_SYNC_TOKEN', parseToken)),
  replicaUrl: hideSecret(defineOptionalVariable('TW_REPLICA_URL', parsePrimaryUrl)),
  syncIntervalS: defineVariable('TW_SYNC_INTERVAL_S', '60', parseInteger(1, 86_400)),
  primaryUrl: hideSecret(defineOptionalVariable('TW_PRIMARY_URL', parsePrimaryUrl)),
  log: defineOptionalVariable('TW_LOG', parseChoice(...LOG_STYLES)),
} as const;

/** Returns a request budget's default limits for clients without and with an API key. */
function buildDefaultBudget(name: BudgetName): Quota {
  const { anonymous, keyed } = REQUEST_BUDGETS[name];
  return { anonymous, keyed: keyed ?? anonymous };
}

/** Environment variables for the request limits, keyed by budget name. */
export const BUDGET_VARIABLES = Object.fromEntries(
  (Object.keys(REQUEST_BUDGETS) as BudgetName[]).map((name) => [
    name,
    defineQuotaVariable(`TW_LIMIT_${name.toUpperCase()}`, buildDefaultBudget(name), REQUESTS_MAX),
  ]),
) as Readonly<Record<BudgetName, Variable<Quota>>>;
