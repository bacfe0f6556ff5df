import { EvmHost } from '../../../execution/host/evmHost.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { BlockOverrides } from '../../../tracing/request/traceJob.ts'
import { anyStateOverrides, overrideState, withBlock } from '../../calls/overrides.ts'
import { failureOf, simulate, simulatedCall, stateBefore } from '../../calls/simulation.ts'
import { notObject, tooManyItems, unreadable } from '../../errors/errors.ts'
import { namedMember } from '../../errors/memberError.ts'
import { isGiven, isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { type CallBase, ownCallBase } from '../../node/selection.ts'
import { blockOverrides } from '../../params/blockOverrides.ts'
import { type BlockReference, callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { type CallObject, strictCallObject } from '../../params/callObject.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { listOf } from '../../params/text.ts'

/** Calls of all bundles together; they share the gas of one call. */
const maximumCalls = 1_000

interface CallBundle {
  readonly calls: readonly CallObject[]
  readonly values: BlockOverrides | undefined
}

const callList = listOf(strictCallObject, 'transactions', maximumCalls)

/** Calls that run one after the other in one block, which may have other values than the chain's. */
const callBundle: Codec<CallBundle> = {
  schema: schema.objectWith({
    transactions: schema.arrayOf(strictCallObject.schema),
    blockOverride: blockOverrides.schema,
  }),
  decode(value) {
    if (!isJsonObject(value)) throw unreadable('expected an object with transactions for each bundle')
    const { transactions, blockOverride } = value
    return {
      calls: namedMember('transactions', () => callList.decode(transactions)),
      values: isGiven(blockOverride)
        ? namedMember('blockOverride', () => blockOverrides.decode(blockOverride))
        : undefined,
    }
  },
}

interface StateContext extends BlockReference {
  /** The transaction of the block before which the calls run; undefined to run them after all. */
  readonly transactionIndex: number | undefined
}

const afterLatest: StateContext = { ...latestBlock, transactionIndex: undefined }

const stateContext: Codec<StateContext> = {
  schema: schema.objectWith({
    blockNumber: callBlockReference.schema,
    transactionIndex: schema.eitherOf(schema.quantity, { type: 'integer' }),
  }),
  decode(value) {
    if (!isJsonObject(value)) throw notObject()
    const { blockNumber, transactionIndex } = value
    const isAfterAll = !isGiven(transactionIndex) || transactionIndex === -1 || transactionIndex === '-1'
    return {
      ...(isGiven(blockNumber) ? callBlockReference.decode(blockNumber) : latestBlock),
      transactionIndex: isAfterAll
        ? undefined
        : namedMember('transactionIndex', () => transactionPosition(transactionIndex)),
    }
  },
}

function transactionPosition(value: unknown): number {
  const position = quantity.decode(value)
  if (position > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadable('the index is not in a block')
  return Number(position)
}

/** The state after a block, or before one of its transactions. */
function selectBase(where: StateContext, context: ReadContext): CallBase {
  const { node } = context
  const { transactionIndex } = where
  const base = ownCallBase(where, node)
  if (transactionIndex === undefined) return base
  if (base.pending !== undefined) throw unreadable('transactionIndex needs a mined block')
  const mined = node.chain.block(base.header.hash)!
  const { length } = mined.transactions
  if (mined.number === 0 || transactionIndex >= length) {
    throw unreadable(
      `transactionIndex ${transactionIndex} is not in the block, which has ${length} transactions`,
    )
  }
  const state = stateBefore(mined, transactionIndex, context)
  const { network, chain } = node
  const { header } = base
  return { header, host: new EvmHost(state, { network, chain, header }) }
}

export const ethCallMany = defineRead({
  name: 'eth_callMany',
  summary:
    'Executes bundles of calls one after the other, each on the changes of those before it, and answers each output or error.',
  params: [
    required('bundles', listOf(callBundle, 'bundles', maximumCalls)),
    optional('stateContext', stateContext, afterLatest),
    optional('stateOverride', anyStateOverrides, undefined),
  ],
  result: schema.arrayOf(
    schema.arrayOf(
      schema.eitherOf(schema.objectOf({ value: schema.data }), schema.objectOf({ error: schema.text })),
    ),
  ),
  cost: 20,
  asks: blockOf('stateContext'),
  upstream: 'trusted',
  light: 'executed',
  handler([bundles, where, ofState], context) {
    const { settings } = context
    const count = bundles.reduce((sum, { calls }) => sum + calls.length, 0)
    if (count > maximumCalls) throw tooManyItems('calls', maximumCalls)
    const base = selectBase(where, context)
    overrideState(base.host, ofState, settings)
    let gasLeft = settings.callGasCap
    const run = (call: CallObject, host: EvmHost) => {
      const result = simulate(simulatedCall(call, gasLeft, context), host, context, { keepsChanges: true })
      gasLeft -= result.gasUsed
      if (result.status === 'success') return { value: toHex(result.output) }
      return { error: failureOf(result).in(settings.errors).message }
    }
    return bundles.map(({ calls, values }) => {
      const { host } = values === undefined ? base : withBlock(base, values)
      return calls.map((call) => run(call, host))
    })
  },
})
