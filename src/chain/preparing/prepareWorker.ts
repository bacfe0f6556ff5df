import { parentPort } from 'node:worker_threads'
import { lowerPriority, slightlyBelowNormal } from '../../primitives/threads/lowerPriority.ts'
import { findingsOf } from './findings.ts'
import { type PrepareJob, type PrepareOptions, threadReady } from './messages.ts'

/* The program of a thread that prepares blocks: batches of jobs in, their results out, in the same order. */

parentPort?.once('message', ({ network }: PrepareOptions) => {
  lowerPriority(slightlyBelowNormal)
  parentPort?.on('message', (jobs: readonly PrepareJob[]) =>
    parentPort?.postMessage(jobs.map((job) => findingsOf(job, network))),
  )
  parentPort?.postMessage(threadReady)
})
