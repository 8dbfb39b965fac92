/** Returns the name of a class for texts about talents, such as `Warrior`. */
export function classWord(slug: string | null): string {
  return slug === null ? 'Class' : `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`;
}
