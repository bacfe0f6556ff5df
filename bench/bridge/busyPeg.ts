import { encodeSignature } from '../../src/bitcoin/keys/signature.ts'
import { signer } from '../../src/bitcoin/keys/signer.cases.ts'
import { decodeTransaction } from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { segwitSignatureHash } from '../../src/bitcoin/transactions/signatureHash.ts'
import { contextOf, person } from '../../src/bridge/bridgeWorld.cases.ts'
import { unsignedPegouts } from '../../src/bridge/cells/pegouts.ts'
import { newFederationUtxos, type Utxo } from '../../src/bridge/cells/utxos.ts'
import { regtestBridge } from '../../src/bridge/constants/regtest.ts'
import { bridgeContext } from '../../src/bridge/context/bridgeContext.ts'
import { paymentScript } from '../../src/bridge/federation/redeemScript.ts'
import { redeemScriptOf } from '../../src/bridge/federation/spending.ts'
import { type Argument, PegScenario, paymentFrom, weiOf } from '../../src/bridge/pegScenario.cases.ts'
import { concatBytes } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'

/* A busy Bridge: many coins, many requests, a peg-out with many inputs. */

export const coinCount = 1_000
/** Inputs of the peg-out that waits for signatures. */
export const pegoutInputs = 100
export const queuedRequests = 30
const coinValue = 1_000_000n

const { genesisFederation } = regtestBridge
const federationScript = paymentScript(genesisFederation, {
  constants: regtestBridge,
  rules: rulesAt(regtest, 1),
})

const coin = (index: number): Utxo => ({
  value: coinValue,
  script: federationScript,
  transactionId: concatBytes(wordBytes(BigInt(index * 7919)).subarray(2), new Uint8Array(2)),
  outputIndex: 0,
  isCoinbase: false,
})

function giveCoins(scenario: PegScenario, count: number): void {
  const context = bridgeContext(contextOf({ state: scenario.state }))
  const coins = Array.from({ length: count }, (_, index) => coin(index))
  context.cells.set(newFederationUtxos, [...context.cells.load(newFederationUtxos), ...coins])
  context.cells.save()
}

const alice = person('alice')
const federator = person('federator1')

/** One peg-out of many inputs waits for signatures; requests are queued; the coins cover all of them. */
export function busyPeg(): PegScenario {
  const scenario = new PegScenario()
  scenario.mineEmpty(360)
  giveCoins(scenario, pegoutInputs)
  scenario.send(alice, new Uint8Array(0), weiOf(BigInt(pegoutInputs) * coinValue - coinValue / 2n))
  scenario.mustCall(federator, 'updateCollections()')
  scenario.pass(3)
  scenario.mustCall(federator, 'updateCollections()')
  scenario.pass(50)
  giveCoins(scenario, coinCount)
  for (let request = 0; request < queuedRequests; request++) {
    scenario.send(alice, new Uint8Array(0), weiOf(coinValue + BigInt(request)))
  }
  return scenario
}

/** The arguments of `addSignature` with a federator's signatures for the waiting peg-out. */
export function signaturesBy(scenario: PegScenario, name: string): readonly Argument[] {
  const [waiting] = bridgeContext(contextOf({ state: scenario.state })).cells.load(unsignedPegouts)
  const transaction = decodeTransaction(waiting!.transaction)
  const { key, sign } = signer(name)
  const signatures = transaction.inputs.map((input, index) => {
    const hash = segwitSignatureHash(transaction, index, redeemScriptOf(input)!, coinValue)
    return encodeSignature(sign(hash)).subarray(0, -1)
  })
  return [key, signatures, waiting!.transactionHash]
}

/** A peg-in that is ready to be registered. */
export const minedPegin = (scenario: PegScenario): readonly Argument[] =>
  scenario.mine(paymentFrom(alice, [{ value: coinValue, script: federationScript }]))
