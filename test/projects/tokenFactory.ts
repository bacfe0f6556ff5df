import { type Hex, numberToHex, type RpcLog, toEventSelector } from 'viem'

/*
 * A factory of tokens in bytecode: each call creates a token and emits `Created`. A token emits as many `Transfer` events as
 * the first word of its input.
 */

export const transferTopic = toEventSelector('event Transfer(address indexed, address indexed, uint256)')
const createdTopic = toEventSelector('event Created(address indexed)')

const hex = (...parts: readonly string[]): string => parts.join('').replaceAll(/\s|0x/g, '')
const lengthOf = (code: string): string => (code.length / 2).toString(16).padStart(2, '0')
/** Init code that returns the rest of itself. */
const deployed = (code: string): string => `60${lengthOf(code)}600c60003960${lengthOf(code)}6000f3${code}`

/** Counts its input down to zero, and emits the count each time: JUMPDESTs are at 3 and 10. */
const token = hex(
  '600035 5b 80600a57 0000 5b',
  '80600052 80 33 7f',
  transferTopic,
  '60206000a3 60019003 600356',
)
const tokenCreation = deployed(token)
const factoryLength = 0x35
/** Enough for some 700 events. */
const gas = '0x1e8480'
const factory = hex(
  `60${lengthOf(tokenCreation)} 60${factoryLength.toString(16)} 600039`,
  `60${lengthOf(tokenCreation)} 60006000f0 7f`,
  createdTopic,
  '60006000a2 00',
  tokenCreation,
)

export interface TokenFactory {
  readonly address: Hex
  readonly tokens: readonly Hex[]
  /** Lets a token emit events in a new block. */
  emit(token: Hex, count: number): Promise<void>
  /** Replaces the latest blocks by as many, in the first of which a token emits another number of events. */
  reorganise(depth: number, token: Hex, count: number): Promise<void>
  mine(blocks: number): Promise<void>
  head(): Promise<number>
  /** All transfers, as the chain answers them now. */
  transfers(): Promise<RpcLog[]>
}

interface Receipt {
  readonly contractAddress: Hex
  readonly logs: readonly RpcLog[]
}

/** Deploys a factory on a development chain, and makes tokens with it. */
export async function deployFactory(url: string, tokenCount: number): Promise<TokenFactory> {
  const ask = async <Result>(method: string, params: readonly unknown[] = []): Promise<Result> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = JSON.parse(await (await fetch(url, { method: 'POST', headers, body })).text())
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
    return answer.result
  }
  const [from] = await ask<Hex[]>('eth_accounts')
  // Every transaction gets a block of its own.
  const send = async (transaction: { to?: Hex; data?: Hex }): Promise<Receipt> => {
    const hash = await ask<Hex>('eth_sendTransaction', [{ from, gas, ...transaction }])
    return ask<Receipt>('eth_getTransactionReceipt', [hash])
  }
  const { contractAddress: address } = await send({ data: `0x${deployed(factory)}` })
  const tokens: Hex[] = []
  for (let count = 0; count < tokenCount; count++) {
    const { logs } = await send({ to: address })
    tokens.push(`0x${logs[0]!.topics[1]!.slice(-40)}`)
  }
  const input = (count: number): Hex => numberToHex(count, { size: 32 })
  const every = { fromBlock: '0x0', toBlock: 'latest', topics: [transferTopic] }
  return {
    address,
    tokens,
    emit: async (to, count) => void (await send({ to, data: input(count) })),
    reorganise: (depth, to, count) =>
      ask('anvil_reorg', [depth, [[{ from, to, data: input(count), gas }, 0]]]),
    mine: (blocks) => ask('anvil_mine', [blocks]),
    head: async () => Number(await ask('eth_blockNumber')),
    transfers: () => ask('eth_getLogs', [every]),
  }
}
