import { randomBytes } from 'node:crypto'
import { RpcService } from '../../src/answering/rpcService.ts'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { asAddress } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import type { Json } from '../../src/rpc/json/json.ts'
import { plainResult } from '../../src/rpc/json/result.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import { bytesOf, type HeavyChain, type MinedTransaction } from '../../src/rpc/modules/heavyChain.cases.ts'

export interface HeavyChainSize {
  /** Gas of the transactions with many logs and calls: 400 and 760 of it make one. */
  readonly gas: number
  /** Transactions that fill storage, with about 320 cells each. */
  readonly storageCalls: number
  /** Senders whose pending transactions have 2 MB, and others whose 16 transactions are short. */
  readonly largeSenders: number
  readonly shortSenders: number
  readonly transfers: number
}

/** For the default suite: a second to make. */
export const smallChain: HeavyChainSize = {
  gas: 2_000_000,
  storageCalls: 2,
  largeSenders: 3,
  shortSenders: 20,
  transfers: 100,
}
/** A full pool (128 MB), a block of 17,000 logs, a transaction of 9,000 calls. */
export const fullChain: HeavyChainSize = {
  gas: 6_790_000,
  storageCalls: 10,
  largeSenders: 60,
  shortSenders: 500,
  transfers: 300,
}

export interface HeavyWorld {
  readonly chain: HeavyChain
  readonly node: Node
  readonly service: RpcService
  close(): void
}

const quantity = (value: number): string => `0x${value.toString(16)}`
const addressOf = (index: number): string => `0x${(0x1000_0000 + index).toString(16).padStart(40, '0')}`

/** Repeats `body` while more gas is left than `reserve`; the loop begins at `start`. */
const loop = (prologue: string, body: string, start: number, reserve = '2710'): string =>
  `0x${prologue}5b${body}61${reserve}5a1160${start.toString(16).padStart(2, '0')}5700`

const loggerCode = loop('', '60006000a0', 0)
const callerCode = loop('', '6000600060006000600060046000f150', 0)
/** Writes cells from the number in the call's data on. */
const storageCode = loop('600035', '808055600101', 3, '7530')

const [largeContract, storage, logger, caller] = [1, 2, 3, 4].map((index) => addressOf(0xffff + index)) as [
  string,
  string,
  string,
  string,
]
const largeCode = bytesOf(24_576, '5b')
/** 126 KB: with the rest, a transaction stays below 128 KiB. */
const largeData = bytesOf(126_000, '00')
const slots = 16
const balance = 10n ** 24n
const cellsOfCall = 1_024
const signedCount = 1_000

/** Makes the chain through the node's own methods. */
export async function openHeavyWorld(size: HeavyChainSize): Promise<HeavyWorld> {
  const senders = Array.from({ length: size.transfers + size.largeSenders + size.shortSenders }, (_, index) =>
    addressOf(index),
  )
  const allocations = senders.map((sender) => ({ address: asAddress(fromHex(sender)), balance }))
  const node = await openNode({ development: { autoImpersonate: true, allocations } })
  const service = new RpcService(node, {
    settings: {
      ...{ clientVersion: 'judge', errors: 'ethereum', ...defaultCallSettings },
      ...{ allowsStateOverrides: true, development: { skipsRemasc: false } },
    },
    now: Date.now,
    random: randomBytes,
    report: () => {},
  })
  const ask = async (method: string, ...params: Json[]): Promise<Json> => {
    const request = { jsonrpc: '2.0', id: 1, method, params }
    const response = await service.envelope.handle(request, { name: 'judge' })
    if (response === undefined || 'error' in response)
      throw new Error(`${method}: ${JSON.stringify(response)}`)
    return plainResult(response.result)
  }
  const [account, signer] = (await ask('eth_accounts')) as string[]
  const send = async (
    from: string,
    to: string,
    gas: number,
    rest: { readonly [member: string]: Json } = {},
  ) =>
    String(
      await ask(from === account ? 'eth_sendTransaction' : 'eth_sendUnsignedTransaction', {
        from,
        to,
        gas: quantity(gas),
        gasPrice: '0x1',
        ...rest,
      }),
    )
  const mined = async (hash: string): Promise<MinedTransaction> => {
    await ask('evm_mine')
    const { blockHash, blockNumber } = Object(await ask('eth_getTransactionByHash', hash))
    return { hash, block: String(blockHash), number: String(blockNumber) }
  }

  await ask('evm_setAutomine', false)
  for (const [address, code] of [
    [largeContract, largeCode],
    [storage, storageCode],
    [logger, loggerCode],
    [caller, callerCode],
  ] as const)
    await ask('anvil_setCode', address, code)
  const logFilter = String(await ask('eth_newFilter', { fromBlock: '0x0' }))
  for (let count = 0; count < size.storageCalls; count++) {
    const data = bytesOf(30, '00') + (1 + count * 500).toString(16).padStart(4, '0')
    await mined(await send(account!, storage, 6_700_000, { data }))
  }
  const logs = await mined(await send(account!, logger, size.gas))
  const calls = await mined(await send(account!, caller, size.gas))
  let last = ''
  for (const sender of senders.slice(0, size.transfers)) last = await send(sender, account!, 21_000)
  const full = await mined(last)
  const others = senders.slice(size.transfers)
  let pooled = ''
  for (const [index, sender] of others.entries()) {
    const isLarge = index < size.largeSenders
    for (let nonce = 0; nonce < slots; nonce++) {
      const sent = isLarge ? { data: largeData, nonce: quantity(nonce) } : { nonce: quantity(nonce) }
      const hash = await send(sender, account!, isLarge ? 600_000 : 21_000, sent)
      if (isLarge) pooled = hash
    }
  }
  const signed: string[] = []
  for (let value = 0; value < signedCount; value++) {
    const transaction = { from: signer!, to: account!, gas: '0x5208', gasPrice: '0x1', nonce: '0x0' }
    const { raw } = Object(await ask('eth_signTransaction', { ...transaction, value: quantity(value) }))
    signed.push(String(raw))
  }
  let next = 0
  const { codeHash } = Object(await ask('eth_getAccount', largeContract))
  return {
    node,
    service,
    chain: {
      ...{ account: account!, sender: others[0]!, largeContract, largeCodeHash: String(codeHash) },
      ...{ storage, logger, caller, logs, calls, full, pooled, logFilter },
      head: full.block,
      genesis: String(Object(await ask('eth_getBlockByNumber', '0x0', false)).hash),
      signed: () => signed[next++ % signedCount]!,
      rawBlock: String(await ask('debug_getRawBlock', calls.block)),
      cells: Array.from({ length: cellsOfCall }, (_, index) => quantity(index + 1)),
    },
    close() {
      service.close()
      node.close()
    },
  }
}
