/**
 * A module that is loaded when it is first needed. `import()` again asks the loader anew each time, which answers from a
 * thread of its own where TypeScript is loaded: that took a quarter of the time of a small page. One that could not be
 * loaded is tried again.
 */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  return () => {
    loading ??= load().catch((fault: unknown) => {
      loading = null;
      throw fault;
    });
    return loading;
  };
}
