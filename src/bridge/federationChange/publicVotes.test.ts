import { describe, expect, it } from 'vitest'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import type { Address } from '../../primitives/bytes.ts'
import { mainnet, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { callBridge, contextOf, inputFor, integerOf } from '../bridgeWorld.cases.ts'
import { newFederation, pendingFederation, proposedFederation } from '../cells/federations.ts'
import { constantsOf } from '../constants/constantsOf.ts'
import { cellStore } from '../context/bridgeContext.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { redeemScript } from '../federation/redeemScript.ts'
import { encodeArguments } from '../pegScenario.cases.ts'
import { pendingHash } from './votes.ts'

/* Votes with the accounts of the public networks, where two of three decide. */

const create = 'createFederation()'
const addOne = 'addFederatorPublicKey(bytes)'
const addMember = 'addFederatorPublicKeyMultikey(bytes,bytes,bytes)'
const commit = 'commitFederation(bytes)'

class PublicVote {
  readonly state = emptyState()
  readonly voters: readonly Address[]
  readonly #network: Network
  #height: number

  constructor(network: Network, height: number) {
    this.#network = network
    this.#height = height
    this.voters = constantsOf(network).authorisers.federationChange
  }

  get #context() {
    return contextOf({ network: this.#network, height: this.#height, state: this.state })
  }

  get store() {
    return cellStore(this.#context)
  }

  get script() {
    return { constants: constantsOf(this.#network), rules: this.#context.rules }
  }

  /** Undefined when the call fails. */
  one(voter: number, signature: string, ...args: readonly Uint8Array[]): bigint | undefined {
    this.#height++
    const input = inputFor(signature, encodeArguments(...args))
    return integerOf(callBridge(this.#context, input, { caller: this.voters[voter]! }))
  }

  /** The results of the first two voters. */
  two(signature: string, ...args: readonly Uint8Array[]): readonly (bigint | undefined)[] {
    return [0, 1].map((voter) => this.one(voter, signature, ...args))
  }

  /** Votes for members and commits them. */
  elect(members: number): readonly (bigint | undefined)[] {
    expect(this.two(create)).toEqual([1n, 1n])
    for (let member = 0; member < members; member++) {
      const key = (role: string) => signer(`member${member}-${role}`).key
      const isMultikey = this.#context.rules.rskip123
      const results = isMultikey
        ? this.two(addMember, key('btc'), key('rsk'), key('mst'))
        : this.two(addOne, key('btc'))
      expect(results).toEqual([1n, 1n])
    }
    return this.two(commit, pendingHash(pendingFederation.read(this.store)!))
  }

  get elected(): PegFederation | undefined {
    return this.#context.rules.rskip419 ? proposedFederation.read(this.store) : newFederation.read(this.store)
  }
}

describe.each([
  ['mainnet', mainnet, 7_500_000],
  ['testnet', testnet, 6_500_000],
])('an election on %s', (_name, network, height) => {
  it('needs two of three votes for the same proposal', () => {
    const vote = new PublicVote(network, height)
    expect(vote.voters).toHaveLength(3)
    expect(vote.one(0, create)).toBe(1n)
    expect(pendingFederation.read(vote.store)).toBeUndefined()
    expect(vote.one(0, create)).toBe(-10n)
    expect(vote.one(2, create)).toBe(1n)
    expect(pendingFederation.read(vote.store)).toEqual([])
    // The vote of the third account comes too late.
    expect(vote.one(1, create)).toBe(-1n)
  })

  it('counts the votes for different members separately', () => {
    const vote = new PublicVote(network, height)
    vote.two(create)
    const keys = (name: string) => ['btc', 'rsk', 'mst'].map((role) => signer(`${name}-${role}`).key)
    expect(vote.one(0, addMember, ...keys('x'))).toBe(1n)
    expect(vote.one(1, addMember, ...keys('y'))).toBe(1n)
    expect(pendingFederation.read(vote.store)).toEqual([])
    expect(vote.one(2, addMember, ...keys('y'))).toBe(1n)
    expect(pendingFederation.read(vote.store)).toHaveLength(1)
    // The vote for the first member still counts.
    expect(vote.one(2, addMember, ...keys('x'))).toBe(1n)
    expect(pendingFederation.read(vote.store)).toHaveLength(2)
    expect(vote.one(0, addMember, ...keys('x'))).toBe(-2n)
  })

  it('accepts no account of the other network', () => {
    const other = network === mainnet ? testnet : mainnet
    const [outsider] = constantsOf(other).authorisers.federationChange
    const vote = new PublicVote(network, height)
    const context = contextOf({ network, height, state: vote.state })
    expect(integerOf(callBridge(context, inputFor(create), { caller: outsider! }))).toBe(-10n)
  })
})

describe('the size of a federation on mainnet', () => {
  it.each([
    ['P2SH with emergency keys', 6_000_000, 'p2sh-erp', 9, 457],
    ['the form before it', 4_700_000, 'non-standard-erp', 9, 456],
    ['a witness script', 8_200_000, 'p2sh-p2wsh-erp', 20, 832],
    ['a plain multisignature', 1_500_000, 'standard', 15, 513],
  ])('%s', (_what, height, format, members, length) => {
    const vote = new PublicVote(mainnet, height)
    expect(vote.elect(members)).toEqual([1n, 1n])
    const { elected } = vote
    expect([elected!.format, elected!.members.length]).toEqual([format, members])
    expect(redeemScript(elected!, vote.script)).toHaveLength(length)
  })

  it.each([
    ['more than 486 bytes with emergency keys', 6_000_000, 10],
    ['more than 20 members', 8_200_000, 21],
  ])('cannot be %s: the deciding vote fails', (_what, height, members) => {
    const vote = new PublicVote(mainnet, height)
    expect(vote.elect(members)).toEqual([1n, undefined])
    expect(vote.elected).toBeUndefined()
    expect(pendingFederation.read(vote.store)).toHaveLength(members)
  })
})
