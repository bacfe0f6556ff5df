/**
 * The program of the worker thread. Bundled, it is an entry point of its own, in a folder beside that of the chunk
 * that this file becomes part of.
 */
export function workerProgram(): URL {
  const here = import.meta.url
  return here.endsWith('.ts')
    ? new URL('./sourceWorker.mjs', here)
    : new URL('../tracing/traceWorker.js', here)
}
