import type { Attack, AttackContext } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { call } from '../rawSockets.ts'
import type { Target } from '../target.ts'
import { askAll } from './unpricedWork.ts'

/*
 * Calls that once held the main thread for up to 2.5 s, each asked by several connections for some seconds while the victim waits.
 * The bound of every program holds: 200 ms of the main thread for one answer of another key.
 */

const loadMs = 4_000
const connections = 4
const gas = '0x663be0'
/** 126 KB of zeros. */
const largeData = `0x${'00'.repeat(126_000)}`
const slots = 16
const senders = 8

/** A creation that repeats its body while more than 10,000 gas is left. */
const loop = (body: string): string => `0x5b${body}6127105a1160005700`
const logLoop = loop('60006000a0')
const callLoop = loop('6000600060006000600060046000f150')

interface Mined {
  readonly hash: string
  readonly block: string
  readonly number: number
}

/** The chain of a target → the transactions with many logs and calls. */
const heavyBlocks = new WeakMap<Target, Promise<{ readonly logs: Mined; readonly calls: Mined }>>()

async function mined({ attacker, account }: Target, data: string): Promise<Mined> {
  const hash = await attacker.text('eth_sendTransaction', [{ from: account, data, gas }])
  const { result } = await attacker.ask('eth_getTransactionByHash', [hash])
  const { blockHash, blockNumber } = result as { readonly blockHash: string; readonly blockNumber: string }
  return { hash, block: blockHash, number: Number(blockNumber) }
}

function heavyBlocksOf(target: Target) {
  const known = heavyBlocks.get(target)
  if (known !== undefined) return known
  const made = (async () => ({ logs: await mined(target, logLoop), calls: await mined(target, callLoop) }))()
  heavyBlocks.set(target, made)
  return made
}

interface HeavyRow {
  readonly name: string
  readonly aim: string
  bodies(context: AttackContext): Promise<readonly string[]>
  end?(target: Target): Promise<unknown>
}

const heavyRow = ({ name, aim, bodies, end }: HeavyRow): Attack => ({
  name,
  aim,
  async run(context) {
    const { target } = context
    const asked = await bodies(context)
    const client = new KeyClient(target.attacker.url.href, connections)
    try {
      const sent = await askAll(client, asked, connections, loadMs)
      return { figures: `${sent} bodies of ${asked.length} kinds`, violations: [] }
    } finally {
      client.close()
      await end?.(target)
    }
  },
})

/** Mines the pool block by block: `evm_startMining` would mine all of it at once. */
async function mineAll({ attacker }: Target): Promise<void> {
  for (let count = 0; count < senders * slots; count++) {
    const { result } = await attacker.ask('txpool_status')
    if ((result as { readonly pending: number }).pending === 0) break
    await attacker.ask('evm_mine')
  }
  await attacker.ask('evm_startMining')
}

const dataQuery = (query: object): string => call('data_blocks', { type: 'evm', ...query })
const address = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`
const topic = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`

export const heavyCalls: readonly Attack[] = [
  heavyRow({
    name: 'pool',
    aim: 'fills the pool with 16 MB and asks for its content',
    async bodies({ target: { attacker } }) {
      await attacker.ask('evm_stopMining')
      const { result } = await attacker.ask('eth_accounts')
      for (const from of (result as string[]).slice(0, senders)) {
        for (let nonce = 0; nonce < slots; nonce++)
          await attacker.ask('eth_sendTransaction', [{ from, to: from, data: largeData, gas: '0x927c0' }])
      }
      return ['txpool_content', 'txpool_inspect', 'eth_pendingTransactions'].map((method) => call(method))
    },
    end: mineAll,
  }),
  heavyRow({
    name: 'discover',
    aim: 'asks for the description of all methods, 100 times in each batch',
    bodies: async () => [`[${new Array(100).fill(call('rpc.discover')).join()}]`],
  }),
  heavyRow({
    name: 'receipts',
    aim: 'asks for receipts, raw receipts and the Otterscan page of a block with 16,000 logs',
    async bodies({ target }) {
      const { logs } = await heavyBlocksOf(target)
      return [
        call('eth_getTransactionReceipt', logs.hash),
        call('rsk_getRawTransactionReceiptByHash', logs.hash),
        call('eth_getBlockReceipts', logs.block),
        call('ots_getBlockTransactions', logs.number, 0, 25),
      ]
    },
  }),
  heavyRow({
    name: 'ancestry',
    aim: 'asks the dataset for blocks after the best one with the genesis block as their parent, which once listed the chain',
    async bodies({ target: { attacker } }) {
      const head = Number(await attacker.text('eth_blockNumber'))
      const { result } = await attacker.ask('eth_getBlockByNumber', ['0x0', false])
      const { hash } = result as { readonly hash: string }
      return [dataQuery({ fromBlock: head + 1, parentBlockHash: hash })]
    },
  }),
  heavyRow({
    name: 'terms',
    aim: 'asks for logs with thousands of addresses and topics',
    async bodies() {
      const addresses = Array.from({ length: 100 }, (_, request) =>
        Array.from({ length: 100 }, (__, index) => address(100 * request + index)),
      )
      const topics = Array.from({ length: 10_000 }, (_, index) => topic(index))
      return [
        dataQuery({ fromBlock: 0, logs: addresses.map((each) => ({ address: each })) }),
        dataQuery({ fromBlock: 0, logs: [{ topic0: topics }] }),
        call('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', topics: [topics.slice(0, 5_000)] }),
      ]
    },
  }),
  heavyRow({
    name: 'family',
    aim: 'asks the dataset for the inner and outer calls of a transaction with 9,000 calls',
    async bodies({ target }) {
      const { calls } = await heavyBlocksOf(target)
      return [
        dataQuery({
          fromBlock: calls.number,
          toBlock: calls.number,
          traces: [{ subtraces: true, parents: true }],
          fields: { trace: { type: true, callFrom: true, callTo: true } },
        }),
      ]
    },
  }),
]
