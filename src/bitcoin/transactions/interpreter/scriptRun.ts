import { concatBytes, equalBytes, includesBytes } from '../../../primitives/bytes.ts'
import { op, opcode, push } from '../../scripts/script.ts'
import { type Chunk, joinedChunks, tryToParseScript } from '../../scripts/scriptChunks.ts'
import type { BitcoinTransaction } from '../bitcoinTransaction.ts'
import { originalSignatureHash, segwitSignatureHash } from '../signatureHash.ts'
import { ScriptFailure } from './scriptFailure.ts'
import { isTruthy, ScriptStack } from './scriptStack.ts'
import {
  checkKeyEncoding,
  checkSignatureEncoding,
  isSignedBy,
  type ScriptRules,
  type ScriptVersion,
} from './signatureEncoding.ts'
import { disabledOpcodes, stackOperations } from './stackOperations.ts'
import { checkLockTime, checkSequence } from './waitingTimes.ts'

/** The input that is verified. */
export interface Spend {
  readonly transaction: BitcoinTransaction
  readonly index: number
  /** Satoshis of the spent output. */
  readonly value: bigint
}

interface RunParts {
  readonly script: Uint8Array
  readonly stack: readonly Uint8Array[]
  readonly spend: Spend
  readonly version: ScriptVersion
  readonly rules: ScriptRules
}

const maximumScriptLength = 10_000
const maximumPushLength = 520
const maximumOperations = 201
const maximumItems = 1_000
const maximumKeys = 20
const maximumWaitingTime = 5
const firstCounted = opcode.sixteen + 1
const nop1 = 0xb0
const nop10 = 0xb9
const checkLockTimeVerify = 0xb1
const verIf = 0x65
const verNotIf = 0x66

/** Runs a script on a stack, which is returned. Throws `ScriptFailure`. */
export function runScript(parts: RunParts): readonly Uint8Array[] {
  if (parts.script.length > maximumScriptLength) throw new ScriptFailure('script-size')
  return new ScriptRun(parts).result()
}

class ScriptRun {
  readonly #parts: RunParts
  readonly #stack: ScriptStack
  readonly #alternative: ScriptStack
  /** Whether each open branch is taken, the outermost first. */
  readonly #branches: boolean[] = []
  readonly #chunks: readonly Chunk[]
  /** The first chunk that signatures cover: the one after the last OP_CODESEPARATOR. */
  #signedFrom = 0
  #operations = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#stack = new ScriptStack(parts.stack, parts.rules === 'policy')
    this.#alternative = new ScriptStack([], parts.rules === 'policy')
    const chunks = tryToParseScript(parts.script)
    if (!chunks) throw new ScriptFailure('bad-opcode')
    this.#chunks = chunks
  }

  result(): readonly Uint8Array[] {
    for (const [at, chunk] of this.#chunks.entries()) {
      this.#step(chunk, at)
      if (this.#stack.size + this.#alternative.size > maximumItems) throw new ScriptFailure('stack-size')
    }
    if (this.#branches.length > 0) throw new ScriptFailure('unbalanced-conditional')
    return this.#stack.items
  }

  #step(chunk: Chunk, at: number): void {
    const code = chunk.opcode
    if ((chunk.data?.length ?? 0) > maximumPushLength) throw new ScriptFailure('push-size')
    if (code >= firstCounted) this.#countOperations(1)
    if (disabledOpcodes.has(code)) throw new ScriptFailure('disabled-opcode')
    const isRunning = !this.#branches.includes(false)
    if (code === opcode.codeSeparator && this.#isOriginalPolicy) throw new ScriptFailure('code-separator')
    if (this.#stepBranch(code, isRunning) || !isRunning) return
    if (code <= opcode.sixteen) this.#push(chunk)
    else if (code === opcode.codeSeparator) this.#signedFrom = at + 1
    else if (!this.#stepSignature(code) && !this.#stepExpansion(code)) this.#stepOperation(code)
  }

  get #isOriginalPolicy(): boolean {
    return this.#parts.version === 'original' && this.#parts.rules === 'policy'
  }

  #countOperations(count: number): void {
    this.#operations += count
    if (this.#operations > maximumOperations) throw new ScriptFailure('operation-count')
  }

  #push(chunk: Chunk): void {
    if (chunk.opcode === opcode.reserved) throw new ScriptFailure('bad-opcode')
    const data = chunk.data ?? smallNumber(chunk.opcode)
    if (chunk.data && this.#parts.rules === 'policy' && !isShortestPush(chunk))
      throw new ScriptFailure('minimal-data')
    this.#stack.push(data)
  }

  /** Handles OP_IF, OP_NOTIF, OP_ELSE and OP_ENDIF; false for other opcodes. */
  #stepBranch(code: number, isRunning: boolean): boolean {
    if (code === opcode.if || code === opcode.notIf) {
      this.#branches.push(isRunning && this.#popCondition() === (code === opcode.if))
      return true
    }
    if (code === verIf || code === verNotIf) throw new ScriptFailure('bad-opcode')
    if (code !== opcode.else && code !== opcode.endIf) return false
    const last = this.#branches.pop()
    if (last === undefined) throw new ScriptFailure('unbalanced-conditional')
    if (code === opcode.else) this.#branches.push(!last)
    return true
  }

  #popCondition(): boolean {
    if (this.#stack.size === 0) throw new ScriptFailure('unbalanced-conditional')
    const item = this.#stack.pop()
    const isMinimal = item.length === 0 || (item.length === 1 && item[0] === 1)
    const needsMinimal = this.#parts.version === 'witness-v0' && this.#parts.rules === 'policy'
    if (needsMinimal && !isMinimal) throw new ScriptFailure('minimal-if')
    return isTruthy(item)
  }

  #stepOperation(code: number): void {
    const operation = stackOperations.get(code)
    if (!operation) throw new ScriptFailure('bad-opcode')
    operation(this.#stack, this.#alternative)
  }

  #stepExpansion(code: number): boolean {
    if (code < nop1 || code > nop10) return false
    const { transaction, index } = this.#parts.spend
    if (code === checkLockTimeVerify) {
      checkLockTime(this.#stack.peekNumber(maximumWaitingTime), transaction, index)
    } else if (code === opcode.checkSequenceVerify) {
      checkSequence(this.#stack.peekNumber(maximumWaitingTime), transaction, index)
    } else if (this.#parts.rules === 'policy') throw new ScriptFailure('discouraged-nop')
    return true
  }

  #stepSignature(code: number): boolean {
    if (code === opcode.checkSignature || code === opcode.checkSignatureVerify) {
      this.#checkSignature()
      if (code === opcode.checkSignatureVerify) this.#verify('check-signature-verify')
      return true
    }
    if (code !== opcode.checkMultisig && code !== opcode.checkMultisigVerify) return false
    this.#checkMultisig()
    if (code === opcode.checkMultisigVerify) this.#verify('check-multisig-verify')
    return true
  }

  #verify(failure: 'check-signature-verify' | 'check-multisig-verify'): void {
    if (!isTruthy(this.#stack.pop())) throw new ScriptFailure(failure)
  }

  #checkSignature(): void {
    this.#stack.need(2)
    const key = this.#stack.pop()
    const signature = this.#stack.pop()
    const isValid = this.#isValid(signature, key, this.#signedScript([signature]))
    if (!isValid && this.#parts.rules === 'policy' && signature.length > 0)
      throw new ScriptFailure('null-fail')
    this.#stack.pushBoolean(isValid)
  }

  /** Every signature must verify with one of the keys, in their order; the item below them must be empty (BIP-147). */
  #checkMultisig(): void {
    const keyCount = this.#stack.popNumber()
    if (keyCount < 0 || keyCount > maximumKeys) throw new ScriptFailure('key-count')
    this.#countOperations(keyCount)
    const keys = Array.from({ length: keyCount }, () => this.#stack.pop())
    const signatureCount = this.#stack.popNumber()
    if (signatureCount < 0 || signatureCount > keyCount) throw new ScriptFailure('signature-count')
    const signatures = Array.from({ length: signatureCount }, () => this.#stack.pop())
    const dummy = this.#stack.pop()
    const isValid = this.#areValid(signatures, keys, this.#signedScript(signatures))
    const isAnyGiven = signatures.some(({ length }) => length > 0)
    if (!isValid && isAnyGiven && this.#parts.rules === 'policy') throw new ScriptFailure('null-fail')
    if (dummy.length > 0) throw new ScriptFailure('null-dummy')
    this.#stack.pushBoolean(isValid)
  }

  #areValid(signatures: readonly Uint8Array[], keys: readonly Uint8Array[], script: Uint8Array): boolean {
    let used = 0
    for (let at = 0; used < signatures.length; at++) {
      if (signatures.length - used > keys.length - at) return false
      if (this.#isValid(signatures[used]!, keys[at]!, script)) used++
    }
    return true
  }

  #isValid(signature: Uint8Array, key: Uint8Array, script: Uint8Array): boolean {
    const { version, rules } = this.#parts
    checkSignatureEncoding(signature, rules)
    checkKeyEncoding(key, version, rules)
    return signature.length > 0 && isSignedBy(signature, this.#hash(script, signature.at(-1)!), key)
  }

  #hash(script: Uint8Array, hashType: number): Uint8Array {
    const { transaction, index, value } = this.#parts.spend
    if (this.#parts.version === 'original') return originalSignatureHash(transaction, index, script, hashType)
    return segwitSignatureHash(transaction, index, script, value, hashType)
  }

  /** In original scripts the signed script does not contain the signatures themselves. */
  #signedScript(signatures: readonly Uint8Array[]): Uint8Array {
    const chunks = this.#chunks.slice(this.#signedFrom)
    if (this.#parts.version !== 'original') return joinedChunks(chunks)
    const removed = signatures.map(plainPush)
    const kept = chunks.filter(({ encoded }) => !includesBytes(removed, encoded))
    if (kept.length < chunks.length && this.#parts.rules === 'policy')
      throw new ScriptFailure('find-and-delete')
    return joinedChunks(kept)
  }
}

/** A push that does not use the opcodes of small numbers. */
const plainPush = (data: Uint8Array): Uint8Array =>
  data.length === 1 ? concatBytes(op(1), data) : push(data)

const isMinusOne = (data: Uint8Array): boolean => data.length === 1 && data[0] === 0x81

const isShortestPush = ({ data, encoded }: Chunk): boolean =>
  equalBytes(encoded, push(data!)) && !isMinusOne(data!)

const smallNumber = (code: number): Uint8Array =>
  Uint8Array.of(code === opcode.oneNegate ? 0x81 : code - opcode.one + 1)
