import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RpcWorld } from '../../src/answering/rpcWorld.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { deployLargeContracts } from './largeState.ts'
import { headOf, mine, PeerNodes } from './peerNodes.ts'

/* The answers of a node about blocks before the snapshot at which it started. */

const world = new PeerNodes()
let miner: Node
let rpc: RpcWorld

beforeAll(async () => {
  miner = await world.open([], { peering: { snapshotSpacing: { interval: 10, depth: 10 } } })
  deployLargeContracts(miner, 1)
  mine(miner, 34)
  const node = await world.open([miner], { peering: { sync: 'snap' } })
  await vi.waitFor(() => expect(headOf(node)).toBe(headOf(miner)), { timeout: 60_000, interval: 10 })
  expect(node.chain.start).toEqual({ number: 20, lowest: 1 })
  rpc = new RpcWorld(node, {})
})
afterAll(() => world.closeAll())

const account = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const missing = (what: string) => ({
  code: -32000,
  message: `${what} not stored: this node started at the state of block 20`,
})

describe('a node that started at the state of block 20', () => {
  it.each([
    ['eth_getBalance', [account, '0x13'], 'the state of block 19 is'],
    ['eth_call', [{ to: account }, '0x5'], 'the state of block 5 is'],
    ['eth_getProof', [account, [], '0x1'], 'the state of block 1 is'],
    [
      'eth_getLogs',
      [{ fromBlock: '0x0', toBlock: 'latest' }],
      'the receipts and logs of blocks up to 20 are',
    ],
    ['eth_getLogs', [{ fromBlock: '0x14', toBlock: '0x14' }], 'the receipts and logs of block 20 are'],
    ['eth_getBlockReceipts', ['0x14'], 'the receipts and logs of block 20 are'],
    ['trace_block', ['0x14'], 'the receipts and logs of block 20 are'],
    ['trace_filter', [{ fromBlock: '0x1', toBlock: '0x1e' }], 'the receipts and logs of blocks up to 20 are'],
    ['debug_traceBlockByNumber', ['0x14'], 'the receipts and logs of block 20 are'],
  ])('refuses %s %j', async (method, params, what) => {
    const answer = await rpc.answer({ jsonrpc: '2.0', id: 1, method, params })
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: missing(what) })
  })

  it.each([
    ['eth_getBalance', [account, '0x14']],
    ['eth_getBalance', [account, '0x0']],
    ['eth_getLogs', [{ fromBlock: '0x15', toBlock: 'latest' }]],
    ['eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x0' }]],
    ['eth_getBlockByNumber', ['0x5', true]],
    ['eth_getBlockReceipts', ['0x15']],
    ['debug_traceBlockByNumber', ['0x15']],
  ])('answers %s %j as another node does', async (method, params) => {
    expect(await rpc.result(method, ...params)).toEqual(
      await new RpcWorld(miner, {}).result(method, ...params),
    )
  })

  it('reports the first block for which it has each kind of data', async () => {
    const from = (oldestBlock: string) => ({ disabled: false, oldestBlock })
    expect(await rpc.result('eth_capabilities')).toMatchObject({
      state: from('0x14'),
      stateproofs: from('0x14'),
      tx: from('0x15'),
      logs: from('0x15'),
      receipts: from('0x15'),
      blocks: from('0x0'),
    })
  })

  it('does not find transactions of earlier blocks', async () => {
    const { hash } = miner.chain.select(1)!.transactions[0]!
    expect(await rpc.result('eth_getTransactionReceipt', toHex(hash))).toBeNull()
  })
})
