import type { Transaction } from '@libsql/client';
import type { GrantRow, NewGrant } from '../../../domain/ports/operator.ts';
import type { Grant } from '../../../domain/ports/uploads.ts';
import { jsonRows, type Runner, value } from '../database.ts';
import { addOrder } from './operator_installs.ts';

/** Rows of the table grants. */
const ROW = `json_array(n, json(categories), guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms,
  revoked_at_ms)`;

type Row = [
  n: number,
  categories: readonly string[],
  guildName: string | null,
  realm: string | null,
  character: string | null,
  installId: string | null,
  self: number,
  issuedAtMs: number,
  expiresAtMs: number,
  revokedAtMs: number | null,
];

const grantOf = (row: Row): GrantRow => {
  const [n, categories, guildName, realm, character, installId, self, issuedAtMs, expiresAtMs, revokedAtMs] = row;
  const scope = { guildName, realm, character, installId };
  return { n, categories, scope, self: self === 1, issuedAtMs, expiresAtMs, revokedAtMs };
};

const INSERT = `
  insert into grants (hash, categories, guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms)
  select unhex(value->>0), value->1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8
  from (select ? as value)
  returning n`;

/** Keeps a grant; answers its number. */
export const addGrant = async (tx: Transaction, grant: NewGrant): Promise<number> => {
  const { tokenHash, categories, scope, self, issuedAtMs, expiresAtMs } = grant;
  const { guildName, realm, character, installId } = scope;
  const row = [tokenHash, categories, guildName, realm, character, installId, self ? 1 : 0, issuedAtMs, expiresAtMs];
  return Number(await value(tx, INSERT, [JSON.stringify(row)]));
};

export const readGrants = async (runner: Runner): Promise<readonly GrantRow[]> =>
  (await jsonRows<Row>(runner, `select json_group_array(${ROW} order by n) from grants`)).map(grantOf);

/** As domain/ports/operator.ts says. */
export const revokeGrant = async (
  tx: Transaction,
  which: { readonly n: number } | { readonly tokenHash: string; readonly self?: true },
  nowMs: number,
): Promise<GrantRow | null> => {
  const [named, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.tokenHash];
  const [before] = await jsonRows<Row>(tx, `select json_group_array(${ROW}) from grants where ${named}`, [key]);
  if (before === undefined) return null;
  const grant = grantOf(before);
  if ('self' in which && !grant.self) return null;
  if (grant.revokedAtMs !== null) return grant;
  await tx.execute({
    sql: 'update grants set revoked_at_ms = ? where n = ?',
    args: [BigInt(nowMs), BigInt(grant.n)],
  });
  await addOrder(tx, 'grant', grant.n);
  return { ...grant, revokedAtMs: nowMs };
};

/** The grants that these tokens stand for and that have not been revoked, by number; an unknown token gives none. */
export const grantsByHash = async (runner: Runner, tokenHashes: readonly string[]): Promise<readonly Grant[]> => {
  const rows = await jsonRows<Row>(
    runner,
    `select json_group_array(${ROW} order by n) from grants
     where hash in (select unhex(value) from json_each(?)) and revoked_at_ms is null`,
    [JSON.stringify(tokenHashes)],
  );
  return rows.map(grantOf).map(({ n, categories, scope, expiresAtMs, self }) => ({
    n,
    categories,
    scope,
    expiresAtMs,
    self,
  }));
};
