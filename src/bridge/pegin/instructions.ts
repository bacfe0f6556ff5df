import type { BitcoinAddress } from '../../bitcoin/scripts/address.ts'
import { opcode } from '../../bitcoin/scripts/script.ts'
import { tryToParseScript } from '../../bitcoin/scripts/scriptChunks.ts'
import type { BitcoinTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { type Address, asAddress, asciiBytes, equalBytes } from '../../primitives/bytes.ts'

/** RSKIP170: the instructions for a peg-in in an output with OP_RETURN. */
export interface PeginInstructions {
  readonly destination: Address
  /** The address that a refund pays to. */
  readonly refundAddress: BitcoinAddress | undefined
}

const mark = asciiBytes('RSKT')
const versionAt = 4
const destinationAt = 5
const refundKindAt = 25
const refundHashAt = 26
const longForm = 46

/** Undefined for a transaction without instructions. */
export function peginInstructions({
  outputs,
}: BitcoinTransaction): PeginInstructions | 'malformed' | undefined {
  const found: Uint8Array[] = []
  for (const { script } of outputs) {
    const chunks = tryToParseScript(script)
    if (!chunks) return 'malformed'
    const data = chunks[0]?.opcode === opcode.return ? chunks[1]?.data : undefined
    if (data && equalBytes(data.subarray(0, mark.length), mark)) found.push(data)
  }
  if (found.length > 1) return 'malformed'
  return found[0] && readInstructions(found[0])
}

function readInstructions(data: Uint8Array): PeginInstructions | 'malformed' {
  if (data[versionAt] !== 1) return 'malformed'
  if (data.length !== refundKindAt && data.length !== longForm) return 'malformed'
  const destination = asAddress(data.subarray(destinationAt, refundKindAt))
  if (data.length === refundKindAt) return { destination, refundAddress: undefined }
  const kind = refundKind(data[refundKindAt]!)
  return kind ? { destination, refundAddress: { kind, hash: data.subarray(refundHashAt) } } : 'malformed'
}

function refundKind(code: number): BitcoinAddress['kind'] | undefined {
  if (code === 1) return 'public-key-hash'
  return code === 2 ? 'script-hash' : undefined
}
