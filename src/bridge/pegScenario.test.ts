import { describe, expect, it } from 'vitest'
import { compressPublicKey, hash160 } from '../bitcoin/keys/publicKey.ts'
import { payToPublicKeyHash } from '../bitcoin/scripts/outputScripts.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { person } from './bridgeWorld.cases.ts'
import { regtestBridge } from './constants/regtest.ts'
import { commitFederationEvent } from './events/federationEvents.ts'
import { paymentScript } from './federation/redeemScript.ts'
import { newcomers, PegScenario, paymentFrom, weiOf } from './pegScenario.cases.ts'
import {
  commitFederation,
  firstFederation,
  fundedScenario,
  lastValues,
  readBytes,
  readNumber,
  readText,
  signAll,
  waitingIn,
} from './pegSteps.cases.ts'

/* A whole peg through the Bridge's methods alone; another library verifies the signatures. */

const alice = person('alice')
const federator = person('federator1')
const update = 'updateCollections()'

describe('a peg', () => {
  it('credits a Bitcoin transaction once', () => {
    const scenario = new PegScenario()
    const { genesisFederation } = regtestBridge
    const script = paymentScript(genesisFederation, { constants: regtestBridge, rules: scenario.rules })
    const pegin = paymentFrom(alice, [{ value: 700_000n, script }])
    scenario.register(pegin)
    expect(scenario.balance(alice.address)).toBe(weiOf(700_000n))
    scenario.register(pegin)
    expect(scenario.balance(alice.address)).toBe(weiOf(700_000n))
  })

  it('pays bitcoins out with signatures that Bitcoin accepts', () => {
    const scenario = fundedScenario(100_000_000n)
    scenario.send(alice, new Uint8Array(0), weiOf(2_000_000n))
    scenario.mustCall(federator, update)
    scenario.pass(3)
    scenario.mustCall(federator, update)
    const waiting = waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))!
    const signed = signAll(scenario, waiting, firstFederation.slice(0, 2).reverse())
    const payee = payToPublicKeyHash(hash160(compressPublicKey(alice.publicKey)!))
    expect(toHexDigits(signed.outputs[0]!.script)).toBe(toHexDigits(payee))
    const fee = 100_000_000n - signed.outputs.reduce((sum, { value }) => sum + value, 0n)
    expect(signed.outputs[0]!.value).toBe(2_000_000n - fee)
    expect(waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))).toBeUndefined()
    // The change is registered.
    scenario.register(signed)
    expect(readNumber(scenario, 'getQueuedPegoutsCount()')).toBe(0n)
    scenario.send(alice, new Uint8Array(0), weiOf(90_000_000n))
    scenario.pass(50)
    scenario.mustCall(federator, update)
    expect(lastValues(scenario)).toEqual([98_000_000n])
  })

  it('validates a voted federation, activates it and migrates the funds', () => {
    const scenario = fundedScenario(100_000_000n)
    const members = newcomers(4)
    commitFederation(scenario, members)
    const proposed = readText(scenario, 'getProposedFederationAddress()')
    expect(scenario.logs.at(-1)!.topics[0]).toEqual(commitFederationEvent.topic)

    // The validation is funded.
    scenario.mustCall(federator, update)
    scenario.pass(3)
    scenario.mustCall(federator, update)
    const fund = waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))!
    scenario.mineEmpty(350)
    scenario.register(signAll(scenario, fund, firstFederation.slice(0, 2)))
    scenario.mustCall(federator, update)
    // The proposed federation spends.
    const spend = waitingIn(readBytes(scenario, 'getStateForSvpClient()'))!
    const parties = members.map(({ bitcoin, rootstock }) => ({ bitcoin, rootstock }))
    scenario.register(signAll(scenario, spend, parties.slice(1)))
    expect(readText(scenario, 'getProposedFederationAddress()')).toBe('')

    const active = () => readText(scenario, 'getFederationAddress()')
    expect(active()).not.toBe(proposed)
    scenario.pass(160)
    expect(active()).toBe(proposed)
    expect(readNumber(scenario, 'getRetiringFederationSize()')).toBe(3n)
    // All coins migrate.
    scenario.pass(20)
    scenario.mustCall(parties[0]!.rootstock, update)
    scenario.pass(3)
    scenario.mustCall(parties[0]!.rootstock, update)
    const migration = waitingIn(readBytes(scenario, 'getStateForBtcReleaseClient()'))!
    const signed = signAll(scenario, migration, firstFederation.slice(1))
    expect(signed.outputs).toHaveLength(1)
    scenario.register(signed)
    scenario.pass(300)
    scenario.mustCall(parties[0]!.rootstock, update)
    expect(readNumber(scenario, 'getRetiringFederationSize()')).toBe(-1n)
    expect(unsignedBytes(readNumber(scenario, 'getFederationSize()'))).toEqual(new Uint8Array([4]))
  })
})
