/** Types and functions for tests that talk to the service over HTTP as a client does. */
export interface Receipt {
  readonly ok: boolean;
  readonly persisted: boolean;
  readonly uploadId?: string;
  readonly error?: string;
  readonly accepted?: readonly { index: number; kind: string; eventId?: string; duplicate: boolean }[];
  readonly rejected?: readonly { index: number; kind?: string; code: string; pointer: string; reason: string }[];
}

export async function postRecords(
  url: string,
  records: readonly object[],
  fields: Readonly<Record<string, string>> = {},
  envelope: Readonly<Record<string, string | number>> = {},
): Promise<{ status: number; receipt: Receipt }> {
  const response = await fetch(`${url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...fields },
    body: JSON.stringify({ addonVersion: '1.0.0', protocol: '1.2.0', ...envelope, records }),
  });
  return { status: response.status, receipt: (await response.json()) as Receipt };
}

export interface ListAnswer {
  readonly next: string | null;
  readonly total: number;
  readonly snapshot: string;
}

/**
 * Requests an address, and again if that fails. The instance closes connections that were idle for five seconds, and a
 * request that reuses one at that moment fails.
 */
export function getTwice(address: string): Promise<Response> {
  return fetch(address).catch(() => fetch(address));
}

/**
 * Follows `next` from a path until it is null. The absolute URLs are requested from the instance at `url`, whatever its
 * public address is.
 */
export async function walk<A extends ListAnswer>(
  url: string,
  path: string,
  onPage: (page: A) => Promise<void> = async () => {},
): Promise<A[]> {
  const pages: A[] = [];
  for (let next: string | null = path; next !== null; ) {
    const response = await getTwice(url + next);
    if (response.status !== 200) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as A;
    pages.push(page);
    await onPage(page);
    next = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search;
  }
  return pages;
}

export interface DropsAnswer extends ListAnswer {
  readonly rates: readonly {
    sourceNpcId?: number;
    sourceObjectId?: number;
    itemId: number;
    kills: number;
    drops: number;
    rate: number;
    reporters: number;
    installs: number;
    topShare: number;
    estimate: number;
    estimateLow: number;
    estimateHigh: number;
    effectiveWindows: number;
    basis: 'all' | 'solo' | 'quest';
    quest?: object;
    always?: true;
    obtainable?: 'some' | 'once';
    changed?: { since: string; before: number; after: number };
    disagrees?: true;
  }[];
  readonly measuredZeros: readonly {
    sourceNpcId?: number;
    sourceObjectId?: number;
    kills: number;
    reporters: number;
    topShare: number;
  }[];
  readonly queued: number | null;
  readonly totalRates: number;
  readonly totalMeasuredZeros: number;
  readonly stats: { uploads: number; lootWindows: number; records: number };
}

export interface CorpusAnswer extends ListAnswer {
  readonly uploads: number;
  readonly legacyRecords?: number;
  readonly records: readonly { kind: string; eventId?: string; capturedAt: string }[];
}
