import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { findNearestWord } from '../domain/knowledge/edits.ts';
import { QUOTE_CHARS_MAX } from '../domain/values/quoted.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import type { BudgetName, Quota } from '../schema/request_budgets.ts';
import { BUDGET_VARIABLES, type FOLDER_VARIABLES, VARIABLES, type Variable } from './config/variables.ts';
import type { LogStyle } from './log.ts';
import { locateFile } from './program_files.ts';

/** Parsed values of environment variables. A value is null if the variable is not set and has no default. */
type VariableValues<V> = { readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never };

/** The operator's configuration, read from environment variables (contract, section 7). */
export interface Config extends Omit<VariableValues<typeof VARIABLES>, 'log'> {
  readonly log: LogStyle;
  readonly budgets: Readonly<Record<BudgetName, Quota>>;
}

/** The settings on which public data depend. Commands read them from the data folder (config/folder_settings.ts). */
export type FolderSettings = Pick<Config, keyof typeof FOLDER_VARIABLES>;

/** The settings that a command takes from its own environment. */
export interface CommandConfig extends Omit<Config, keyof FolderSettings> {
  /** The instance that these variables name, to which players' commands upload, or a sentence if they name none. */
  readonly instanceUrl: Result<string, string>;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Facts about the environment on which some defaults depend. */
export interface ConfigDefaults {
  /** Whether standard error is a terminal. */
  readonly terminal: boolean;
  /** URL of this program's source code, or null if unknown. */
  readonly home?: string | null;
}

/** Reads the configuration. The error names the invalid variable, the rule and the variable's value. */
export function readConfig(env: Env, { terminal, home = readProjectHome() }: ConfigDefaults): Result<Config, string> {
  const unknown = findUnknownName(env);
  if (unknown !== null) return err(unknown);
  const values = parseVariables(env, VARIABLES);
  if (!values.ok) return values;
  const budgets = parseVariables(env, BUDGET_VARIABLES);
  if (!budgets.ok) return budgets;
  if (values.value.publishUrl === null && values.value.publishToken !== null) {
    return err('TW_PUBLISH_TOKEN must be set together with TW_PUBLISH_URL or be left out; TW_PUBLISH_URL is not set.');
  }
  const roleFault = findRoleFault(env, values.value);
  if (roleFault !== null) return err(roleFault);
  return ok({
    ...values.value,
    sourceUrl: values.value.sourceUrl ?? home,
    log: values.value.log ?? (terminal ? 'pretty' : 'json'),
    budgets: budgets.value,
  });
}

/** Reads a command's configuration. The folder has the settings on which public data depend. */
export function readCommandConfig(env: Env, defaults: ConfigDefaults): Result<CommandConfig, string> {
  const config = readConfig(env, defaults);
  if (!config.ok) return config;
  return ok({ ...config.value, instanceUrl: resolvePublicUrl(config.value, config.value.port) });
}

/** Reads a variable. An empty value counts as not set, because container configurations often leave values empty. */
export function readVariable(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function parseVariables<V extends Readonly<Record<string, Variable<unknown>>>>(
  env: Env,
  variables: V,
): Result<VariableValues<V>, string> {
  const values: Record<string, unknown> = {};
  for (const [key, { name, fallback, schema, secret }] of Object.entries(variables)) {
    const text = readVariable(env, name) ?? fallback;
    const parsed = v.safeParse(schema, text);
    if (!parsed.success) {
      const actual = secret === true ? 'set' : JSON.stringify(text?.slice(0, QUOTE_CHARS_MAX));
      return err(`${name} must be ${parsed.issues[0].message}; it is ${actual}.`);
    }
    values[key] = parsed.output;
  }
  return ok(values as VariableValues<V>);
}

/** Variables that a role does not use. An operator who sets one of them probably wanted the other role. */
const UNUSED_BY_ROLE = {
  primary: ['TW_SYNC_URL', 'TW_SYNC_TOKEN', 'TW_REPLICA_URL', 'TW_SYNC_INTERVAL_S', 'TW_PRIMARY_URL'],
  edge: ['TW_PUBLISH_URL', 'TW_PUBLISH_TOKEN', 'TW_REPLICA'],
} as const;

/** Returns a sentence if a variable is set that the role does not use, or if a variable that it needs is missing. */
function findRoleFault(
  env: Env,
  { role, syncUrl, syncToken, replicaUrl }: Pick<Config, 'role' | 'syncUrl' | 'syncToken' | 'replicaUrl'>,
): string | null {
  const unused = UNUSED_BY_ROLE[role].find((name) => readVariable(env, name) !== null);
  if (unused !== undefined) return `${unused} must be left out if TW_ROLE is ${role}; it is set.`;
  if (replicaUrl !== null && (syncUrl ?? syncToken) !== null) return TWO_SOURCES_SET;
  return role === 'edge' && (syncUrl ?? replicaUrl) === null ? SYNC_URL_MISSING : null;
}

const SYNC_URL_MISSING =
  'TW_SYNC_URL must be the libSQL server that the primary publishes to, or TW_REPLICA_URL the address of its files, if TW_ROLE is edge; neither is set.';
const TWO_SOURCES_SET = 'TW_SYNC_URL and TW_SYNC_TOKEN must be left out if TW_REPLICA_URL is set; one of them is set.';

/** Returns a sentence about the first variable with an unknown name, or null if there is none. */
function findUnknownName(env: Env): string | null {
  for (const name of Object.keys(env).sort()) {
    const value = readVariable(env, name);
    const fault = value === null ? null : describeUnknownName(name);
    if (fault !== null) return fault;
  }
  return null;
}

const VARIABLE_PREFIX = 'TW_';

/** Variables used by tests and benchmarks, which pass their own environment to the programs they start. */
const TEST_VARIABLES: readonly string[] = ['TW_TEST_DATA', 'TW_BROWSER', 'TW_SCREENSHOTS'];

/** Names of all variables that have any effect. */
const SETTABLE_VARIABLES: readonly string[] = [VARIABLES, BUDGET_VARIABLES].flatMap((table) =>
  Object.values(table).map(({ name }) => name),
);

const KNOWN_VARIABLES: ReadonlySet<string> = new Set([...SETTABLE_VARIABLES, ...TEST_VARIABLES]);

/**
 * Returns a sentence if a variable has our prefix but an unknown name, or null otherwise. The sentence prevents the
 * instance from starting.
 */
function describeUnknownName(name: string): string | null {
  if (!name.startsWith(VARIABLE_PREFIX) || KNOWN_VARIABLES.has(name)) return null;
  const knownNames = SETTABLE_VARIABLES.map((known) => known.slice(VARIABLE_PREFIX.length));
  const nearest = findNearestWord(name.slice(VARIABLE_PREFIX.length), knownNames);
  const hint =
    nearest === null
      ? `the variables are ${SETTABLE_VARIABLES.join(', ')}`
      : `the nearest variable is ${VARIABLE_PREFIX}${nearest}`;
  return `${JSON.stringify(name.slice(0, QUOTE_CHARS_MAX)).slice(1, -1)} is not known to this release; ${hint}.`;
}

interface PackageManifest {
  readonly homepage?: unknown;
  readonly repository?: unknown;
}

/** Returns the URL of this program's source code, as stated in package.json, or null if package.json has none. */
function readProjectHome(): string | null {
  return chooseHomeUrl(JSON.parse(readFileSync(locateFile('package.json'), 'utf8')) as PackageManifest);
}

export function chooseHomeUrl({ repository, homepage }: PackageManifest): string | null {
  const nestedUrl =
    typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : null;
  for (const candidate of [nestedUrl, repository, homepage]) {
    if (typeof candidate !== 'string') continue;
    const url = candidate.replace(/^git\+/, '').replace(/\.git$/, '');
    if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  }
  return null;
}

/** Loopback and wildcard addresses. On this machine, all of them can be reached as `localhost`. */
const LOCAL_ADDRESS = /^(?:localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i;

/** Returns the instance's URL as seen from this machine, or null if the host and the actual port do not form a URL. */
export function buildLocalUrl({ host }: Pick<Config, 'host'>, port: number): string | null {
  const name = LOCAL_ADDRESS.test(host) ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  return port > 0 && URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Returns the base of all absolute URLs, without a trailing slash: TW_PUBLIC_URL if it is set, or the local URL. The
 * error explains why there is none.
 */
export function resolvePublicUrl(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  port: number,
): Result<string, string> {
  const url = publicUrl ?? buildLocalUrl({ host }, port);
  if (url !== null) return ok(url);
  return err(
    port === 0
      ? 'TW_PUBLIC_URL must be set if TW_PORT is 0, because a command does not know which port the instance chose.'
      : `TW_PUBLIC_URL must be set, because TW_HOST does not give a URL; TW_HOST is ${JSON.stringify(host.slice(0, QUOTE_CHARS_MAX))}.`,
  );
}
