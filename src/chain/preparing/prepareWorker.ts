import { parentPort } from 'node:worker_threads'
import { keepLateCode, lacksLateCode } from '../../primitives/program/loadProgram.ts'
import { lowerPriority, slightlyBelowNormal } from '../../primitives/threads/lowerPriority.ts'
import { findingsOf } from './findings.ts'
import { keepCode, type PrepareJob, type PrepareOptions, type ThreadReady } from './messages.ts'

/* The program of a thread that prepares blocks: batches of jobs in, their results out, in the same order. */

parentPort?.once('message', ({ network }: PrepareOptions) => {
  const ready: ThreadReady = { lacksCode: lacksLateCode() }
  lowerPriority(slightlyBelowNormal)
  parentPort?.on('message', (message: readonly PrepareJob[] | typeof keepCode) => {
    if (message === keepCode) keepLateCode()
    const answer = message === keepCode ? message : message.map((job) => findingsOf(job, network))
    parentPort?.postMessage(answer)
  })
  parentPort?.postMessage(ready)
})
