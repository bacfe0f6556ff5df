import { concatBytes, leftPad } from '../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { contracts } from '../evm/contracts.ts'
import { numberedAddress } from '../import/senders.ts'
import type { Client } from './client.ts'
import type { Answering } from './running.ts'

/** The chain that the requests read; the same on every program except for hashes and addresses. */
export interface Chain {
  readonly account: string
  readonly token: string
  readonly arithmetic: string
  readonly hashes: string
  /** A block of many transfers, or of one if the program mines each by itself, and one of their hashes. */
  readonly fullBlock: string
  readonly transfer: string
  /** The receiver of a few of the transfers, as a topic. */
  readonly rareTopic: string
  /** The blocks with 500 logs each; one log of each has `busyTopic`. */
  readonly busy: { readonly fromBlock: string; readonly toBlock: string }
  /** The blocks that hold `logCount` logs. */
  readonly logs: { readonly fromBlock: string; readonly toBlock: string }
  readonly head: string
}

export const logCount = 10_000
export const rareCount = 5
export const busyBlocks = 20
/** The topic of the last log in every busy block. */
export const busyTopic = `0x${'00'.repeat(31)}02`
const logsPerTransaction = 250
const quietBlocks = 400
const fullBlockTransfers = 50

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const receiver = numberedAddress(1)
const rareReceiver = numberedAddress(2)

/** A loop of 499 times LOG1 with the topic 1, then one with the topic 2; before it, the code that deploys it. */
const busyContract = fromHex('0x601b80600b6000396000f36101f35b600160006000a16001900380600357600260006000a100')

/** Makes the chain by sending transactions, each in a block of its own except those of the full block. */
export async function makeChain({ client, program }: Answering): Promise<Chain> {
  const accounts = (await client.ask('eth_accounts')) as string[]
  const account = accounts[0]!
  const offer = (to: string | undefined, data: Uint8Array, gas: number, from = account): Promise<string> =>
    client.text('eth_sendTransaction', [
      { from, ...(to !== undefined && { to }), data: toHex(data), gas: toQuantity(gas) },
    ])
  const send = async (...transaction: Parameters<typeof offer>): Promise<Receipt> =>
    receiptOf(client, await offer(...transaction))
  const deploy = async (name: string): Promise<string> =>
    (await send(undefined, creation(contracts.get(name)!.code), 3_000_000)).contractAddress
  const { encode } = contracts.get('Token')!
  const token = await deploy('Token')
  const arithmetic = await deploy('Arithmetic')
  const hashes = await deploy('Hashes')
  const fromBlock = toQuantity((await height(client)) + 1)
  for (let sent = 0; sent < logCount - 1; sent += logsPerTransaction) {
    await send(token, encode('transfers(uint256,address)', logsPerTransaction - 1, receiver), 6_000_000)
  }
  const toBlock = toQuantity(await height(client))
  for (let sent = 0; sent < quietBlocks; sent++) {
    const isRare = sent % (quietBlocks / rareCount) === 0
    await send(token, encode('transfer(address,uint256)', isRare ? rareReceiver : receiver, 1), 200_000)
  }
  const { contractAddress: busyAddress } = await send(undefined, busyContract, 200_000)
  const busyStart = toQuantity((await height(client)) + 1)
  for (let sent = 0; sent < busyBlocks; sent++) await send(busyAddress, new Uint8Array(), 2_000_000)
  const busy = { fromBlock: busyStart, toBlock: toQuantity(await height(client)) }
  const { holding } = program
  if (holding !== undefined) await client.ask(...holding.hold)
  let transfer = ''
  for (let sent = 0; sent < fullBlockTransfers; sent++) {
    const nothing = encode('transfer(address,uint256)', receiver, 0)
    transfer = await offer(token, nothing, 100_000, accounts[sent % accounts.length])
  }
  if (holding !== undefined) {
    await client.ask('evm_mine')
    await client.ask(...holding.release)
  }
  const { blockNumber } = await receiptOf(client, transfer)
  return {
    account,
    token,
    arithmetic,
    hashes,
    fullBlock: blockNumber,
    transfer,
    rareTopic: toHex(leftPad(rareReceiver, 32)),
    busy,
    logs: { fromBlock, toBlock },
    head: toQuantity(await height(client)),
  }
}

interface Receipt {
  readonly contractAddress: string
  readonly blockNumber: string
  readonly status: string
}

/** Waits until the transaction is mined. */
export async function receiptOf(client: Client, hash: string): Promise<Receipt> {
  let found: Receipt | null = null
  // anvil answers before it has mined.
  while (found === null) found = (await client.ask('eth_getTransactionReceipt', [hash])) as Receipt | null
  if (found.status !== '0x1') throw new Error(`${hash} has no receipt of success`)
  return found
}

const height = async (client: Client): Promise<number> => Number(await client.text('eth_blockNumber'))

/** Init code that returns the bytes after it: PUSH2 length, DUP1, PUSH1 12, PUSH1 0, CODECOPY, PUSH1 0, RETURN. */
const creation = (code: Uint8Array): Uint8Array =>
  concatBytes(fromHex(`0x61${code.length.toString(16).padStart(4, '0')}80600c6000396000f3`), code)
