import { nodeDigest } from '../../adapters/digest.ts';
import type { UploadsOwner } from '../../adapters/libsql/uploads/writer.ts';
import { type DayQuota, findDayQuota } from '../../domain/intake/day_quota.ts';
import type { NetworkRule } from '../../domain/intake/network_rule.ts';
import { summariseUpload } from '../../domain/intake/summary.ts';
import type { InstallHoldings, OperatorStore } from '../../domain/ports/operator.ts';
import type {
  AdmittedRecord,
  NewUpload,
  Order,
  Outcome,
  StoredRecord,
  UploadClient,
  UploadReader,
  UploadSummary,
} from '../../domain/ports/uploads.ts';
import { digestErasedInstall } from '../../domain/proof/digests.ts';
import type { StoredHead } from '../../domain/proof/source.ts';
import { groupBy } from '../../domain/values/group_by.ts';
import { toUtcDay } from '../../domain/values/instant.ts';
import { hasValidTexts } from '../../schema/stored_texts.ts';
import { createMemoryChain } from './chain.ts';
import { createMemoryNetworks } from './networks.ts';
import { createMemoryOperator } from './operator.ts';

const ALL = Number.MAX_SAFE_INTEGER;

/** A record with its install, its whole digest and every grant that ever covered it. */
interface Kept extends Omit<StoredRecord, 'grants' | 'fit'> {
  readonly installId: string;
  readonly digest: string;
  readonly covering: Set<number>;
}

export interface MemoryUploads {
  readonly writer: UploadsOwner;
  readonly reader: UploadReader;
}

/** Creates in-memory uploads for tests. All ports share the same data (contract suite: tests/adapters/libsql/uploads). */
export function createMemoryUploads(
  feedKey = '0'.repeat(64),
  dayQuota: DayQuota = findDayQuota,
  networkRule: NetworkRule | null = null,
): MemoryUploads {
  const heads = new Map<number, StoredHead & Pick<NewUpload, 'session'>>();
  const summaries = new Map<number, UploadSummary | null>();
  const installs = new Map<string, number>();
  const withheld = new Map<number, string>();
  const erased = new Set<string>();
  const gone = new Set<number>();
  const orders: {
    readonly n: number;
    readonly kind: Order['kind'];
    readonly number: number;
    readonly fromSeq?: number;
  }[] = [];
  const given = { seq: 0, uploadN: 0, installN: 0, orderN: 0 };
  const keyHashes = new Map<number, string>();
  const byIdentity = new Map<string, Kept>();
  const dayCounts = new Map<string, number>();
  let records: Kept[] = [];

  const order = (kind: Order['kind'], number: number, fromSeq?: number): number => {
    orders.push({ n: ++given.orderN, kind, number, ...(fromSeq === undefined ? {} : { fromSeq }) });
    return given.orderN;
  };
  const networks = createMemoryNetworks(networkRule, (installN) => order('install', installN));
  const keysAndGrants = createMemoryOperator((grantN) => {
    if (!gone.has(grantN)) order('grant', grantN);
  });
  const chain = createMemoryChain({
    feedKey,
    heads,
    records: () => records.map((record) => ({ ...record, isFound: true })),
    installIds: () => new Map(Array.from(installs, ([installId, n]) => [n, installId])),
  });

  const numberOf = (installId: string): number => {
    const n = installs.get(installId) ?? ++given.installN;
    installs.set(installId, n);
    return n;
  };

  /** Adds grants to a record that was stored before. */
  const coverAgain = (kept: Kept, grants: readonly number[], changed: Set<number>): void => {
    for (const n of grants.filter((grantN) => !kept.covering.has(grantN) && !gone.has(grantN))) {
      kept.covering.add(n);
      if (kept.uploadN !== given.uploadN + 1) changed.add(n);
    }
  };

  const keep = (record: AdmittedRecord, upload: NewUpload, changed: Set<number>): Outcome => {
    const { installId, eventId, digest, kind, capturedAtMs, body, grants } = record;
    if (erased.has(digestErasedInstall(nodeDigest, feedKey, installId))) return 'install-erased';
    const identity = identityOf(record);
    const before = byIdentity.get(identity);
    if (before !== undefined && before.digest !== digest) return 'event-reused';
    if (before !== undefined) {
      coverAgain(before, grants, changed);
      return 'duplicate';
    }
    const day = JSON.stringify([installId, kind, toUtcDay(capturedAtMs)]);
    const elements = (dayCounts.get(day) ?? 0) + (record.elements ?? 1);
    if (elements > dayQuota(kind)) return { overQuota: dayQuota(kind) };
    dayCounts.set(day, elements);
    const covering = new Set(grants.filter((n) => !gone.has(n)));
    const at = { seq: ++given.seq, uploadN: given.uploadN + 1, installN: numberOf(installId) };
    const { receivedAtMs, locale, region } = upload;
    const client = clientOf({ ...upload, uploadN: 0, records: 0 });
    const from = { ...at, ...client, ...(region === undefined ? {} : { region }), receivedAtMs, locale };
    const kept = { ...from, installId, eventId, digest, kind, capturedAtMs, body, covering };
    byIdentity.set(identity, kept);
    records.push(kept);
    return 'new';
  };

  const take = (upload: NewUpload): readonly Outcome[] => {
    const changed = new Set<number>();
    const knownBefore = new Set(installs.values());
    const outcomes = upload.records.map((record) => keep(record, upload, changed));
    if (outcomes.includes('new')) {
      const named = [...new Set(upload.records.flatMap(({ installId }) => installs.get(installId) ?? []))];
      const isKnown = (installN: number) => knownBefore.has(installN);
      networks.judge(
        upload,
        named.filter((installN) => !isKnown(installN)),
        named.filter(isKnown),
      );
      const uploadN = ++given.uploadN;
      const own = records.filter((record) => record.uploadN === uploadN);
      const head = { ...upload, uploadN, records: own.length };
      heads.set(uploadN, head);
      summaries.set(uploadN, summariseUpload(upload.records, outcomes, upload.refused ?? []));
      chain.linkUpload(head, own);
    }
    for (const grantN of changed) order('grant', grantN);
    return outcomes;
  };

  const erase = async (installId: string) => {
    erased.add(digestErasedInstall(nodeDigest, feedKey, installId));
    const grants = await keysAndGrants.issuedGrants(0, ALL);
    for (const { n, scope } of grants) if (scope.installId === installId) gone.add(n);
    const installN = installs.get(installId);
    if (installN === undefined) return null;
    const own = records.filter((record) => record.installN === installN);
    records = records.filter((record) => record.installN !== installN);
    const sessions = new Set(own.map(({ uploadN }) => heads.get(uploadN)!.session));
    for (const [uploadN, { session, ...head }] of heads) {
      if (session !== undefined && sessions.has(session)) heads.set(uploadN, head);
    }
    for (const kept of own) {
      const { uploadN } = kept;
      byIdentity.delete(identityOf(kept));
      const head = heads.get(uploadN)!;
      summaries.delete(uploadN);
      if (head.records === 1) heads.delete(uploadN);
      else heads.set(uploadN, { ...head, records: head.records - 1 });
    }
    chain.linkErasure(installN);
    withheld.delete(installN);
    networks.erase(installN);
    installs.delete(installId);
    for (const day of dayCounts.keys()) if (JSON.parse(day)[0] === installId) dayCounts.delete(day);
    order('install', installN, own[0]?.seq);
    return { records: own.length };
  };

  const holdings = async (installId: string): Promise<InstallHoldings | null> => {
    const own = records.filter((kept) => kept.installId === installId);
    const issued = await keysAndGrants.issuedGrants(0, ALL);
    const grants = issued.filter(({ n, scope }) => scope.installId === installId && !gone.has(n)).length;
    if (!installs.has(installId) && grants === 0) return null;
    const counts = new Map<string, number>();
    for (const { kind } of own) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const days = own.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString().slice(0, 10)).sort();
    return {
      kinds: [...counts].map(([kind, sent]) => ({ kind, records: sent })).sort((a, b) => b.records - a.records),
      uploads: new Set(own.map(({ uploadN }) => uploadN)).size,
      firstDay: days[0] ?? null,
      lastDay: days.at(-1) ?? null,
      grants,
    };
  };

  const count = (installN: number) => ({ records: records.filter((kept) => kept.installN === installN).length });

  const operator: OperatorStore = {
    ...keysAndGrants,
    addKey: async (keyHash, label, day) => {
      const added = await keysAndGrants.addKey(keyHash, label, day);
      keyHashes.set(added, keyHash);
      return added;
    },
    addGrant: async (grant, ownMax) => {
      const { installId } = grant.scope;
      const isErased = installId !== null && erased.has(digestErasedInstall(nodeDigest, feedKey, installId));
      return isErased ? 'install-erased' : keysAndGrants.addGrant(grant, ownMax);
    },
    issuedGrants: async (after, limit) => {
      const grants = await keysAndGrants.issuedGrants(after, ALL);
      return grants.filter(({ n }) => !gone.has(n)).slice(0, limit);
    },
    revokeGrant: async (which, nowMs) => {
      const revoked = await keysAndGrants.revokeGrant(which, nowMs);
      return revoked !== null && gone.has(revoked.n) ? null : revoked;
    },
    erase,
    withhold: async (installId, reason) => {
      const installN = installs.get(installId);
      if (installN === undefined) return null;
      withheld.set(installN, reason);
      order('install', installN);
      return count(installN);
    },
    lift: async (installId) => {
      const installN = installs.get(installId);
      if (installN === undefined || !withheld.delete(installN)) return null;
      order('install', installN);
      return count(installN);
    },
    holdings,
    knowsInstall: async (installId) => installs.has(installId),
    upload: async (uploadId) => {
      const head = [...heads.values()].find((one) => one.uploadId === uploadId);
      if (head === undefined) return null;
      const own = records.filter((record) => record.uploadN === head.uploadN);
      const { receivedAtMs } = own[0]!;
      const found = own.map(({ seq, kind, body }) => ({ seq, kind, body }));
      const summary = summaries.get(head.uploadN) ?? null;
      return { receivedAtMs, client: clientOf(head), summary, lastSeq: own.at(-1)!.seq, damaged: 0, records: found };
    },
    session: async (session, limit) => {
      const uploadIds = [...heads.values()].filter((head) => head.session === session).map(({ uploadId }) => uploadId);
      return { uploads: uploadIds.length, uploadIds: uploadIds.slice(0, limit) };
    },
    clearOrders: async (upTo) => {
      orders.splice(0, orders.filter(({ n }) => n <= upTo).length);
      networks.clearOrders(upTo);
      return undefined;
    },
  };

  const writer: MemoryUploads['writer'] = {
    take: async (upload) => take(upload),
    grants: async (tokenHashes) => {
      const grants = await keysAndGrants.grants(tokenHashes);
      return grants.filter(({ n }) => !gone.has(n));
    },
    operator,
    forgetNetworks: async (nowMs) => networks.forget(nowMs),
    close: async () => {},
  };

  const told = async (some: readonly Kept[]): Promise<readonly StoredRecord[]> => {
    const grants = await operator.issuedGrants(0, ALL);
    const live = grants.filter(({ revokedAtMs }) => revokedAtMs === null);
    return some.map(({ covering, installId, digest, ...record }) => ({
      ...record,
      digest: digest.slice(0, 16),
      grants: live.filter(({ n }) => covering.has(n)).map(({ n, self }) => ({ n, self })),
      fit: hasValidTexts(record.kind, record.body, installId),
      ...(networks.isIpv6(record.installN) ? { ipv6: true as const } : {}),
    }));
  };

  const range = async (fits: (kept: Kept) => boolean, fromSeq: number, toSeq: number, limit: number) =>
    told(records.filter((kept) => fromSeq < kept.seq && kept.seq <= toSeq && fits(kept)).slice(0, limit));

  const stateOf = (installN: number): 'in' | 'withheld' | 'erased' => {
    if (![...installs.values()].includes(installN)) return 'erased';
    return withheld.has(installN) ? 'withheld' : 'in';
  };

  const reader: UploadReader = {
    feedKey: async () => feedKey,
    newestSeq: async () => given.seq,
    records: (fromSeq, toSeq, limit) => range(() => true, fromSeq, toSeq, limit),
    recordsOfInstall: (installN, ...bounds) => range((kept) => kept.installN === installN, ...bounds),
    recordsOf: (seqs) => told(records.filter(({ seq }) => seqs.includes(seq))),
    recordsOfGrant: (grantN, ...bounds) =>
      range(({ covering }) => covering.has(grantN) && !gone.has(grantN), ...bounds),
    orders: async (afterN) =>
      orders
        .filter(({ n }) => n > afterN)
        .map(({ n, kind, number, ...first }) =>
          kind === 'grant'
            ? { n, kind, grantN: number }
            : { n, kind, installN: number, state: stateOf(number), ...first },
        ),
    withheld: async () => [...withheld.keys()].sort((a, b) => a - b),
    installsSince: async (atMs) => {
      const first = new Map<number, number>();
      for (const { installN, receivedAtMs } of records) if (!first.has(installN)) first.set(installN, receivedAtMs);
      return [...first].filter(([, ms]) => ms >= atMs).map(([n]) => n);
    },
    clients: async () => {
      const groups = groupBy([...heads.values()], ({ clientBuild, season }) => JSON.stringify([clientBuild, season]));
      return [...groups.values()].map((own) => ({
        client: clientOf(own[0]!),
        uploads: own.length,
        firstN: own[0]!.uploadN,
      }));
    },
    countInstalls: async (clients) => {
      const wanted = new Set(clients.map(({ clientBuild, season }) => `${season} ${clientBuild}`));
      const own = records.filter(({ clientBuild, season }) => wanted.has(`${season} ${clientBuild}`));
      return new Set(own.map(({ installN }) => installN).filter((n) => !withheld.has(n))).size;
    },
    networkWaits: async () => networks.waits(),
    liveKeys: async () => {
      const keys = await keysAndGrants.keys(0, ALL);
      return keys.filter(({ revokedAtMs }) => revokedAtMs === null).map(({ n }) => keyHashes.get(n)!);
    },
    ...chain,
    close: async () => {},
  };

  return { writer, reader };
}

function clientOf({ clientBuild, season }: StoredHead): Pick<UploadClient, 'clientBuild' | 'season'> {
  return {
    ...(clientBuild === null ? {} : { clientBuild }),
    ...(season === null || season === undefined ? {} : { season }),
  };
}

function identityOf({ installId, eventId, digest }: Pick<Kept, 'installId' | 'eventId' | 'digest'>): string {
  return JSON.stringify([installId, eventId, eventId === null ? digest : null]);
}
