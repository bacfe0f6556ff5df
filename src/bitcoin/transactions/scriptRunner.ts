import { equalBytes } from '../../primitives/bytes.ts'
import { hash160, tryToDecodePublicKey } from '../keys/publicKey.ts'
import { decodeStrictSignature, hasLowS, verifies } from '../keys/signature.ts'
import { opcode, push } from '../scripts/script.ts'
import { type Chunk, parseScript, ScriptError } from '../scripts/scriptChunks.ts'
import type { BitcoinTransaction } from './bitcoinTransaction.ts'
import { isTruthy } from './interpreter/scriptStack.ts'
import { hasWaited } from './interpreter/waitingTimes.ts'
import { legacySignatureHash } from './signatureHash.ts'

/*
 * Checks whether an input may spend from a script hash. Only scripts of federations run: multisignatures with or
 * without emergency keys, or a witness program, which is not verified further. So only the opcodes of these scripts are
 * implemented.
 */

const maximumPushLength = 520
const maximumKeys = 20

/** Whether the input may spend an output that pays to the script hash, by the rules of BIP-16 and later. */
export function spendsScriptHash(
  transaction: BitcoinTransaction,
  index: number,
  scriptHash: Uint8Array,
): boolean {
  try {
    const chunks = parseScript(transaction.inputs[index]!.script)
    if (chunks.some((chunk) => chunk.opcode > opcode.sixteen)) return false
    const redeemScript = chunks.at(-1) && pushed(chunks.at(-1)!)
    if (!redeemScript || !equalBytes(hash160(redeemScript), scriptHash)) return false
    const stack = chunks.slice(0, -1).map(pushed)
    return new ScriptRun(transaction, index, redeemScript, stack).succeeds()
  } catch (error) {
    if (error instanceof ScriptError) return false
    throw error
  }
}

/** The item that a chunk pushes on the stack. The push must be in the shortest form. */
function pushed(chunk: Chunk): Uint8Array {
  const data = chunk.data ?? smallNumber(chunk.opcode)
  if (data.length > maximumPushLength) throw new ScriptError('pushes more than 520 bytes')
  const isShortest = !chunk.data || (equalBytes(chunk.encoded, push(data)) && !isMinusOne(data))
  if (!isShortest) throw new ScriptError('does not push in the shortest form')
  return data
}

const isMinusOne = (data: Uint8Array): boolean => data.length === 1 && data[0] === 0x81

function smallNumber(code: number): Uint8Array {
  if (code === opcode.oneNegate) return new Uint8Array([0x81])
  if (code >= opcode.one && code <= opcode.sixteen) return new Uint8Array([code - opcode.one + 1])
  throw new ScriptError(`has the opcode ${code}`)
}

class ScriptRun {
  readonly #transaction: BitcoinTransaction
  readonly #index: number
  readonly #script: Uint8Array
  readonly #stack: Uint8Array[]
  /** Whether each open branch is taken, the outermost first. */
  readonly #branches: boolean[] = []

  constructor(transaction: BitcoinTransaction, index: number, script: Uint8Array, stack: Uint8Array[]) {
    this.#transaction = transaction
    this.#index = index
    this.#script = script
    this.#stack = stack
  }

  /** Throws `ScriptError` where a script fails before its end. */
  succeeds(): boolean {
    for (const chunk of parseScript(this.#script)) this.#step(chunk)
    const top = this.#stack.at(-1)
    return this.#branches.length === 0 && top !== undefined && isTruthy(top)
  }

  #step(chunk: Chunk): void {
    if (this.#stepBranch(chunk.opcode) || this.#branches.includes(false)) return
    if (chunk.opcode <= opcode.sixteen) this.#stack.push(pushed(chunk))
    else if (chunk.opcode === opcode.drop) this.#pop()
    else if (chunk.opcode === opcode.checkSequenceVerify) this.#checkSequence()
    else if (chunk.opcode === opcode.checkMultisig) this.#checkMultisig()
    else throw new ScriptError(`has the opcode ${chunk.opcode}`)
  }

  /** Handles OP_IF, OP_NOTIF, OP_ELSE and OP_ENDIF; false for other opcodes. */
  #stepBranch(code: number): boolean {
    if (code === opcode.if || code === opcode.notIf) {
      const isTaken = !this.#branches.includes(false) && isTruthy(this.#pop()) === (code === opcode.if)
      this.#branches.push(isTaken)
      return true
    }
    if (code !== opcode.else && code !== opcode.endIf) return false
    const last = this.#branches.pop()
    if (last === undefined) throw new ScriptError('ends a branch that was not begun')
    if (code === opcode.else) this.#branches.push(!last)
    return true
  }

  #pop(): Uint8Array {
    const top = this.#stack.pop()
    if (!top) throw new ScriptError('pops from an empty stack')
    return top
  }

  #popCount(maximum: number): number {
    const data = this.#pop()
    const count = data.length > 4 ? -1 : littleEndian(data)
    if (count < 0 || count > maximum) throw new ScriptError('has a count out of range')
    return count
  }

  /** BIP-112: the input must be at least as old as the top of the stack, which is not popped. */
  #checkSequence(): void {
    const top = this.#stack.at(-1)
    if (!top || top.length > 5 || (top.at(-1) ?? 0) >= 0x80)
      throw new ScriptError('has a malformed waiting time')
    if (!hasWaited(littleEndian(top), this.#transaction, this.#index))
      throw new ScriptError('is spent too early')
  }

  /** Every signature must verify with one of the keys, in their order; the item below them must be empty. */
  #checkMultisig(): void {
    const keys = this.#popMany(this.#popCount(maximumKeys))
    const signatures = this.#popMany(this.#popCount(keys.length))
    if (this.#pop().length > 0) throw new ScriptError('has a dummy that is not empty')
    const hash = legacySignatureHash(this.#transaction, this.#index, this.#script)
    while (signatures.length > 0 && signatures.length <= keys.length) {
      if (isSignedBy(signatures[0]!, hash, keys.shift()!)) signatures.shift()
    }
    this.#stack.push(new Uint8Array(signatures.length === 0 ? [1] : []))
  }

  #popMany(count: number): Uint8Array[] {
    return Array.from({ length: count }, () => this.#pop())
  }
}

/** An empty signature never verifies; any other must have the strict form. */
function isSignedBy(bytes: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean {
  if (bytes.length === 0) return false
  const signature = decodeStrictSignature(bytes)
  if (!signature || !hasLowS(signature)) throw new ScriptError('has a malformed signature')
  const point = tryToDecodePublicKey(publicKey)?.point
  return point !== undefined && verifies(signature, hash, point)
}

/** For positive numbers, which the caller has checked. */
const littleEndian = (data: Uint8Array): number => data.reduceRight((sum, byte) => sum * 256 + byte, 0)
