import { toHex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { contracts } from '../evm/contracts.ts'
import { busyBlocks, busyTopic, type Chain, logCount, rareCount, receiver, transferTopic } from './chain.ts'

/** A request that is repeated. */
export interface Workload {
  readonly title: string
  readonly body: (chain: Chain) => string
  /** Whether the answer is correct: a fast wrong answer must not count. */
  readonly isRight: (answer: unknown) => boolean
  /** Few when one request is slow. */
  readonly connections?: number
  /** Whether it needs a block that a program can only make if it stops mining per transaction. */
  readonly needsHolding?: boolean
}

const batchCalls = 50
/** Rounds of each heavy call: about a million gas, which every program allows; the slowest takes seconds. */
const heavyRounds = { hashes: 8_000, arithmetic: 7_000, division: 3_000 } as const
const seed = (1n << 255n) + 12_345n

const request = (method: string, params: readonly unknown[], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const single =
  (method: string, params: (chain: Chain) => readonly unknown[]) =>
  (chain: Chain): string =>
    JSON.stringify(request(method, params(chain)))

const resultOf = (answer: unknown): unknown => (answer as { result?: unknown }).result
const isText = (answer: unknown): boolean => /^0x0*[1-9a-f]/.test(String(resultOf(answer)))
const hasItems =
  (count: number) =>
  (answer: unknown): boolean =>
    (resultOf(answer) as unknown[] | undefined)?.length === count
const hasMember =
  (name: string) =>
  (answer: unknown): boolean =>
    Boolean((resultOf(answer) as Record<string, unknown> | undefined)?.[name])

const tokenCall = (
  { account, token }: Chain,
  signature: string,
  ...words: (bigint | number | Uint8Array)[]
) => ({
  from: account,
  to: token,
  data: toHex(contracts.get('Token')!.encode(signature, ...words)),
})
const balanceOf = (chain: Chain) => tokenCall(chain, 'balanceOf(address)', receiver)
const transfer = (chain: Chain) => tokenCall(chain, 'transfer(address,uint256)', receiver, 1)
const heavyCall = (to: string, data: Uint8Array) => [
  { to, gas: toQuantity(9_999_999), data: toHex(data) },
  'latest',
]
const { encode: arithmeticData } = contracts.get('Arithmetic')!
const { encode: hashesData } = contracts.get('Hashes')!

function lightBatch({ account }: Chain): string {
  const kinds = [
    request('eth_blockNumber', []),
    request('eth_chainId', []),
    request('eth_getBalance', [account, 'latest']),
    request('eth_getTransactionCount', [account, 'latest']),
    request('eth_gasPrice', []),
  ]
  return JSON.stringify(Array.from({ length: batchCalls }, (_, id) => ({ ...kinds[id % kinds.length]!, id })))
}

export const workloads: readonly Workload[] = [
  { title: 'eth_blockNumber', body: single('eth_blockNumber', () => []), isRight: isText },
  {
    title: 'eth_getBalance',
    body: single('eth_getBalance', ({ account }) => [account, 'latest']),
    isRight: isText,
  },
  {
    title: 'eth_getBlockByNumber, 50 transactions',
    body: single('eth_getBlockByNumber', ({ fullBlock }) => [fullBlock, true]),
    isRight: hasMember('transactions'),
    needsHolding: true,
  },
  {
    title: 'eth_getTransactionReceipt',
    body: single('eth_getTransactionReceipt', ({ transfer: hash }) => [hash]),
    isRight: hasMember('logs'),
  },
  {
    title: 'eth_call, balanceOf',
    body: single('eth_call', (chain) => [balanceOf(chain), 'latest']),
    isRight: isText,
  },
  {
    title: 'eth_estimateGas, transfer',
    body: single('eth_estimateGas', (chain) => [transfer(chain)]),
    isRight: isText,
  },
  {
    title: `eth_getLogs, ${logCount.toLocaleString('en-US')} logs`,
    body: single('eth_getLogs', ({ token, logs }) => [{ ...logs, address: token }]),
    isRight: hasItems(logCount),
    connections: 2,
  },
  {
    title: `eth_getLogs, a rare topic`,
    body: single('eth_getLogs', ({ rareTopic, head }) => [
      { fromBlock: '0x0', toBlock: head, topics: [transferTopic, null, rareTopic] },
    ]),
    isRight: hasItems(rareCount),
  },
  {
    title: `eth_getLogs, one of 500 logs in each of ${busyBlocks} blocks`,
    body: single('eth_getLogs', ({ busy }) => [{ ...busy, topics: [busyTopic] }]),
    isRight: hasItems(busyBlocks),
  },
  {
    title: `batch of ${batchCalls} light calls`,
    body: lightBatch,
    isRight: (answer) =>
      Array.isArray(answer) && answer.length === batchCalls && answer.every((item) => 'result' in item),
  },
  {
    title: 'heavy eth_call, hashes',
    body: single('eth_call', ({ hashes }) =>
      heavyCall(hashes, hashesData('words(uint256)', heavyRounds.hashes)),
    ),
    isRight: isText,
    connections: 2,
  },
  {
    title: 'heavy eth_call, arithmetic',
    body: single('eth_call', ({ arithmetic }) =>
      heavyCall(arithmetic, arithmeticData('small(uint256)', heavyRounds.arithmetic)),
    ),
    isRight: isText,
    connections: 2,
  },
  {
    title: 'heavy eth_call, muldiv',
    body: single('eth_call', ({ arithmetic }) =>
      heavyCall(arithmetic, arithmeticData('division(uint256,uint256)', heavyRounds.division, seed)),
    ),
    isRight: isText,
    connections: 2,
  },
]
