import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Node } from '../node/node.ts'
import { openNode } from '../node/openNode.ts'
import { toHex } from '../primitives/hex.ts'
import type { Json } from '../rpc/json/json.ts'
import { plainResult } from '../rpc/json/result.ts'
import { defaultCallSettings } from '../rpc/method/context.ts'
import { defaultReaderLimits, ReaderPool } from '../service/readers/readerPool.ts'
import { RpcService, type RpcServiceParts } from './rpcService.ts'

/*
 * Reads of a chain in memory run in a reader thread, over a copy of its store. After any changes of the chain they return
 * the same as in the main thread.
 */

const counter = '0x00000000000000000000000000000000000c0de5'
/** Adds one to cell 0, emits it with the topic 7 and returns it. */
const counterCode = '0x60005460010180600055600052600760206000a160206000f3'
const receiver = `0x${'12'.repeat(20)}`
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

type Call = readonly [method: string, ...params: Json[]]
type Ask = (...call: Call) => Promise<unknown>

function serviceOver(
  node: Node,
  parts: Pick<RpcServiceParts, 'tryUnits' | 'readers'>,
  errors: unknown[],
): Ask {
  const service = new RpcService(node, {
    settings: {
      ...defaultCallSettings,
      clientVersion: 'Cambium/test',
      errors: 'ethereum',
      development: { skipsRemasc: true },
    },
    now: Date.now,
    random: randomBytes,
    report: (error) => errors.push(error),
    ...parts,
  })
  onTestFinished(() => service.close())
  return async (method, ...params) => {
    const response = await service.envelope.handle(
      { jsonrpc: '2.0', id: 1, method, params },
      { name: 'alice' },
    )
    if (response === undefined) throw new Error('a request with an id has a response')
    if ('error' in response) return response.error
    // Blocks of a loaded state were executed on edited states, so their traces may fail while they are written.
    return Promise.resolve(plainResult(response.result)).catch(({ code, message }) => ({ code, message }))
  }
}

/** A development chain whose reads run in a reader thread with `elsewhere`, in the main thread with `here`. */
async function openServices() {
  const node = await openNode({ development: {} })
  onTestFinished(() => node.close())
  const errors: unknown[] = []
  const here = serviceOver(node, { readers: null }, errors)
  const readers = new ReaderPool({
    threads: 1,
    ...defaultReaderLimits,
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => readers.close())
  const elsewhere = serviceOver(node, { tryUnits: 0, readers }, errors)
  return { here, elsewhere, readers, errors, from: toHex(node.wallet!.accounts[0]!) }
}

/** Changes of a chain; a random number chooses one and provides its value. */
function operationsOn(ask: Ask, from: string) {
  const snapshots: Json[] = []
  const send = async (transaction: { readonly [member: string]: Json }): Promise<void> =>
    void (await ask('eth_sendTransaction', { gas: '0x20000', ...transaction }))
  const begin = async (): Promise<void> => void (await ask('hardhat_setCode', counter, counterCode))
  const revert = async (): Promise<void> => {
    const snapshot = snapshots.pop()
    if (snapshot !== undefined) expect(await ask('evm_revert', snapshot)).toBe(true)
  }
  const operations: readonly ((value: number) => Promise<unknown>)[] = [
    () => send({ from, to: counter }),
    () => send({ from, to: counter }),
    (value) => send({ from, to: receiver, value: `0x${value.toString(16)}` }),
    () => ask('evm_mine'),
    async () => void snapshots.push((await ask('evm_snapshot')) as Json),
    revert,
    revert,
    (value) => ask('anvil_reorg', { depth: (value % 3) + 1, txBlockPairs: [] }),
    (value) => ask('hardhat_setBalance', receiver, `0x${value.toString(16)}`),
    (value) => ask('hardhat_setStorageAt', counter, '0x0', word(value)),
    async () => {
      await ask('hardhat_setBalance', receiver, '0xde0b6b3a7640000')
      await ask('hardhat_impersonateAccount', receiver)
      await send({ from: receiver, to: counter, value: '0x1' })
    },
    async (value) => {
      if (value % 8 > 0) return
      const state = (await ask('anvil_dumpState')) as Json
      snapshots.length = 0
      await ask('hardhat_reset')
      if (value % 16 === 0) await ask('anvil_loadState', state)
      else await begin()
    },
  ]
  const run = ([index, value]: readonly [number, number]) => operations[index]!(value)
  return { begin, run, count: operations.length }
}

/** Reads that may run in a reader thread. */
const reads: readonly Call[] = [
  ['eth_call', { to: counter }, 'latest'],
  ['eth_call', { to: counter }, 'pending'],
  ['eth_getLogs', { fromBlock: '0x0', topics: [word(7)] }],
  ['eth_getProof', receiver, [], 'latest'],
  ['eth_estimateGas', { to: counter }],
  ['eth_getBlockByNumber', 'latest', true],
  ['debug_traceBlockByNumber', 'latest'],
  ['debug_traceCall', { to: counter, gas: '0x20000' }, 'latest'],
  ['trace_filter', { fromBlock: '0x1' }],
]

/** Loads blocks that were executed on an edited state. */
const lostEdits: readonly (readonly (readonly [number, number])[])[] = [
  [
    [10, 674],
    [10, 33],
    [11, 448],
  ],
  [[3, 36]],
]

const answersOf = (ask: Ask) => Promise.all(reads.map((call) => ask(...call)))

describe('reads of a chain in memory in a reader thread', () => {
  it('return the same as in the main thread, after any changes of the chain', async () => {
    const { here, elsewhere, readers, errors, from } = await openServices()
    const { begin, run, count } = operationsOn(here, from)
    await begin()
    const operation = fc.tuple(fc.nat(count - 1), fc.nat(1000))
    const groups = fc.array(fc.array(operation, { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(groups, async (rounds) => {
        for (const round of rounds) {
          for (const one of round) await run(one)
          const expected = await answersOf(here)
          expect(await answersOf(elsewhere)).toEqual(expected)
        }
      }),
      { numRuns: 12, endOnFailure: true, examples: [[lostEdits]] },
    )
    expect(readers.status.started).toBeGreaterThan(12 * reads.length)
    expect(errors).toEqual([])
  }, 120_000)

  it('see every block that existed when they were requested, under continuous sending', async () => {
    const { here, elsewhere, errors, from } = await openServices()
    await operationsOn(here, from).begin()
    const results: { readonly sent: number; readonly seen: Promise<unknown> }[] = []
    for (let sent = 1; sent <= 60; sent++) {
      await here('eth_sendTransaction', { from, to: counter, gas: '0x20000' })
      results.push({ sent, seen: elsewhere('eth_call', { to: counter }, 'latest') })
    }
    for (const { sent, seen } of results) {
      const value = Number(await seen)
      expect(value).toBeGreaterThan(sent)
      expect(value).toBeLessThanOrEqual(61)
    }
    expect(errors).toEqual([])
  }, 120_000)
})
