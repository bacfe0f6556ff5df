import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { type Block, decodeBlock } from '../../../protocol/block.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { traceNotFound, unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { headerIdentifier } from '../../params/blockReference.ts'
import { data } from '../../params/data.ts'
import { bareHash, expectHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
import { streamTrace, traceFoundBlock } from '../trace/findTraced.ts'
import { structLogs, traceResult, tracerOptions } from './tracerOptions.ts'

function blockFrom(bytes: Uint8Array, network: Network): Block {
  try {
    return decodeBlock(bytes, network)
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(error.message)
    throw error
  }
}

export const debugTraceBlock = defineRead({
  name: 'debug_traceBlock',
  summary:
    'Executes a block that is given as RLP on the state after its parent, which must be stored, and traces each transaction.',
  params: [required('rlp', data), optional('options', tracerOptions, structLogs)],
  result: schema.arrayOf(traceResult),
  cost: 100,
  asks: 'latest',
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler([bytes, tracer], context) {
    const { chain, network } = context.node
    const block = blockFrom(bytes, network)
    const { hash, parentHash } = block.header
    const { skipsRemasc } = context.settings.development ?? {}
    const job = { kind: 'block', hash, tracer, skipsRemasc } as const
    if (chain.hasBlock(hash)) return streamTrace(job, context)
    const state = chain.hasBlock(parentHash) ? chain.stateAt(parentHash) : undefined
    if (state === undefined) throw traceNotFound(`the parent block ${toHex(parentHash)} not found`)
    return streamTrace(job, context, { block, receipts: [], state })
  },
})

export const debugTraceBlockByHash = defineRead({
  name: 'debug_traceBlockByHash',
  summary:
    'Executes the transactions of a block of any branch again and traces each; null for an unknown block.',
  params: [required('blockHash', bareHash), optional('options', tracerOptions, structLogs)],
  result: schema.nullable(schema.arrayOf(traceResult)),
  cost: 100,
  upstream: 'trusted',
  isLong: true,
  light: 'executed',
  handler([bytes, tracer], context) {
    const hash = expectHash(bytes)
    if (!context.node.chain.hasBlock(hash)) return null
    const { skipsRemasc } = context.settings.development ?? {}
    return streamTrace({ kind: 'block', hash, tracer, skipsRemasc }, context)
  },
})

export const debugTraceBlockByNumber = defineRead({
  name: 'debug_traceBlockByNumber',
  summary:
    'Executes the transactions of a block of the best chain, or of the pending one, and traces each; null for an unknown block.',
  params: [required('block', headerIdentifier), optional('options', tracerOptions, structLogs)],
  result: schema.nullable(schema.arrayOf(traceResult)),
  cost: 100,
  upstream: 'trusted',
  isLong: true,
  light: 'executed',
  handler: ([reference, tracer], context) =>
    traceFoundBlock(reference, context, (shown) => ({ kind: 'block', ...shown, tracer })),
})
