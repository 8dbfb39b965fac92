import type { KeyReader } from '../../domain/ports/keys.ts';
import type { GrantRow, KeyRow, OperatorStore } from '../../domain/ports/operator.ts';
import type { UploadWriter } from '../../domain/ports/uploads.ts';

/** The operator commands about keys and grants, and the reads that belong to them. */
export type MemoryOperator = Omit<
  OperatorStore,
  'erase' | 'holdings' | 'withhold' | 'lift' | 'clearOrders' | 'knowsInstall' | 'upload' | 'session'
> &
  Pick<UploadWriter, 'grants'> & { readonly keyReader: KeyReader };

/** Stores keys and grants in memory, for tests. Calls `onRevoked` for every revoked grant. */
export function createMemoryOperator(onRevoked: (grantN: number) => void = () => {}): MemoryOperator {
  const keys = new Map<string, KeyRow>();
  const grants = new Map<string, GrantRow>();

  const keyHashOf = (n: number): string | undefined => [...keys].find(([, key]) => key.n === n)?.[0];
  const tokenHashOf = (n: number): string | undefined => [...grants].find(([, grant]) => grant.n === n)?.[0];

  return {
    addKey: async (keyHash, label, createdDay) => {
      const n = keys.size + 1;
      keys.set(keyHash, { n, label, createdDay, lastUsedDay: null, revokedAtMs: null });
      return n;
    },
    keys: async (after, limit) => [...keys.values()].filter(({ n }) => n > after).slice(0, limit),
    revokeKey: async (which, nowMs) => {
      const keyHash = 'n' in which ? keyHashOf(which.n) : which.keyHash;
      const key = keyHash === undefined ? undefined : keys.get(keyHash);
      if (keyHash === undefined || key === undefined) return null;
      const revoked = { ...key, revokedAtMs: key.revokedAtMs ?? nowMs };
      keys.set(keyHash, revoked);
      return revoked;
    },
    noteKeyUse: async (keyHash, day) => {
      const key = keys.get(keyHash);
      if (key !== undefined && (key.lastUsedDay ?? '') < day) keys.set(keyHash, { ...key, lastUsedDay: day });
      return undefined;
    },
    addGrant: async ({ tokenHash, ...grant }, ownMax = Number.POSITIVE_INFINITY) => {
      const { installId } = grant.scope;
      const own = [...grants.values()].filter(
        ({ self, scope, revokedAtMs, expiresAtMs }) =>
          self && scope.installId === installId && revokedAtMs === null && expiresAtMs > grant.issuedAtMs,
      );
      if (installId !== null && own.length >= ownMax) return 'too-many';
      const n = grants.size + 1;
      grants.set(tokenHash, { ...grant, n, revokedAtMs: null });
      return n;
    },
    issuedGrants: async (after, limit) => [...grants.values()].filter(({ n }) => n > after).slice(0, limit),
    revokeGrant: async (which, nowMs) => {
      const tokenHash = 'n' in which ? tokenHashOf(which.n) : which.tokenHash;
      const grant = tokenHash === undefined ? undefined : grants.get(tokenHash);
      if (tokenHash === undefined || grant === undefined || ('self' in which && !grant.self)) return null;
      if (grant.revokedAtMs !== null) return grant;
      const revoked = { ...grant, revokedAtMs: nowMs };
      grants.set(tokenHash, revoked);
      onRevoked(grant.n);
      return revoked;
    },
    grants: async (tokenHashes) =>
      [...grants]
        .filter(([hash, { revokedAtMs }]) => tokenHashes.includes(hash) && revokedAtMs === null)
        .map(([, { n, categories, scope, expiresAtMs, self }]) => ({ n, categories, scope, expiresAtMs, self })),
    keyReader: {
      find: async (keyHash) => {
        const key = keys.get(keyHash);
        return key === undefined ? 'unknown' : key.revokedAtMs === null ? 'live' : 'revoked';
      },
      close: async () => {},
    },
  };
}
