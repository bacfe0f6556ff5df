import { sha256 } from '../../../crypto/sha256.ts'
import { equalBytes } from '../../../primitives/bytes.ts'
import {
  paidScriptHash,
  payToPublicKeyHash,
  type WitnessProgram,
  witnessProgramOf,
} from '../../scripts/outputScripts.ts'
import { opcode, push } from '../../scripts/script.ts'
import { tryToParseScript } from '../../scripts/scriptChunks.ts'
import type { BitcoinTransaction, TransactionOutput } from '../bitcoinTransaction.ts'
import { ScriptFailure } from './scriptFailure.ts'
import { runScript, type Spend } from './scriptRun.ts'
import { isTruthy } from './scriptStack.ts'
import type { ScriptRules } from './signatureEncoding.ts'
import { verifyTaprootSpend } from './taprootSpend.ts'

const keyHashLength = 20
const scriptHashLength = 32
const maximumWitnessItemLength = 520

/**
 * Checks that input `index` may spend its output, as Bitcoin Core does with all rules that are active on regtest.
 * `spent` has the spent outputs of all inputs. Throws `ScriptFailure`.
 */
export function verifySpend(
  transaction: BitcoinTransaction,
  index: number,
  spent: readonly TransactionOutput[],
  rules: ScriptRules,
): void {
  new SpendCheck(transaction, index, spent, rules).run()
}

class SpendCheck {
  readonly #spend: Spend
  readonly #spent: readonly TransactionOutput[]
  readonly #rules: ScriptRules
  readonly #outputScript: Uint8Array
  readonly #inputScript: Uint8Array
  readonly #witness: readonly Uint8Array[]

  constructor(
    transaction: BitcoinTransaction,
    index: number,
    spent: readonly TransactionOutput[],
    rules: ScriptRules,
  ) {
    const input = transaction.inputs[index]!
    const output = spent[index]!
    this.#spend = { transaction, index, value: output.value }
    this.#spent = spent
    this.#rules = rules
    this.#outputScript = output.script
    this.#inputScript = input.script
    this.#witness = input.witness
  }

  run(): void {
    const pushed = this.#run(this.#inputScript, [])
    const left = this.#run(this.#outputScript, pushed)
    this.#requireTrue(left)
    const program = witnessProgramOf(this.#outputScript)
    if (program) {
      if (this.#inputScript.length > 0) throw new ScriptFailure('witness-malleated')
      this.#runProgram(program, false)
    } else if (paidScriptHash(this.#outputScript)) this.#runRedeemScript(pushed)
    else {
      if (this.#rules === 'policy') requireOne(left)
      this.#refuseWitness()
    }
  }

  /** BIP-16. */
  #runRedeemScript(pushed: readonly Uint8Array[]): void {
    if (!isPushOnly(this.#inputScript)) throw new ScriptFailure('only-pushes')
    const redeemScript = pushed.at(-1)!
    const left = this.#run(redeemScript, pushed.slice(0, -1))
    this.#requireTrue(left)
    const program = witnessProgramOf(redeemScript)
    if (!program) {
      if (this.#rules === 'policy') requireOne(left)
      this.#refuseWitness()
      return
    }
    if (!equalBytes(this.#inputScript, push(redeemScript))) throw new ScriptFailure('witness-malleated-p2sh')
    this.#runProgram(program, true)
  }

  /** BIP-141. */
  #runProgram({ version, program }: WitnessProgram, isWrapped: boolean): void {
    if (version === 0) this.#runVersion0(program)
    else if (version === 1 && program.length === scriptHashLength && !isWrapped) {
      verifyTaprootSpend(this.#spend, program, this.#spent)
    } else if (this.#rules === 'policy') throw new ScriptFailure('discouraged-witness-program')
  }

  #runVersion0(program: Uint8Array): void {
    if (program.length === keyHashLength) {
      if (this.#witness.length !== 2) throw new ScriptFailure('witness-program-mismatch')
      this.#runWitnessScript(payToPublicKeyHash(program), this.#witness)
    } else if (program.length === scriptHashLength) {
      const script = this.#witness.at(-1)
      if (!script) throw new ScriptFailure('witness-program-empty')
      if (!equalBytes(sha256(script), program)) throw new ScriptFailure('witness-program-mismatch')
      this.#runWitnessScript(script, this.#witness.slice(0, -1))
    } else throw new ScriptFailure('witness-program-length')
  }

  #runWitnessScript(script: Uint8Array, stack: readonly Uint8Array[]): void {
    if (stack.some(({ length }) => length > maximumWitnessItemLength)) throw new ScriptFailure('push-size')
    const left = runScript({ script, stack, spend: this.#spend, version: 'witness-v0', rules: this.#rules })
    // Witness scripts need a clean stack in blocks too.
    if (left.length !== 1) throw new ScriptFailure('clean-stack')
    this.#requireTrue(left)
  }

  #run(script: Uint8Array, stack: readonly Uint8Array[]): readonly Uint8Array[] {
    return runScript({ script, stack, spend: this.#spend, version: 'original', rules: this.#rules })
  }

  #requireTrue(stack: readonly Uint8Array[]): void {
    const top = stack.at(-1)
    if (!top || !isTruthy(top)) throw new ScriptFailure('eval-false')
  }

  #refuseWitness(): void {
    if (this.#witness.length > 0) throw new ScriptFailure('witness-unexpected')
  }
}

function requireOne(stack: readonly Uint8Array[]): void {
  if (stack.length !== 1) throw new ScriptFailure('clean-stack')
}

export const isPushOnly = (script: Uint8Array): boolean =>
  tryToParseScript(script)?.every((chunk) => chunk.opcode <= opcode.sixteen) ?? false
