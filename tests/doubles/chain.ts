import { nodeDigest } from '../../adapters/digest.ts';
import type { ChainLink, UploadReader } from '../../domain/ports/uploads.ts';
import { checkChain } from '../../domain/proof/check.ts';
import {
  addLink,
  type ChainedRecord,
  digestInstall,
  digestPart,
  EMPTY_CHAIN,
  formatErasureContent,
  formatUploadContent,
} from '../../domain/proof/digests.ts';
import type { ChainSource, ProofRecord, StoredHead } from '../../domain/proof/source.ts';
import { groupBy } from '../../domain/values/group_by.ts';

/** The data that the chain covers, as the in-memory uploads store it. */
export interface ChainGround {
  readonly feedKey: string;
  /** Upload heads, keyed by upload number. */
  readonly heads: ReadonlyMap<number, StoredHead>;
  readonly records: () => readonly ProofRecord[];
  /** Returns install ids, keyed by install number. */
  readonly installIds: () => ReadonlyMap<number, string>;
}

export interface MemoryChain extends Pick<UploadReader, 'newestLink' | 'link' | 'verifyChain'> {
  linkUpload(head: StoredHead, records: readonly (ChainedRecord & { readonly installN: number })[]): void;
  linkErasure(installN: number): void;
}

interface Part {
  readonly uploadN: number;
  readonly part: number;
  readonly digest: string;
  installN: number | null;
  erasedBy: number | null;
}

/** Creates the chain of tests/doubles/uploads.ts. */
export function createMemoryChain(ground: ChainGround): MemoryChain {
  const links: (ChainLink & { readonly content: string; readonly uploadN: number | null })[] = [];
  const parts: Part[] = [];

  const digestOf = (installN: number): string =>
    digestInstall(nodeDigest, ground.feedKey, ground.installIds().get(installN)!);

  const append = (uploadN: number | null, content: string): ChainLink => {
    const link = addLink(nodeDigest, links.at(-1) ?? EMPTY_CHAIN, content);
    links.push({ ...link, content, uploadN });
    return link;
  };

  const source: ChainSource = {
    feedKey: ground.feedKey,
    bounds: async () => ({
      linkN: links.length,
      uploadN: Math.max(0, ...ground.heads.keys()),
      seq: ground.records().at(-1)?.seq ?? 0,
      installN: Math.max(0, ...ground.installIds().keys()),
      erasureN: links.findLast(({ uploadN }) => uploadN === null)?.n ?? 0,
    }),
    links: async (after, to) =>
      links.slice(after, to).map(({ n, content, digest, uploadN }) =>
        uploadN === null
          ? { n, content, digest, kind: 'erasure', emptied: parts.filter(({ erasedBy }) => erasedBy === n) }
          : {
              n,
              content,
              digest,
              kind: 'upload',
              uploadN,
              head: ground.heads.get(uploadN) ?? null,
              parts: parts
                .filter((part) => part.uploadN === uploadN)
                .map((part) => ({ ...part, install: part.installN === null ? null : digestOf(part.installN) })),
            },
      ),
    records: async (after, to) => ground.records().filter(({ seq }) => after < seq && seq <= to),
    countNumbers: async (after, to) => ground.records().filter(({ seq }) => after < seq && seq <= to).length,
    unlinked: async () => null,
    damagedRows: async () => [],
    installs: async (after, to) =>
      [...ground.installIds()]
        .filter(([n]) => after < n && n <= to)
        .map(([n, installId]) => ({ n, installId, digest: digestOf(n), isFound: true })),
  };

  return {
    linkUpload: (head, records) => {
      const digests: string[] = [];
      for (const [installN, own] of groupBy(records, (record) => record.installN)) {
        const digest = digestPart(nodeDigest, ground.feedKey, own, digestOf(installN));
        parts.push({ uploadN: head.uploadN, part: digests.length, digest, installN, erasedBy: null });
        digests.push(digest);
      }
      append(head.uploadN, formatUploadContent(nodeDigest, head, digests));
    },
    linkErasure: (installN) => {
      const emptied = parts.filter((part) => part.installN === installN);
      if (emptied.length === 0) return;
      const { n } = append(null, formatErasureContent(nodeDigest, emptied));
      for (const part of emptied) {
        part.installN = null;
        part.erasedBy = n;
      }
    },
    newestLink: async () => newest(links),
    link: async (n) => (n === 0 ? EMPTY_CHAIN : (links.slice(n - 1, n).map(bare)[0] ?? null)),
    verifyChain: (known, onProgress) => checkChain({ source, digest: nodeDigest, known, onProgress }),
  };
}

function newest(links: readonly ChainLink[]): ChainLink {
  return bare(links.at(-1) ?? EMPTY_CHAIN);
}

function bare({ n, digest }: ChainLink): ChainLink {
  return { n, digest };
}
