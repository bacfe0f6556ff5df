import { kindOfScript } from '../../../../bitcoin/scripts/scriptKinds.ts'
import { witnessProgramOf } from '../../../../bitcoin/scripts/witnessPrograms.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import type { JsonObject } from '../json.ts'

/** What an address pays to. */
export function programShape(script: Uint8Array): JsonObject {
  const program = witnessProgramOf(script)
  const isScript = ['scripthash', 'witness_v0_scripthash', 'witness_v1_taproot'].includes(
    kindOfScript(script),
  )
  return {
    isscript: isScript,
    iswitness: program !== undefined,
    ...(program && { witness_version: program.version, witness_program: toHexDigits(program.program) }),
  }
}
