import type { Worker } from 'node:worker_threads'
import { startThread } from '../../primitives/threads/startThread.ts'

/** A few blocks are done sooner than a thread starts. */
export const defaultIdleBytes = 64 << 10

const program = 'chain/preparing/prepareWorker.ts'

/** Starts a thread that loads its program and waits for its options. It does not keep the process alive. */
export function startPreparingThread(): Worker {
  const worker = startThread(program, { name: 'cambium preparation' })
  worker.unref()
  return worker
}
