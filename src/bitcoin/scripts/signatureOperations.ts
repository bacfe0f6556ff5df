import { opcode } from './script.ts'
import { type Chunk, parseScript, ScriptError } from './scriptChunks.ts'

const checkSignatureVerify = 0xad
const keysOfUnknownCount = 20

/**
 * The signature checks that a script may make. `exact` counts the keys of a multisignature by the number before it (BIP-16);
 * otherwise each counts as 20.
 */
export function signatureOperations(script: Uint8Array, exact: boolean): number {
  let count = 0
  let previous: Chunk | undefined
  for (const chunk of readable(script)) {
    if (chunk.opcode === opcode.checkSignature || chunk.opcode === checkSignatureVerify) count++
    if (chunk.opcode === opcode.checkMultisig || chunk.opcode === opcode.checkMultisigVerify) {
      const isSmall = previous && previous.opcode >= opcode.one && previous.opcode <= opcode.sixteen
      count += exact && isSmall ? previous!.opcode - opcode.one + 1 : keysOfUnknownCount
    }
    previous = chunk
  }
  return count
}

/** Empty for a script that does not parse, which cannot be spent anyway. */
function readable(script: Uint8Array): readonly Chunk[] {
  try {
    return parseScript(script)
  } catch (error) {
    if (error instanceof ScriptError) return []
    throw error
  }
}
