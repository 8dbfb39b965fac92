/** A part of a path as the text it stands for; what is no encoding of a text stands for itself. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
