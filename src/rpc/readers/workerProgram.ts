/** Names the bundle that the threads of this process share when they run from the sources. */
export const processName = `${process.pid}-${Date.now()}`

/**
 * The program of a reader's thread. In the bundle it is a separate entry point, in a folder beside the chunk that
 * contains this file.
 */
export function workerProgram(): URL {
  const here = import.meta.url
  return here.endsWith('.ts')
    ? new URL('../worker/sourceWorker.mjs', here)
    : new URL('../readers/readerWorker.js', here)
}
