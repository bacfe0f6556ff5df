import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Names the bundles that the threads of this process share when they run from the sources. */
const processName = `${process.pid}-${Date.now()}`

export interface ThreadProgram {
  /** The path of the program relative to `src/`. */
  readonly source: string
  /** The path of its entry point relative to `dist/`. */
  readonly built: string
}

/**
 * Starts a thread. In the package its program is an entry point in a folder beside the bundle that contains this file;
 * from the sources, which tests use, it is bundled when the first such thread starts.
 */
export function startThread({ source, built }: ThreadProgram, options: WorkerOptions): Worker {
  const here = import.meta.url
  if (!here.endsWith('.ts')) return new Worker(new URL(`../${built}`, here), options)
  return new Worker(new URL('./sourceWorker.mjs', here), { ...options, argv: [source, processName] })
}
