import { describe, expect, it } from 'vitest'
import { cellKey } from '../../native/cellKey.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { toHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { type CallOptions, callBridge, contextOf, person, storedCell } from '../bridgeWorld.cases.ts'

const cow = person('cow')
const rejectedTopic = '0xb607c3e1fbe6b38cd145b15b837f7b722b199caa60e3057b36c141adee3b75e7'
const receivedTopic = '0x1a4457a4460d48b40c5280955faf8e4685fa73f0866f7d8f573bdd8e64aca5b1'
const receivedByHashTopic = '0x8e04e2f2c246a91202761c435d6a4971bdc7af0617f0c739d900ecd12a6d7266'

interface Era {
  readonly network?: Network
  readonly height?: number
}

/** Runs `releaseBtc` for a transfer of wei to the Bridge, before the wei are credited. */
function release(value: bigint, { network = regtest, height = 1 }: Era = {}, options: CallOptions = {}) {
  const state = emptyState()
  const context = contextOf({ network, height, state, sender: cow.address, publicKey: cow.publicKey })
  const { output, logs } = callBridge(context, emptyBytes, { caller: cow.address, value, ...options })
  const cell = (name: string): string => toHexDigits(storedCell(state, cellKey(name)))
  return {
    output,
    topics: logs.map(({ topics }) => toHex(topics[0]!)),
    data: logs.map(({ data }) => toHexDigits(data)).join(''),
    refunded: state.balance(cow.address),
    bridgeBalance: state.balance(bridgeAddress),
    queue: cell('releaseRequestQueue'),
    hashedQueue: cell('releaseRequestQueueWithTxHash'),
  }
}

const words = (...values: bigint[]): string => values.map((value) => toHexDigits(wordBytes(value))).join('')
const minimum = 250_000n * 10n ** 10n

describe('a request for bitcoins', () => {
  it('is queued and emits an event', () => {
    const result = release(minimum)
    expect(result.output).toEqual(emptyBytes)
    expect(result.topics).toEqual([receivedTopic])
    expect(result.queue).toBe('c0')
    expect(result.hashedQueue).toMatch(new RegExp(`^f83a94[0-9a-f]{40}8303d090a0${'7a'.repeat(32)}$`))
    expect(result.refunded).toBe(0n)
  })

  it('below the minimum is refunded with all its wei', () => {
    const result = release(minimum - 1n)
    expect(result.topics).toEqual([rejectedTopic])
    expect(result.data).toBe(words(minimum - 1n, 1n))
    expect(result.refunded).toBe(minimum - 1n)
    expect(result.bridgeBalance).toBe(1n - minimum)
    expect(result.hashedQueue).toBe('')
  })

  it('of zero is rejected', () => {
    expect(release(0n).data).toBe(words(0n, 1n))
  })

  it('of a contract is rejected and not refunded', () => {
    const result = release(minimum, {}, { kind: 'call' })
    expect(result.topics).toEqual([rejectedTopic])
    expect(result.data).toBe(words(minimum, 2n))
    expect(result.refunded).toBe(0n)
  })

  it('fails in a simulated call, which has no public key to pay to', () => {
    const context = contextOf({ isLocalCall: true })
    expect(callBridge(context, emptyBytes, { value: minimum }).output).toBeUndefined()
  })
})

describe('on mainnet', () => {
  const at = (height: number): Era => ({ network: mainnet, height })
  const amount = 900_000n * 10n ** 10n

  it('a request emits no event before RSKIP185, whether it is accepted or refused', () => {
    expect(release(amount, at(2_392_700))).toMatchObject({ topics: [], refunded: 0n })
    expect(release(amount, at(2_392_700)).hashedQueue).not.toBe('')
    expect(release(800_000n * 10n ** 10n, at(2_392_700))).toMatchObject({ hashedQueue: '', refunded: 0n })
  })

  it('the queue contains no transaction hashes before RSKIP146', () => {
    const result = release(amount, at(2_392_699))
    expect(result.queue).toMatch(/^d994[0-9a-f]{40}830dbba0$/)
    expect(result.hashedQueue).toBe('')
  })

  it('a request of a contract fails before RSKIP185', () => {
    expect(release(amount, at(3_614_799), { kind: 'call' }).output).toBeUndefined()
    expect(release(amount, at(3_614_800), { kind: 'call' }).topics).toEqual([rejectedTopic])
  })

  it('a request must exceed the fee from RSKIP219 on', () => {
    // The fee for the 15 keys of the first federation, at 500,000 satoshis per kB, exceeds the amount.
    const result = release(amount, at(3_614_800))
    expect(result.data).toBe(words(900_000n, 3n))
    expect(result.refunded).toBe(amount)
  })

  it('events contain satoshis and refunds drop the wei below a satoshi until RSKIP427', () => {
    const result = release(amount + 5n, at(7_338_023))
    expect(result.data).toBe(words(900_000n, 3n))
    expect(result.refunded).toBe(amount)
    expect(release(amount + 5n, at(7_338_024))).toMatchObject({
      data: words(amount + 5n, 3n),
      refunded: amount + 5n,
    })
  })
})

describe('the event of a queued request', () => {
  it('contains the destination as a hash until RSKIP326', () => {
    const enough = 10n ** 18n
    expect(release(enough, { network: testnet, height: 4_015_799 }).topics).toEqual([receivedByHashTopic])
    expect(release(enough, { network: testnet, height: 4_015_800 }).topics).toEqual([receivedTopic])
  })
})
