import { compressedKeyLength } from '../keys/publicKey.ts'
import { paidScriptHash, witnessProgramOf } from './outputScripts.ts'
import { paidKeyHash } from './receivers.ts'
import { opcode } from './script.ts'
import { type Chunk, isDataPush, tryToParseScript, visitScript } from './scriptChunks.ts'

/** The kinds of output scripts, with the names that Bitcoin Core gives them. */
export type ScriptKind =
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'multisig'
  | 'nulldata'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'witness_unknown'
  | 'nonstandard'

/** Sixteen long keys, two numbers and the last opcode. No other known kind is longer, except `nulldata`. */
const maximumMultisigLength = 16 * 66 + 3

export function kindOfScript(script: Uint8Array): ScriptKind {
  if (paidScriptHash(script)) return 'scripthash'
  const program = witnessProgramOf(script)
  if (program) return kindOfProgram(program.version, program.program.length)
  if (paidKeyHash(script)) return 'pubkeyhash'
  if (script[0] === opcode.return) return pushesOnly(script.subarray(1)) ? 'nulldata' : 'nonstandard'
  const chunks = script.length > maximumMultisigLength ? undefined : tryToParseScript(script)
  if (!chunks) return 'nonstandard'
  if (chunks.length === 2 && isKey(chunks[0]!) && chunks[1]!.opcode === opcode.checkSignature) return 'pubkey'
  return multisigOfChunks(chunks) ? 'multisig' : 'nonstandard'
}

/** Whether a script is complete and has only data and small numbers. */
function pushesOnly(script: Uint8Array): boolean {
  let pushes = true
  const isComplete = visitScript(script, (code) => {
    pushes &&= code <= opcode.sixteen
  })
  return isComplete && pushes
}

function kindOfProgram(version: number, length: number): ScriptKind {
  if (version === 0 && length === 20) return 'witness_v0_keyhash'
  if (version === 0) return length === 32 ? 'witness_v0_scripthash' : 'nonstandard'
  return version === 1 && length === 32 ? 'witness_v1_taproot' : 'witness_unknown'
}

const isKey = (chunk: Chunk): boolean =>
  isDataPush(chunk) &&
  ((chunk.data!.length === compressedKeyLength && (chunk.data![0] === 2 || chunk.data![0] === 3)) ||
    (chunk.data!.length === 65 && [4, 6, 7].includes(chunk.data![0]!)))

interface Multisig {
  readonly required: number
  readonly keys: readonly Uint8Array[]
}

/** The keys of a bare multisignature script and how many must sign; undefined for other scripts. */
export function multisigOf(script: Uint8Array): Multisig | undefined {
  const chunks = script.length > maximumMultisigLength ? undefined : tryToParseScript(script)
  return chunks && multisigOfChunks(chunks)
}

function multisigOfChunks(chunks: readonly Chunk[]): Multisig | undefined {
  if (chunks.at(-1)?.opcode !== opcode.checkMultisig) return undefined
  const required = smallNumber(chunks[0])
  const keys = chunks.slice(1, -2)
  const isMultisig =
    required >= 1 &&
    required <= keys.length &&
    smallNumber(chunks.at(-2)) === keys.length &&
    keys.every(isKey)
  return isMultisig ? { required, keys: keys.map(({ data }) => data!) } : undefined
}

/** Zero for chunks that are not the opcode of a number from 1 to 16. */
const smallNumber = (chunk: Chunk | undefined): number =>
  chunk && chunk.opcode >= opcode.one && chunk.opcode <= opcode.sixteen ? chunk.opcode - opcode.one + 1 : 0
