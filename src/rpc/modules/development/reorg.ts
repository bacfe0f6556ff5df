import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { RpcContext } from '../../method/rpcContext.ts'
import { type CallObject, strictCallObject } from '../../params/callObject.ts'
import { data } from '../../params/data.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { decodeSubmission, submit } from '../../submission/submission.ts'
import { sendCall } from '../eth/sendTransaction.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { argument, defineDevelopmentMethod, optionalArgument, orRefuse } from './developmentChain.ts'

/** This many new blocks keep other calls waiting for about a second. */
const maximumDepth = 256
const maximumTransactions = 1_000

interface PlacedTransaction {
  /** Signed bytes, or a transaction of an account that the node signs for. */
  readonly transaction: Uint8Array | CallObject
  /** The new block that includes it, from 0 on. */
  readonly block: bigint
}

const placedTransactions: Codec<readonly PlacedTransaction[]> = {
  schema: schema.arrayOf(schema.arrayOf(schema.eitherOf(schema.data, schema.objectWith({})))),
  decode(value) {
    if (!Array.isArray(value) || value.length > maximumTransactions) {
      throw helperRefused(
        `expected a list of at most ${maximumTransactions} pairs of a transaction and a block`,
      )
    }
    return value.map((pair: unknown) => {
      if (!Array.isArray(pair) || pair.length !== 2) {
        throw helperRefused('each entry is a pair of a transaction and the number of a new block from 0 on')
      }
      const [transaction, block]: unknown[] = pair
      return {
        transaction:
          typeof transaction === 'string' ? data.decode(transaction) : strictCallObject.decode(transaction),
        block: quantity.decode(block),
      }
    })
  },
}

export const anvilReorg = defineDevelopmentMethod({
  name: 'anvil_reorg',
  summary:
    'Replaces the latest blocks by as many new ones, with the transactions that are given for each; those of the replaced blocks are lost.',
  params: [argument('depth', quantity), optionalArgument('transactions', placedTransactions, [])],
  result: schema.nothing,
  cost: 50,
  isLong: true,
  handler([depth, transactions], development, context) {
    const { node } = context
    const local = expectLocalChain(node, 'anvil_reorg')
    const { number } = node.chain.head
    if (depth < 1n || depth > BigInt(Math.min(number, maximumDepth))) {
      throw helperRefused(
        `depth is ${depth}, but the chain has ${number} blocks above the first, and at most ${maximumDepth} are replaced`,
      )
    }
    const late = transactions.find(({ block }) => block >= depth)
    if (late) throw helperRefused(`transactions name the new block ${late.block}, but there are ${depth}`)
    const wasAutomining = development.isAutomining
    development.setAutomine(false)
    try {
      local.rollBack(number - Number(depth))
      for (let block = 0n; block < depth; block++) {
        for (const placed of transactions) if (placed.block === block) send(placed, context)
        orRefuse(() => local.mine())
      }
    } finally {
      if (wasAutomining) development.setAutomine(true)
    }
    return null
  },
})

const send = ({ transaction }: PlacedTransaction, context: RpcContext): string =>
  transaction instanceof Uint8Array
    ? submit(decodeSubmission(transaction, context.node), context)
    : sendCall(transaction, context)
