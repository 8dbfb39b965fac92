import type { AddonFile } from '../../ports/addon.ts';

/** Returns the release of the addon and the clients that it is for, from its table of contents. */
export function readAddonToc(addon: readonly AddonFile[]): { readonly version: string; readonly interfaces: string } {
  const toc = addon.find(({ path }) => path.endsWith('.toc'));
  const text = new TextDecoder().decode(toc?.bytes);
  const field = (name: string): string => new RegExp(`^## ${name}: *(.*?)\\r?$`, 'm').exec(text)?.[1] ?? '';
  return { version: field('Version'), interfaces: field('Interface') };
}

/** Returns whether a version, such as `0.10.0`, is newer than another one. An unknown version is older than any. */
export function isNewerVersion(version: string, than: string): boolean {
  const parts = (text: string): readonly number[] => /^\d+(?:\.\d+)*/.exec(text)?.[0].split('.').map(Number) ?? [];
  const [own, other] = [parts(version), parts(than)];
  for (const [at, part] of own.entries()) {
    if (part !== (other[at] ?? -1)) return part > (other[at] ?? -1);
  }
  return false;
}
