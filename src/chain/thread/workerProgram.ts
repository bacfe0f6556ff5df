/**
 * The program of the thread. In the bundle it is a separate entry point, in a folder beside the chunk that contains this
 * file.
 */
export function workerProgram(): URL {
  const here = import.meta.url
  return here.endsWith('.ts')
    ? new URL('./sourceWorker.mjs', here)
    : new URL('../chain/importWorker.js', here)
}
