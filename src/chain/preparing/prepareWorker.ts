import { lowerPriority, slightlyBelowNormal } from '../../primitives/threads/lowerPriority.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { findingsOf } from './findings.ts'
import type { PrepareFunctions } from './preparation.ts'

/* The program of a thread that prepares blocks. */

lowerPriority(slightlyBelowNormal)
const side = new ThreadSide<PrepareFunctions, never, Network>()
side.offer({
  opened() {},
  prepare: (jobs) => jobs.map((job) => findingsOf(job, side.data)),
})
