import { toHex } from '../../primitives/hex.ts'
import { expectBlock, expectTransaction } from '../expectBlock.ts'
import { JsonArray } from '../jsonArray.ts'
import { TraceError } from '../traceError.ts'
import type { ParityBlockJob, ParityGetJob, ParityTransactionJob } from '../traceJob.ts'
import type { TraceOutput } from '../traceOutput.ts'
import type { TraceWorld } from '../traceWorld.ts'
import { parityTraces } from './parityTraces.ts'
import { type CallsReader, readBlockCalls, readTransactionCalls } from './readCalls.ts'
import { traceText } from './traceText.ts'

export function traceTransaction(
  { hash }: ParityTransactionJob,
  world: TraceWorld,
  output: TraceOutput,
): void {
  const { block, index } = expectTransaction(world.chain, hash)
  const list = new JsonArray(output)
  readTransactionCalls(block, index, world, writingInto(list))
  list.end()
}

export function traceBlock({ hash }: ParityBlockJob, world: TraceWorld, output: TraceOutput): void {
  const block = expectBlock(world, hash)
  const list = new JsonArray(output)
  readBlockCalls(block, world, writingInto(list))
  list.end()
}

export function getTrace({ hash, traceAddress }: ParityGetJob, world: TraceWorld, output: TraceOutput): void {
  const { block, index } = expectTransaction(world.chain, hash)
  let text: string | undefined
  readTransactionCalls(block, index, world, (root, place) => {
    for (const trace of parityTraces(root)) {
      if (isSame(trace.traceAddress, traceAddress)) text = traceText(trace, place)
    }
  })
  if (text === undefined) {
    const where = `[${traceAddress.join(', ')}]`
    throw new TraceError('unknown-trace', `transaction ${toHex(hash)} has no trace at ${where}`)
  }
  output.write(text)
}

const writingInto =
  (list: JsonArray): CallsReader =>
  (root, place) => {
    for (const trace of parityTraces(root)) list.add(traceText(trace, place))
  }

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((index, at) => index === other[at])
