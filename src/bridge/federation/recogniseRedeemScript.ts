import { op, opcode } from '../../bitcoin/scripts/script.ts'
import {
  type Chunk,
  isDataPush,
  joinedChunks,
  parseScript,
  ScriptError,
} from '../../bitcoin/scripts/scriptChunks.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'

/*
 * Recognises the redeem scripts of past and present federations: a multisignature, the two forms with emergency keys
 * (RSKIP201, RSKIP353), and each of them with the hash of a fast peg-in before it (RSKIP176). Anyone can submit a
 * script. A `DecodeError` is thrown where the reference node fails with an array index.
 */

export interface RedeemScript {
  /** Number of required signatures; -1 for the one script that cannot be spent. */
  readonly required: number
  /** In the order in which signatures must come. */
  readonly keys: readonly Uint8Array[]
  /** The multisignature itself, without emergency keys or hash. */
  readonly standard: Uint8Array
  readonly hasEmergencyKeys: boolean
}

/** Until RSKIP284 every federation of testnet with emergency keys had this script, whatever its members. */
export const firstTestnetErpScript = fromHex(
  '6453210208f40073a9e43b3e9103acec79767a6de9b0409749884e989960fee578012fce210225e892391625854128c5c4ea4340' +
    'de0c2a70570f33db53426fc9c746597a03f42102afc230c2d355b1a577682b07bc2646041b5d0177af0f98395a46018da699b6da' +
    '210344a3c38cd59afcba3edcebe143e025574594b001700dec41e59409bdbd0f2a0921039a060badbeb24bee49eb2063f616c0f0' +
    'f0765d4ca646b20a88ce828f259fcdb955670300cd50b27552210216c23b2ea8e4f11c3f9e22711addb1d16a93964796913830856' +
    'b568cc3ea21d3210275562901dd8faae20de0a4166362a4f82188db77dbed4ca887422ea1ec185f1421034db69f2112f4fb1bb6141' +
    'bf6e2bd6631f0484d0bd95b16767902c9fe219d4a6f5368ae',
)

const minimumChunks = 4
/** The derivation hash is pushed and dropped. */
const flyoverHashLength = 32
const flyoverPrefixLength = 1 + flyoverHashLength + 1
const flyoverPrefixChunks = 2

/**
 * Throws `ScriptError` for other scripts. Remembers results, because most inputs of a transaction have the same script.
 */
export const recogniseRedeemScript = rememberedByObject(recognise)

function recognise(script: Uint8Array): RedeemScript {
  let inner = script
  let chunks = parseScript(script)
  for (;;) {
    if (equalBytes(inner, firstTestnetErpScript)) {
      return { required: -1, keys: [], standard: inner, hasEmergencyKeys: false }
    }
    if (chunks.length < minimumChunks) throw new ScriptError('is too short to be a redeem script')
    if (!isBehindHash(chunks)) return multisignatureIn(chunks)
    inner = inner.subarray(flyoverPrefixLength)
    chunks = chunks.slice(flyoverPrefixChunks)
  }
}

function multisignatureIn(chunks: readonly Chunk[]): RedeemScript {
  if (isStandard(chunks)) return multisignature(chunks, false)
  const standard = standardOfErp(chunks) ?? standardOfNonStandardErp(chunks)
  if (!standard) throw new ScriptError('is not a redeem script')
  return multisignature(standard, true)
}

/** Whether signatures of the script's keys can spend it. */
export function isMultisig(script: Uint8Array): boolean {
  try {
    return recogniseRedeemScript(script).required > 0
  } catch (error) {
    if (error instanceof ScriptError) return false
    throw error
  }
}

const multisignature = (standard: readonly Chunk[], hasEmergencyKeys: boolean): RedeemScript => ({
  required: positiveNumber(standard[0]!) ?? 0,
  keys: standard.slice(1, -2).map(({ data }) => data!),
  standard: joinedChunks(standard),
  hasEmergencyKeys,
})

const isBehindHash = (chunks: readonly Chunk[]): boolean =>
  chunks[0]!.opcode === flyoverHashLength &&
  chunks[1]!.opcode === opcode.drop &&
  endsLikeRedeem(chunks, flyoverPrefixChunks)

const checksMultisig = (chunk: Chunk | undefined): boolean =>
  chunk?.opcode === opcode.checkMultisig || chunk?.opcode === opcode.checkMultisigVerify

function endsLikeRedeem(chunks: readonly Chunk[], start = 0): boolean {
  if (chunks.length - start < minimumChunks) return false
  const last = chunks.at(-1)!
  return checksMultisig(last) || (last.opcode === opcode.endIf && checksMultisig(chunks.at(-2)))
}

function isStandard(chunks: readonly Chunk[]): boolean {
  if (!endsLikeRedeem(chunks) || !checksMultisig(chunks.at(-1))) return false
  if (positiveNumber(chunks[0]!) === undefined) return false
  const keyCount = positiveNumber(chunks.at(-2)!)
  return keyCount !== undefined && chunks.length === keyCount + 3 && chunks.slice(1, -2).every(isDataPush)
}

/** The positive number that a chunk pushes in its shortest form; otherwise undefined. */
function positiveNumber({ opcode: code, data }: Chunk): number | undefined {
  if (code >= opcode.one && code <= opcode.sixteen) return code - opcode.one + 1
  if (!data) return undefined
  const last = data.at(-1)
  if (last === undefined || (last === 0 && data.length === 1)) {
    throw new DecodeError('script', 'pushes a zero instead of a number of keys')
  }
  if (last >= 0x80 || data.length > 4) return undefined
  if (last === 0 && data.at(-2)! < 0x80) return undefined
  return data.reduceRight((sum, byte) => sum * 256 + byte, 0)
}

/** RSKIP353: each branch is a complete multisignature. */
function standardOfErp(chunks: readonly Chunk[]): readonly Chunk[] | undefined {
  if (!endsLikeRedeem(chunks) || chunks.at(-1)!.opcode !== opcode.endIf) return undefined
  const middle = emergencyBranchAt(chunks)
  if (middle === undefined) return undefined
  const standard = chunks.slice(1, middle)
  return isStandard(standard) && isStandard(chunks.slice(middle + 4, -1)) ? standard : undefined
}

/** RSKIP201: the two branches share their OP_CHECKMULTISIG. */
function standardOfNonStandardErp(chunks: readonly Chunk[]): readonly Chunk[] | undefined {
  if (!endsLikeRedeem(chunks) || chunks.at(-2)!.opcode !== opcode.endIf) return undefined
  const middle = emergencyBranchAt(chunks)
  if (middle === undefined) return undefined
  const standard = [...chunks.slice(1, middle), checkMultisigChunk]
  const emergency = [...chunks.slice(middle + 4, -2), checkMultisigChunk]
  return isStandard(standard) && isStandard(emergency) ? standard : undefined
}

const checkMultisigChunk: Chunk = {
  opcode: opcode.checkMultisig,
  data: undefined,
  encoded: op(opcode.checkMultisig),
}

/** The index of OP_ELSE, if a waiting time follows it. */
function emergencyBranchAt(chunks: readonly Chunk[]): number | undefined {
  if (chunks[0]!.opcode !== opcode.notIf) return undefined
  const middle = chunks.findIndex((chunk) => chunk.opcode === opcode.else)
  if (middle < 1 || chunks.length < middle + 3) return undefined
  if (chunks.length === middle + 3) throw new DecodeError('script', 'ends within its waiting time')
  const waits =
    chunks[middle + 1]!.opcode <= opcode.sixteen &&
    chunks[middle + 2]!.opcode === opcode.checkSequenceVerify &&
    chunks[middle + 3]!.opcode === opcode.drop
  return waits ? middle : undefined
}

const maximumRebuiltPushLength = 520

/**
 * The multisignature. The reference node rebuilds it from its chunks, which fails for long pushes with OP_PUSHDATA4.
 */
export function standardRedeemScript(script: Uint8Array): Uint8Array {
  const { standard } = recogniseRedeemScript(script)
  for (const { opcode: code, data } of parseScript(standard)) {
    if (code === opcode.pushData4 && data!.length > maximumRebuiltPushLength) {
      throw new DecodeError('script', 'cannot be rebuilt')
    }
  }
  return standard
}
