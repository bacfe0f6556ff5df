import { hash160 } from '../../src/bitcoin/keys/publicKey.ts'
import { signer } from '../../src/bitcoin/keys/signer.cases.ts'
import { publicKeyHashAddress } from '../../src/bitcoin/scripts/address.ts'
import { multisigScript, op, push } from '../../src/bitcoin/scripts/script.ts'
import {
  type BitcoinTransaction,
  transactionIdOf,
} from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { callBridge, contextOf, integerOf, person, textInput } from '../../src/bridge/bridgeWorld.cases.ts'
import { newFederation } from '../../src/bridge/cells/federations.ts'
import { regtestBridge } from '../../src/bridge/constants/regtest.ts'
import { cellStore } from '../../src/bridge/context/bridgeContext.ts'
import { paymentScript } from '../../src/bridge/federation/redeemScript.ts'
import { newFormat } from '../../src/bridge/federationChange/commit.ts'
import { PegScenario, paymentFrom } from '../../src/bridge/pegScenario.cases.ts'
import { asciiBytes, concatBytes } from '../../src/primitives/bytes.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { mainnet, regtest } from '../../src/protocol/networks/definitions.ts'
import { type Moment, withScheduleOf } from './gate.ts'

/* A peg by the rules of mainnet, with regtest's Bitcoin blocks, which take no work. */

export const pegNetwork = withScheduleOf(mainnet, regtest)

export const alice = person('alice')
export const amount = 100_000_000n

export class Peg {
  readonly scenario: PegScenario
  /** The script that pays to the federation. */
  readonly script: Uint8Array

  /** The federation has the format of its time and spends without a witness. */
  constructor({ rules }: Moment) {
    this.scenario = new PegScenario(rules)
    const format = newFormat({ ...rules, rskip305: false })
    const federation = { ...regtestBridge.genesisFederation, format }
    newFederation.write(cellStore(contextOf({ state: this.scenario.state, rules })), federation)
    this.script = paymentScript(federation, { constants: regtestBridge, rules })
  }

  /** Lets Alice peg in while there is a whitelist. */
  admitAlice(): void {
    const address = publicKeyHashAddress(hash160(alice.publicKey), regtestBridge.bitcoin)
    const method = 'addOneOffLockWhitelistAddress(string,int256)'
    this.scenario.mustCall(person('auth-lock-whitelist'), method, asciiBytes(address), amount)
  }

  /** Alice pays the federation; further outputs follow. */
  payment(...outputs: BitcoinTransaction['outputs']): BitcoinTransaction {
    return paymentFrom(alice, [{ value: amount, script: this.script }, ...outputs])
  }

  /** A payment with another script in its input. */
  paymentWith(script: Uint8Array): BitcoinTransaction {
    const { inputs, ...rest } = this.payment()
    return { ...rest, inputs: inputs.map((input) => ({ ...input, script })) }
  }

  isProcessed(transaction: BitcoinTransaction): boolean {
    const { state, rules, height } = this.scenario
    const context = contextOf({ state, rules, height, isLocalCall: true })
    const id = toHexDigits(transactionIdOf(transaction))
    return integerOf(callBridge(context, textInput('isBtcTxHashAlreadyProcessed(string)', id))) === 1n
  }
}

/** Spends with a multisignature of one key. */
export const multisigInput = concatBytes(
  op(0),
  push(new Uint8Array(9).fill(0x30)),
  push(multisigScript(1, [signer('cosigner').key])),
)
