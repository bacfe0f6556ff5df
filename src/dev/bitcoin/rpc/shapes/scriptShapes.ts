import { decodeStrictForm } from '../../../../bitcoin/keys/signature.ts'
import { opcodeName } from '../../../../bitcoin/scripts/opcodeNames.ts'
import { receiverOf } from '../../../../bitcoin/scripts/receivers.ts'
import { opcode } from '../../../../bitcoin/scripts/script.ts'
import { ScriptError, visitScript } from '../../../../bitcoin/scripts/scriptChunks.ts'
import { kindOfScript } from '../../../../bitcoin/scripts/scriptKinds.ts'
import { decodeScriptNumber } from '../../../../bitcoin/transactions/interpreter/scriptStack.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import { regtestReceivers } from '../../chain/regtest.ts'
import type { JsonObject } from '../json.ts'

const hashTypeNames: ReadonlyMap<number, string> = new Map([
  [1, 'ALL'],
  [2, 'NONE'],
  [3, 'SINGLE'],
  [0x81, 'ALL|ANYONECANPAY'],
  [0x82, 'NONE|ANYONECANPAY'],
  [0x83, 'SINGLE|ANYONECANPAY'],
])
const longestNumber = 4
/** Longer scripts cannot run in Bitcoin, so their words mean nothing. */
export const longestScript = 10_000

/** The words of a script. `signatures` shows the type of hash of those in the scripts of inputs. */
export function assemblyOf(script: Uint8Array, signatures = false): string {
  if (script.length > longestScript) return '[error]'
  try {
    const words: string[] = []
    visitScript(script, (code, _, dataStart, end) => {
      const data = code > opcode.pushData4 ? undefined : script.subarray(dataStart, end)
      words.push(data ? wordOfData(data, signatures) : wordOf(code))
    })
    return words.join(' ')
  } catch (error) {
    if (error instanceof ScriptError) return '[error]'
    throw error
  }
}

function wordOfData(data: Uint8Array, signatures: boolean): string {
  if (data.length <= longestNumber) return String(decodeScriptNumber(data))
  const type = signatures && decodeStrictForm(data) ? hashTypeNames.get(data.at(-1)!) : undefined
  return type === undefined ? toHexDigits(data) : `${toHexDigits(data.subarray(0, -1))}[${type}]`
}

function wordOf(code: number): string {
  if (code === opcode.oneNegate) return '-1'
  if (code >= opcode.one && code <= opcode.sixteen) return String(code - opcode.one + 1)
  const name = opcodeName(code)
  return name === undefined ? 'OP_UNKNOWN' : `OP_${name}`
}

/** The script of an output with its kind and, if it has one, its address. */
export function outputScriptShape(script: Uint8Array): JsonObject {
  const address = receiverOf(script, regtestReceivers)
  return {
    asm: assemblyOf(script),
    hex: toHexDigits(script),
    ...(address !== undefined && { address }),
    type: kindOfScript(script),
  }
}
