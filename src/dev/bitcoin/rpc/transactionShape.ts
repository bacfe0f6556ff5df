import { decodeStrictForm } from '../../../bitcoin/keys/signature.ts'
import { receiverOf } from '../../../bitcoin/scripts/receivers.ts'
import { opcode, opcodeName } from '../../../bitcoin/scripts/script.ts'
import { visitScript } from '../../../bitcoin/scripts/scriptChunks.ts'
import { kindOfScript } from '../../../bitcoin/scripts/scriptKinds.ts'
import type { TransactionInput } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { decodeScriptNumber } from '../../../bitcoin/transactions/interpreter/scriptStack.ts'
import { isCoinbase } from '../../../bitcoin/transactions/transactionRules.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import type { KnownTransaction } from '../chain/knownTransaction.ts'
import { regtestReceivers } from '../chain/regtest.ts'
import { bitcoins, type JsonObject } from './arguments.ts'

export const hashTypes: ReadonlyMap<string, number> = new Map([
  ['ALL', 1],
  ['NONE', 2],
  ['SINGLE', 3],
  ['ALL|ANYONECANPAY', 0x81],
  ['NONE|ANYONECANPAY', 0x82],
  ['SINGLE|ANYONECANPAY', 0x83],
])
const hashTypeNames: ReadonlyMap<number, string> = new Map([...hashTypes].map(([name, type]) => [type, name]))
const maximumNumberLength = 4
/** Bitcoin does not execute longer scripts; they are shown as an error. */
const maximumScript = 10_000

/** A script with its words. `signatures`: show the hash type of each signature, as in scripts of inputs. */
function scriptShape(script: Uint8Array, signatures = false): { readonly asm: string; readonly hex: string } {
  const hex = toHexDigits(script)
  if (script.length > maximumScript) return { asm: '[error]', hex }
  let asm = ''
  const isComplete = visitScript(script, (code, at, dataStart, end) => {
    if (at > 0) asm += ' '
    if (code > opcode.pushData4) asm += wordOf(code)
    else if (end - dataStart <= maximumNumberLength) {
      asm += String(decodeScriptNumber(script.subarray(dataStart, end)))
    } else {
      const type = signatures ? hashTypeOf(script.subarray(dataStart, end)) : undefined
      asm += hex.slice(2 * dataStart, 2 * (type === undefined ? end : end - 1))
      if (type !== undefined) asm += `[${type}]`
    }
  })
  return { asm: isComplete ? asm : '[error]', hex }
}

const hashTypeOf = (data: Uint8Array): string | undefined =>
  decodeStrictForm(data) ? hashTypeNames.get(data.at(-1)!) : undefined

function wordOf(code: number): string {
  if (code === opcode.oneNegate) return '-1'
  if (code >= opcode.one && code <= opcode.sixteen) return String(code - opcode.one + 1)
  const name = opcodeName(code)
  return name === undefined ? 'OP_UNKNOWN' : `OP_${name}`
}

/** The script of an output with its kind and, if it has one, its address. */
export function outputScriptShape(script: Uint8Array): JsonObject {
  const address = receiverOf(script, regtestReceivers)
  const { asm, hex } = scriptShape(script)
  const type = kindOfScript(script)
  return address === undefined ? { asm, hex, type } : { asm, hex, address, type }
}

/** A transaction as `decoderawtransaction` shows it. */
export function transactionShape(known: KnownTransaction): JsonObject {
  const { transaction } = known
  const isFirst = isCoinbase(transaction)
  return {
    txid: known.key,
    hash: toHexDigits(known.hash),
    version: transaction.version,
    size: known.raw.length,
    vsize: known.virtualSize,
    weight: known.weight,
    locktime: transaction.lockTime,
    vin: transaction.inputs.map((input) => inputShape(input, isFirst)),
    vout: transaction.outputs.map(({ value, script }, n) => ({
      value: bitcoins(value),
      n,
      scriptPubKey: outputScriptShape(script),
    })),
  }
}

function inputShape(
  { transactionId, outputIndex, script, sequence, witness }: TransactionInput,
  isFirst: boolean,
): JsonObject {
  const origin = isFirst
    ? { coinbase: toHexDigits(script) }
    : {
        txid: toHexDigits(transactionId),
        vout: outputIndex,
        scriptSig: scriptShape(script, true),
      }
  return { ...origin, ...(witness.length > 0 && { txinwitness: witness.map(toHexDigits) }), sequence }
}
