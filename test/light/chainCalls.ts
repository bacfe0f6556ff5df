import type { JsonCall } from '../../src/answering/lightWorld.cases.ts'
import type { Chain } from '../../src/chain/chain.ts'
import type { StoredBlock } from '../../src/chain/storage/storedBlock.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import type { Random } from '../attack/random.ts'

const native = ['0x0000000000000000000000000000000001000006', '0x0000000000000000000000000000000001000008']
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Calls about a block of the best chain, its transactions and the state after it. */
export function callsAbout(block: StoredBlock, { head }: Chain, random: Random): JsonCall[] {
  const [number, hash] = [toQuantity(block.header.number), toHex(block.hash)]
  const calls: JsonCall[] = []
  const ask = (method: string, ...params: unknown[]): void => void calls.push({ method, params })
  ask('eth_getBlockByNumber', number, random.below(2) === 0)
  ask('eth_getBlockByHash', hash, random.below(2) === 0)
  ask('eth_getBlockReceipts', number)
  ask('eth_getBlockTransactionCountByHash', hash)
  ask('eth_getUncleCountByBlockNumber', number)
  for (const index of block.uncles.keys()) ask('eth_getUncleByBlockHashAndIndex', hash, toQuantity(index))
  ask('eth_getHeaderByNumber', number)
  ask('debug_getRawHeader', number)
  ask('debug_getRawReceipts', hash)
  ask('trace_block', number)
  ask('debug_traceBlockByNumber', number, { tracer: 'callTracer' })
  ask('debug_traceBlockByHash', hash, { tracer: 'structLogger' })
  ask('ots_getBlockDetails', block.header.number)
  ask('eth_getLogs', { fromBlock: number, toBlock: number })
  ask('eth_getLogs', { blockHash: hash, topics: [[transferTopic]] })
  const until = Math.min(head.number, block.header.number + random.below(60))
  const end = toQuantity(until)
  for (const [index, transaction] of block.transactions.entries()) {
    const { sender, to, data, value } = transaction
    const id = toHex(transaction.hash)
    ask('eth_getTransactionByHash', id)
    ask('eth_getTransactionReceipt', id)
    ask('eth_getTransactionByBlockNumberAndIndex', number, toQuantity(index))
    ask('trace_transaction', id)
    ask('debug_traceTransaction', id, { tracer: 'structLogger' })
    ask('debug_traceTransaction', id, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } })
    if (sender === undefined) continue
    const from = toHex(sender)
    const target = to === null ? undefined : toHex(to)
    const accounts = [from, ...(target === undefined ? [] : [target]), random.pick(native)]
    for (const account of accounts) {
      const at = random.pick([number, { blockHash: hash }, 'latest'])
      ask('eth_getBalance', account, at)
      ask('eth_getTransactionCount', account, at)
      ask('eth_getCode', account, at)
      ask('eth_getStorageAt', account, toQuantity(random.below(8)), at)
      ask('eth_getProof', account, [toQuantity(random.below(8))], number)
    }
    const call = { from, ...(target && { to: target }), data: toHex(data), value: toQuantity(value) }
    ask('eth_call', call, number)
    ask('eth_call', { ...call, value: undefined, data: toHex(data.subarray(0, 4)) }, 'latest')
    ask('eth_estimateGas', call, number)
    ask('eth_createAccessList', call, number)
    ask('trace_call', call, ['trace'], number)
    ask('debug_traceCall', call, number, { tracer: 'callTracer' })
    ask('eth_simulateV1', { blockStateCalls: [{ calls: [call] }] }, number)
    if (target !== undefined) ask('eth_getLogs', { fromBlock: number, toBlock: end, address: target })
  }
  return calls
}
