import { describe, expect, it } from 'vitest'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { cellKey } from '../../native/cellKey.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { State } from '../../state/state.ts'
import { bridgeCall, person, storedCell } from '../bridgeWorld.cases.ts'
import { whitelist } from '../cells/whitelist.ts'
import { mainnetBridge } from '../constants/mainnet.ts'
import { regtestBridge } from '../constants/regtest.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { voteFeePerKb } from './feePerKb.ts'
import { increaseLockingCap } from './lockingCap.ts'
import { addOneOff, addUnlimited, remove, setDisableDelay } from './whitelist.ts'

/** A state and the callers that change it one after the other. */
class Session {
  readonly state: State = emptyState()
  readonly #network: Network
  readonly #height: number

  constructor(network: Network = regtest, height = 1) {
    this.#network = network
    this.#height = height
  }

  as<Result>(caller: Address, action: (bridge: BridgeCall) => Result): Result {
    const bridge = bridgeCall({ network: this.#network, height: this.#height, state: this.state, caller })
    const result = action(bridge)
    bridge.cells.save()
    return result
  }

  cell(name: string): string {
    return toHexDigits(storedCell(this.state, cellKey(name)))
  }
}

const stranger = person('stranger').address

describe('a vote on the fee', () => {
  const [first, second, third] = mainnetBridge.authorisers.feePerKb
  const vote = (fee: bigint) => (bridge: BridgeCall) => voteFeePerKb(bridge, fee)

  it('is refused from other accounts and for amounts out of range', () => {
    const session = new Session(mainnet)
    expect(session.as(stranger, vote(1n))).toBe(-10n)
    expect(session.as(first!, vote(2n ** 63n))).toBe(-10n)
    expect(session.as(first!, vote(0n))).toBe(-1n)
    expect(session.as(first!, vote(-5n))).toBe(-1n)
    expect(session.as(first!, vote(5_000_001n))).toBe(-2n)
    expect(session.cell('feePerKbElection')).toBe('')
  })

  it('changes the fee when a majority agrees', () => {
    const session = new Session(mainnet)
    expect(session.as(first!, vote(100_000n))).toBe(1n)
    expect(session.as(first!, vote(100_000n))).toBe(-1n)
    expect(session.as(second!, vote(200_000n))).toBe(1n)
    expect(session.cell('feePerKb')).toBe('')
    expect(session.as(third!, vote(100_000n))).toBe(1n)
    expect(session.cell('feePerKb')).toBe('830186a0')
    expect(session.cell('feePerKbElection')).toBe('c0')
  })

  it('is stored with its voter, sorted by signed bytes', () => {
    const session = new Session(mainnet)
    session.as(first!, vote(100_000n))
    session.as(second!, vote(1n))
    const name = toHexDigits(Buffer.from('setFeePerKb'))
    // The first byte of the argument 830186a0 is negative, that of 01 is not.
    expect(session.cell('feePerKbElection')).toBe(
      `f84ed28b${name}c584830186a0d594${toHexDigits(first!)}ce8b${name}c101d594${toHexDigits(second!)}`,
    )
  })
})

describe('the locking cap', () => {
  const [authoriser] = regtestBridge.authorisers.lockingCap
  const raise = (cap: bigint) => (bridge: BridgeCall) => increaseLockingCap(bridge, cap)
  const initial = 100_000_000_000n

  it('is neither changed nor stored by a call of another account', () => {
    const session = new Session()
    expect(session.as(stranger, raise(initial))).toBe(false)
    expect(session.cell('lockingCap')).toBe('')
  })

  it('accepts values from the current cap to twice that', () => {
    const session = new Session()
    expect(session.as(authoriser!, raise(initial - 1n))).toBe(false)
    expect(session.cell('lockingCap')).toBe('85174876e800')
    expect(session.as(authoriser!, raise(2n * initial + 1n))).toBe(false)
    expect(session.as(authoriser!, raise(initial))).toBe(true)
    expect(session.as(authoriser!, raise(2n * initial))).toBe(true)
    expect(session.cell('lockingCap')).toBe('852e90edd000')
  })

  it.each([0n, -1n, 2n ** 63n])('cannot be %i', (cap) => {
    expect(() => new Session().as(stranger, raise(cap))).toThrow(PrecompileFailure)
  })
})

describe('the whitelist', () => {
  const [authoriser] = regtestBridge.authorisers.whitelist
  const address = 'mzBc4XEFSdzCDcTxAgf6EZXgsZWpztRhef'

  it('is changed by its authoriser only; every caller gets the code of an invalid address', () => {
    const session = new Session()
    expect(session.as(stranger, (bridge) => addOneOff(bridge, address, 1n))).toBe(-10n)
    expect(session.as(stranger, (bridge) => addUnlimited(bridge, address))).toBe(-10n)
    expect(session.as(stranger, (bridge) => addOneOff(bridge, 'nonsense', 1n))).toBe(-2n)
    expect(session.as(stranger, (bridge) => remove(bridge, 'nonsense'))).toBe(-10n)
    expect(session.cell('lockWhitelist')).toBe('')
    expect(session.as(stranger, (bridge) => setDisableDelay(bridge, 5n))).toBe(-10n)
    expect(session.cell('blockStoreChainHead')).not.toBe('')
  })

  it('contains each address once', () => {
    const session = new Session()
    expect(session.as(authoriser!, (bridge) => addOneOff(bridge, address, 1_000n))).toBe(1n)
    expect(session.as(authoriser!, (bridge) => addUnlimited(bridge, address))).toBe(-1n)
    expect(session.cell('lockWhitelist')).toMatch(/^dd94[0-9a-f]{40}8203e8847fffffff$/)
    expect(session.as(authoriser!, (bridge) => remove(bridge, address))).toBe(1n)
    expect(session.as(authoriser!, (bridge) => remove(bridge, address))).toBe(-1n)
    expect(session.as(authoriser!, (bridge) => addUnlimited(bridge, address))).toBe(1n)
    expect(session.cell('lockWhitelist')).toBe('c5847fffffff')
    expect(session.cell('unlimitedLockWhitelist')).toMatch(/^d594[0-9a-f]{40}$/)
  })

  it('accepts a negative maximum, which is read back as a large one', () => {
    const session = new Session()
    expect(session.as(authoriser!, (bridge) => addOneOff(bridge, address, -3n))).toBe(1n)
    expect(session.cell('lockWhitelist')).toContain('81fd')
    expect(session.as(authoriser!, (bridge) => bridge.cells.load(whitelist).entries[0]?.maximum)).toBe(253n)
    expect(session.cell('lockWhitelist')).toContain('81fd')
  })

  it('refuses a maximum of more than 64 bits', () => {
    expect(() => new Session().as(stranger, (bridge) => addOneOff(bridge, address, 2n ** 63n))).toThrow(
      PrecompileFailure,
    )
  })

  it('accepts an end in the future, once', () => {
    const session = new Session()
    expect(session.as(authoriser!, (bridge) => setDisableDelay(bridge, 0n))).toBe(-2n)
    expect(session.as(authoriser!, (bridge) => setDisableDelay(bridge, -1n))).toBe(-2n)
    expect(session.as(authoriser!, (bridge) => setDisableDelay(bridge, 7n))).toBe(1n)
    expect(session.as(authoriser!, (bridge) => setDisableDelay(bridge, 7n))).toBe(-1n)
    expect(session.cell('lockWhitelist')).toBe('c107')
  })
})
