/**
 * Loads a module when it is first needed and caches the result. Without this cache, each `import()` would ask the
 * loader again, which runs on another thread for TypeScript files. That took a quarter of the time needed for a small
 * page. A failed load is retried on the next call.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  return () => {
    loading ??= load().catch((fault: unknown) => {
      loading = null;
      throw fault;
    });
    return loading;
  };
}
