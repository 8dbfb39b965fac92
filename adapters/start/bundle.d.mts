/** A file's path below a folder, the digest of its content, and its stamp. */
type FileEntry = readonly [path: string, digest: string, stamp: string | null];

export function build(
  folder: string,
  sources: FileEntry[],
  edit?: (source: Uint8Array) => Uint8Array | string,
): Promise<{ readonly modules: readonly FileEntry[]; readonly packages: readonly string[] }>;
