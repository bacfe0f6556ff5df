import { basename } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { packageFile } from '../program/packageFile.ts'

/** Names the bundles that the threads of this process share when they run from the sources. */
const processName = `${process.pid}-${Date.now()}`

/**
 * Starts a thread with a program, which is given by its path below `src/`. The package has a bundle of it (scripts/bundle.mjs);
 * from the sources, which tests use, it is bundled when the first such thread starts.
 */
export function startThread(program: string, options: WorkerOptions): Worker {
  const here = import.meta.url
  if (here.endsWith('.ts'))
    return new Worker(new URL('./sourceWorker.mjs', here), { ...options, argv: [program, processName] })
  return new Worker(packageFile(`dist/threads/${basename(program, '.ts')}.js`), options)
}
