import { describe, expect, it } from 'vitest'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { cellKey } from '../../native/cellKey.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { toSignedBigInt } from '../../primitives/integers.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { contextOf, person } from '../bridgeWorld.cases.ts'
import { newFederation, oldFederation, pendingFederation, proposedFederation } from '../cells/federations.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { commitFederationEvent } from '../events/federationEvents.ts'
import { PegScenario } from '../pegScenario.cases.ts'
import { pendingHash } from './votes.ts'

const voters = ['auth-a', 'auth-b', 'auth-c', 'auth-d'].map(person)
const addMember = 'addFederatorPublicKeyMultikey(bytes,bytes,bytes)'
const commit = 'commitFederation(bytes)'

const keys = (name: string): readonly Uint8Array[] =>
  ['btc', 'rsk', 'mst'].map((role) => signer(`${name}-${role}`).key)

class Vote {
  readonly scenario: PegScenario

  constructor(rules?: Rules) {
    this.scenario = new PegScenario(rules)
  }

  get store() {
    return cellStore(contextOf({ state: this.scenario.state, rules: this.scenario.rules }))
  }

  one(voter: number, signature: string, ...args: readonly Uint8Array[]): bigint {
    return toSignedBigInt(this.scenario.mustCall(voters[voter]!, signature, ...args))
  }

  /** Three of five votes are a majority. */
  majority(signature: string, ...args: readonly Uint8Array[]): readonly bigint[] {
    return [0, 1, 2].map((voter) => this.one(voter, signature, ...args))
  }

  pending(members: readonly string[]): void {
    this.majority('createFederation()')
    for (const name of members) this.majority(addMember, ...keys(name))
  }

  hash(): Uint8Array {
    return pendingHash(pendingFederation.read(this.store)!)
  }

  cell(name: string): string {
    return toHexDigits(this.scenario.state.storage(bridgeAddress, cellKey(name)))
  }
}

describe('a vote on the federation', () => {
  it('is accepted from authorised accounts, once for each proposal', () => {
    const vote = new Vote()
    expect(toSignedBigInt(vote.scenario.mustCall(person('anybody'), 'createFederation()'))).toBe(-10n)
    expect(vote.cell('federationElection')).toBe('')
    expect(vote.one(0, 'createFederation()')).toBe(1n)
    expect(vote.one(0, 'createFederation()')).toBe(-10n)
    expect(vote.cell('federationElection')).not.toBe('c0')
  })

  it('creates the pending federation with the vote that completes a majority', () => {
    const vote = new Vote()
    vote.one(0, 'createFederation()')
    vote.one(1, 'createFederation()')
    expect(vote.cell('pendingFederation')).toBe('')
    vote.one(2, 'createFederation()')
    expect(vote.cell('pendingFederation')).toBe('c0')
    expect(vote.cell('federationElection')).toBe('c0')
    expect(vote.one(3, 'createFederation()')).toBe(-1n)
  })

  it('adds members whose keys no other member has in the same role', () => {
    const vote = new Vote()
    expect(vote.one(0, addMember, ...keys('x'))).toBe(-1n)
    vote.pending(['x'])
    expect(vote.one(0, addMember, ...keys('x'))).toBe(-2n)
    const [bitcoin, rootstock, mst] = keys('y')
    expect(vote.one(0, addMember, bitcoin!, keys('x')[1]!, mst!)).toBe(-2n)
    expect(vote.one(0, addMember, bitcoin!, new Uint8Array(33), mst!)).toBe(-10n)
    // A member may have the key that another member has in another role.
    expect(vote.one(0, addMember, keys('x')[1]!, rootstock!, mst!)).toBe(1n)
  })

  it('removes the pending federation on rollback', () => {
    const vote = new Vote()
    expect(vote.one(0, 'rollbackFederation()')).toBe(-1n)
    vote.pending(['x'])
    vote.majority('rollbackFederation()')
    expect(vote.cell('pendingFederation')).toBe('')
    expect(vote.cell('pendingFederationFormatVersion')).toBe('8203e8')
  })

  it('commits only the members whose hash the votes name', () => {
    const vote = new Vote()
    expect(vote.one(0, commit, new Uint8Array(32))).toBe(-1n)
    expect(vote.scenario.call(voters[0]!, commit, new Uint8Array(31)).output).toBeUndefined()
    vote.pending(['x'])
    expect(vote.one(0, commit, vote.hash())).toBe(-2n)
    vote.majority(addMember, ...keys('y'))
    expect(vote.one(0, commit, new Uint8Array(32))).toBe(-3n)
    vote.majority(commit, vote.hash())
    expect(proposedFederation.read(vote.store)).toMatchObject({
      format: 'p2sh-p2wsh-erp',
      creationBlock: vote.scenario.height,
      creationTimeMillis: (1_700_000_000 + 30 * vote.scenario.height) * 1000,
    })
    expect(vote.one(0, 'createFederation()')).toBe(-4n)
    expect(vote.scenario.logs.map(({ topics }) => topics[0])).toEqual([commitFederationEvent.topic])
  })
})

describe('before RSKIP419', () => {
  const committed = (height: number) => {
    const vote = new Vote(rulesAt(mainnet, height))
    vote.pending(['x', 'y'])
    vote.majority(commit, vote.hash())
    return vote
  }

  it('replaces the federation with the commit and stores its time in seconds', () => {
    const vote = committed(7_338_023)
    const next = newFederation.read(vote.store)!
    expect(next.creationTimeMillis).toBe(1_700_000_000 + 30 * vote.scenario.height)
    expect(oldFederation.read(vote.store)?.members).toHaveLength(3)
    expect(vote.cell('proposedFederation')).toBe('')
    expect(vote.cell('oldFederationFormatVersion')).toBe('820fa0')
    expect(vote.cell('nextFedCreationBlockHeight')).not.toBe('')
    expect(vote.one(0, 'createFederation()')).toBe(-2n)
    vote.scenario.pass(150)
    expect(vote.one(0, 'createFederation()')).toBe(-3n)
  })

  it('stores the retired script with emergency keys until RSKIP377', () => {
    const [before, after] = [5_467_999, 5_468_000].map((height) =>
      committed(height).cell('lastRetiredFedP2SHScript'),
    )
    expect(before).toMatch(/^d897a914[0-9a-f]{40}87$/)
    expect(after).not.toBe(before)
  })

  it('stores no retired script before RSKIP186 and emits RLP events before RSKIP146', () => {
    const vote = committed(2_392_699)
    expect(vote.cell('lastRetiredFedP2SHScript')).toBe('')
    expect(vote.cell('nextFedCreationBlockHeight')).toBe('')
    expect(vote.scenario.logs.map(({ topics }) => toHexDigits(topics[0]!))).toEqual([
      toHexDigits(cellKey('commit_federation_topic')),
    ])
  })
})
