import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { type SimulatedBlock, simulateBlocks } from '../../calls/simulatedBlocks/simulateBlocks.ts'
import { failureOf } from '../../calls/simulation.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { ownCallBase } from '../../node/selection.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'
import { simulation } from '../../params/simulation.ts'
import { blockSchema, blockShape, type MinedBlockShapeOptions } from '../../shapes/blockShape.ts'
import { logSchema, logShapes } from '../../shapes/logShape.ts'

function simulatedShape({ block, outcomes }: SimulatedBlock, options: MinedBlockShapeOptions): Json {
  const { hash: blockHash, number: blockNumber, timestamp: blockTimestamp } = block.header
  let firstLog = 0
  const calls = outcomes.map(({ result, logs }, transactionIndex) => {
    const transactionHash = block.transactions[transactionIndex]!.hash
    const place = { blockHash, blockNumber, blockTimestamp, transactionHash, transactionIndex }
    const found = logs.map((log, position) => ({ ...place, log, logIndex: firstLog + position }))
    firstLog += logs.length
    const answer = {
      returnData: toHex(result.output),
      logs: logShapes(found),
      gasUsed: toQuantity(result.gasUsed),
    }
    if (result.status === 'success') return { ...answer, status: '0x1' }
    // The specification of the method defines the codes of Ethereum, in every dialect of the service.
    const { code, message, data } = failureOf(result).in('ethereum')
    const error = {
      code: result.status === 'revert' ? code : -32015,
      message,
      ...(data !== undefined && { data }),
    }
    return { ...answer, status: '0x0', error }
  })
  return { ...blockShape(block, options), calls }
}

export const ethSimulateV1 = defineRead({
  name: 'eth_simulateV1',
  summary:
    'Executes lists of calls as the next blocks after a block, each on the changes of those before it, and answers the blocks with the outcome of every call.',
  params: [required('simulation', simulation), optional('block', callBlockReference, latestBlock)],
  result: schema.arrayOf(
    schema.bothOf(
      blockSchema,
      schema.objectOf({
        calls: schema.arrayOf(
          schema.objectWith({
            status: schema.quantity,
            returnData: schema.data,
            gasUsed: schema.quantity,
            logs: schema.arrayOf(logSchema),
            error: schema.objectWith({ code: schema.number, message: schema.text, data: schema.data }),
          }),
        ),
      }),
    ),
  ),
  cost: 50,
  upstream: 'trusted',
  light: 'executed',
  handler([request, reference], context) {
    const { network, chain } = context.node
    const base = ownCallBase(reference, context.node)
    const { header, pending } = base
    const totalDifficulty = pending
      ? (chain.block(header.parentHash)?.totalDifficulty ?? 0n) + header.difficulty
      : (chain.block(header.hash)?.totalDifficulty ?? 0n)
    const fullTransactions = request.returnFullTransactions
    return simulateBlocks(request, base, context).map((simulated) =>
      simulatedShape(simulated, { network, fullTransactions, totalDifficulty, skipsRemasc: false }),
    )
  },
})
